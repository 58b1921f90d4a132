"""``mcms paper alternatives``: what else the program of 2013 may have been, and how much nearer it comes to the paper.

The paper does not give its evaluations, nor every detail of its searches. Each alternative changes one thing. If it is
one of the searches, it is played at the pace that the game has without it, so that nothing else differs; with another
evaluation, or other outcomes, a node is worth something else, so the game's pace is found anew by the same rule, over
all but the longest paces.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from mcms import load
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.paper.bars import Agreement, count_agreements
from mcms.paper.experiment import Experiment, Setting
from mcms.paper.figure2 import bar_numbers
from mcms.paper.pace_fit import (
    GAMES,
    AtPace,
    afresh,
    fit,
    is_other,
    is_twin,
    pace_games,
    pace_of_2013,
    root_mean_square,
)
from mcms.paper.program import AS_PUBLISHED, Program
from mcms.paper.published import published
from mcms.paper.report import Section, TableData
from mcms.paper.scale import in_game

LONGEST_PACE = 30_000
"""An alternative's pace is looked for up to this many nodes."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Alternative:
    """One thing that may have been otherwise."""

    title: str
    games: Mapping[str, str]
    """The games it concerns, by name, with options that say it."""
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """Options of the searches that say it."""


ALTERNATIVES = (
    Alternative(title="Pig: the turn's points left out of the evaluation", games={"pig": "pig(evaluation=banked)"}),
    Alternative(title="Pig: the evaluation halved", games={"pig": "pig(scale=0.5)"}),
    Alternative(title="Pig: both", games={"pig": "pig(evaluation=banked,scale=0.5)"}),
    Alternative(title="Pig: all 36 throws listed, none merged", games={"pig": "pig(merged=false)"}),
    Alternative(title="EWN: distance and stones", games={"ewn": "ewn"}),
    Alternative(title="Can't Stop: throws that allow the same moves merged", games={"cant_stop": "cant_stop"}),
    Alternative(
        title="Can't Stop: merged, and runners left out of the evaluation",
        games={"cant_stop": "cant_stop(evaluation=banked)"},
    ),
    Alternative(title="Can't Stop: merged, and progress alone", games={"cant_stop": "cant_stop(evaluation=steps)"}),
    Alternative(title="Ra: suns left out of the evaluation", games={"ra": "ra(evaluation=tiles)"}),
    Alternative(title="Ra: points alone", games={"ra": "ra(evaluation=points)"}),
    Alternative(
        title="Star2 as printed: from the second level on, probes searched anew",
        games=GAMES,
        options={"keep_probes": False, "probe_from": 2},
    ),
    Alternative(title="no transposition table", games=GAMES, options={"table_mb": 0}),
    Alternative(title="samples drawn afresh at each visit", games=GAMES, options={"luck": "visit"}),
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Tried:
    """An alternative in a game."""

    title: str
    game: str
    played: AtPace
    base: AtPace
    """The game without it."""


class AlternativesExperiment(Experiment[tuple[Tried, ...]]):
    """Play all alternatives."""

    name: ClassVar[str] = "alternatives"
    says: ClassVar[str] = "other evaluations and details that the program of 2013 may have had, at its pace"
    in_all: ClassVar[bool] = False

    def estimate_seconds(self, setting: Setting) -> float:
        """Return how long all alternatives take, and what they are compared with."""
        paces, pairings, total = pace_of_2013(), len(published().figure2) + 1, 0.0
        for game in setting.games:
            tried = [each for each in ALTERNATIVES if game.name in each.games]
            found = setting.match_seconds(game, Limit(nodes=in_game(paces, game.name)))
            total += pairings * (len(tried) + 1) * in_game(setting.scale.alternative_matches, game.name) * found
            refitted = sum(not each.options for each in tried) * in_game(setting.scale.pace_matches, game.name)
            total += pairings * refitted * sum(setting.match_seconds(game, Limit(nodes=n)) for n in _paces(setting))
        return total

    def run(self, setting: Setting) -> tuple[Tried, ...]:
        """Play each alternative in its games, and each game without one."""
        paces = pace_of_2013()
        games = {game.name: game for game in pace_games(setting.games)}
        base = {
            name: _afresh(game, paces[name], setting, AS_PUBLISHED) for name, game in games.items() if name in paces
        }
        return tuple(
            Tried(title=each.title, game=text, played=_played(each, load(text), setting), base=base[name])
            for each in ALTERNATIVES
            for name, text in each.games.items()
            if name in base
        )

    def sections(self, measured: tuple[Tried, ...]) -> Sequence[Section]:
        """Say of each how much nearer it comes."""
        return [alternatives_section(measured)]


def _played(alternative: Alternative, game: BaseGame[Any], setting: Setting) -> AtPace:
    program = AS_PUBLISHED.with_options(alternative.options)
    nodes = pace_of_2013()[game.name]
    if not alternative.options:
        paces = _paces(setting)
        nodes = fit(game, setting.scale, runner=setting.runner, seed=setting.seed, paces=paces).nearest().nodes
    return _afresh(game, nodes, setting, program)


def _paces(setting: Setting) -> tuple[int, ...]:
    return tuple(nodes for nodes in setting.scale.paces if nodes <= LONGEST_PACE)


def _afresh(game: BaseGame[Any], nodes: int, setting: Setting, program: Program) -> AtPace:
    return afresh(
        game,
        nodes,
        setting.scale,
        matches=setting.scale.alternative_matches,
        runner=setting.runner,
        seed=setting.seed,
        program=program,
    )


def alternatives_section(measured: Sequence[Tried]) -> Section:
    """Give each alternative a line."""
    return Section(
        title="What the program of 2013 may have been",
        parts=[
            "Each line changes one thing and plays a game's seven comparisons on fresh seeds. “Off” is the root of the "
            "mean squared difference to the published scores; “before” is the game without the change. A change that "
            "brings the numbers nearer is compatible with the paper; that the paper's program had it is more than "
            "these runs can show.",
            TableData(
                name="alternatives",
                columns=[
                    "what is changed",
                    "game",
                    "nodes a move",
                    "matches",
                    "off, %",
                    "before, %",
                    "twins off, %",
                    "before, %",
                    "the other four off, %",
                    "before, %",
                    "agree / disagree / undecided",
                ],
                rows=[_row(tried) for tried in measured],
                numbers=[
                    {"changed": tried.title, "nodes": tried.played.nodes} | bar_numbers(bar)
                    for tried in measured
                    for bar in tried.played.bars
                ],
            ),
        ],
    )


def _row(tried: Tried) -> list[str]:
    offs = [
        f"{root_mean_square([bar for bar in pace.bars if wanted(bar)]):.1f}"
        for wanted in (lambda _: True, is_twin, is_other)
        for pace in (tried.played, tried.base)
    ]
    counts = count_agreements(tried.played.bars)
    return [
        tried.title,
        tried.game,
        f"{tried.played.nodes:,}",
        str(tried.played.bars[0].result.pairing.matches),
        *offs,
        " / ".join(str(counts[kind]) for kind in (Agreement.AGREES, Agreement.DISAGREES, Agreement.UNDECIDED)),
    ]
