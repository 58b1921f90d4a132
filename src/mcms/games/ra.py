"""Ra: draw tiles onto a track, auction the track for suns, score three epochs."""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from mcms import _core
from mcms._core import RaState
from mcms.extras import require_extra
from mcms.games.base import BaseGame, CoreGame, CoreLearning
from mcms.games.learnt import check_evaluation, networks_of
from mcms.games.ra_json import read_state, write_state
from mcms.games.ra_players import ra_players
from mcms.games.ra_text import picture
from mcms.mcts import MctsTuning
from mcms.notebook import show_states
from mcms.options import option
from mcms.validation import truth

if TYPE_CHECKING:
    from rich.text import Text

    from mcms.arena.player import PlayerFactory

EVALUATIONS = ("lead", "tiles", "points")
"""The evaluations made by hand."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Ra(BaseGame[RaState]):
    """Ra for two players, the paper's largest game: 180 tiles in a bag, bought with nine suns.

    >>> ra = Ra()
    >>> state = ra.initial_state(seed=0)
    >>> ra.actions(state)
    ['draw', 'invoke']
    >>> drawing = ra.play(state, "draw")
    >>> len(ra.outcomes(drawing))
    23
    >>> ra.actions(ra.resolve(drawing, "ra"))
    ['bid:3', 'pass', 'bid:4', 'bid:7', 'bid:8']
    """

    name: ClassVar[str] = "ra"
    title: ClassVar[str] = "Ra: draw tiles, auction them for suns"
    state_type: ClassVar[type[Any]] = RaState
    tuned_widths: ClassVar[Mapping[str, int]] = {"expss": 5, "star1ss": 5, "star2ss": 2}
    tuned_mcts: ClassVar[MctsTuning | None] = MctsTuning(exploration=50, rollout_moves=0, constant=2, exponent=0.1)

    gods: bool = option(True, "whether God tiles can be spent on tiles of the auction track")
    evaluation: str = option(
        "lead",
        "lead, what points, tiles and suns are worth; tiles, without suns; points alone; learnt, or a file of weights",
    )

    def __post_init__(self) -> None:
        truth("gods", self.gods)
        check_evaluation(self.evaluation, EVALUATIONS)

    @property
    def has_weights(self) -> bool:
        """Whether the weights that come with mcms were learnt by these rules: those with God tiles."""
        return self.gods

    def _make_core(self) -> CoreGame[RaState]:
        rules = _core.Ra(gods=self.gods)
        if self.evaluation == "lead":
            return rules
        if self.evaluation in EVALUATIONS:
            return _core.PlainRa(gods=self.gods, tiles=self.evaluation == "tiles")
        return _core.LearntRa(rules, networks_of(self.name, self.evaluation, _core.RaLearning.shape(rules)))

    def learning(self, options: _core.TrainingOptions) -> tuple[CoreLearning, tuple[int, int, int]]:
        """Return a learner, which is measured against ``lead``."""
        rules = _core.Ra(gods=self.gods)
        return _core.RaLearning(rules, options), _core.RaLearning.shape(rules)

    def baseline_players(self) -> Mapping[str, "PlayerFactory"]:
        """Return ``bidder``."""
        return ra_players()

    def to_json(self, state: RaState) -> dict[str, Any]:
        """Return the state with all counts by name; docs/games/ra.md describes the format."""
        return write_state(self.check_state(state))

    def from_json(self, data: Any) -> RaState:
        """Return the state of a JSON object; one that contradicts itself raises ``InvalidStateError``."""
        return read_state(data, self.gods)

    def text(self, state: RaState) -> str:
        """Show both tracks, both players and who must do what."""
        lines = picture(self.check_state(state))
        return "\n".join("".join(piece for piece, _ in line).rstrip() for line in lines)

    def board(self, state: RaState) -> "Text":
        """Show the same in colours."""
        require_extra("rich", "a board in colours")
        from rich.text import Text  # noqa: PLC0415  only terminals need it

        lines = picture(self.check_state(state))
        return Text("\n").join(Text.assemble(*line) for line in lines)


show_states(RaState, lambda state: Ra().text(state))
