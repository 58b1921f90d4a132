"""Which games are searched, and that the others are refused with a reason."""

import types
from pathlib import Path
from typing import Any

import pyspiel
import pytest

import mcms
from mcms import InvalidOptionError, UnknownNameError
from mcms.openspiel import load, suitable_games
from mcms.openspiel.suitable import require_suitable
from tests.openspiel.spiel_games import LUCKLESS, LUCKY


def test_the_games_with_luck() -> None:
    explicit = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    lucky = {kind.short_name for kind in pyspiel.registered_games() if kind.chance_mode == explicit}
    ours = {name for name in suitable_games() if name.startswith("mcms_")}
    assert lucky & set(suitable_games()) - ours == set(LUCKY)
    assert set(LUCKLESS) <= set(suitable_games())


@pytest.mark.parametrize("name", suitable_games())
def test_every_suitable_game_is_searched(name: str) -> None:
    game = load(name)
    state = game.initial_state(1)
    result = mcms.search(game, state, "star1", limit=mcms.Limit(depth=1, nodes=300))
    assert result.action in state.spiel.legal_actions()


@pytest.mark.parametrize(
    ("name", "parameters", "reason"),
    [
        ("pig", {"players": 3}, "it has 3 players"),
        ("catch", {}, "it has 1 player"),
        ("kuhn_poker", {}, "it hides information"),
        ("goofspiel", {}, "its players do not move in turns"),
        ("matrix_pd", {}, "its players do not move in turns"),
        ("bargaining", {}, "it hides information"),
        ("stones_and_gems", {}, "it has 1 player"),
    ],
)
def test_others_are_refused(name: str, parameters: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidOptionError, match=reason):
        load(name, **parameters)


def test_a_general_sum_game_is_refused(tmp_path: Path) -> None:
    both_win = 'EFG 2 R "G" { "A" "B" } ""\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 1 }\nt "" 2 "" { 2 -1 }\n'
    (tmp_path / "game.efg").write_text(both_win)
    with pytest.raises(InvalidOptionError, match="what one player wins is not what the other loses"):
        load(f"efg_game(filename={tmp_path / 'game.efg'})")


def test_a_game_that_hides_its_luck_is_refused() -> None:
    """None of OpenSpiel's has only this fault."""
    kinds = pyspiel.GameType
    hidden = types.SimpleNamespace(
        dynamics=kinds.Dynamics.SEQUENTIAL,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        chance_mode=kinds.ChanceMode.SAMPLED_STOCHASTIC,
    )
    game = types.SimpleNamespace(get_type=lambda: hidden, num_players=lambda: 2)
    with pytest.raises(InvalidOptionError, match="it draws its luck inside its moves"):
        require_suitable(game)


def test_a_game_is_judged_as_it_is_loaded() -> None:
    """What the registry says of a game made of another one is a guess."""
    assert load("misere(game=tic_tac_toe())").value_range() == (-1, 1)
    with pytest.raises(InvalidOptionError, match="it hides information"):
        load("misere(game=kuhn_poker())")


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"goal": 3}, "pig has no option 'goal': expected one of"),
        ({"winscore": "x"}, "winscore is 'x': expected a int"),
        ({"winscore": True}, "winscore is True"),
        ({"winscore": 2.5}, "winscore is 2.5"),
    ],
)
def test_wrong_parameters(parameters: dict[str, Any], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidOptionError, match=said):
        load("pig", **parameters)
    assert capfd.readouterr() == ("", "")


def test_wrong_games() -> None:
    with pytest.raises(UnknownNameError, match="OpenSpiel has no game 'poker': expected one of amazons"):
        load("poker")
    with pytest.raises(InvalidOptionError, match=r"OpenSpiel cannot make pig\( with"):
        load("pig(")
    with pytest.raises(InvalidOptionError, match="expected a name of OpenSpiel's or"):
        load(3)
    with pytest.raises(InvalidOptionError, match="is loaded already: expected no parameters such as winscore"):
        load(pyspiel.load_game("pig"), winscore=3)
