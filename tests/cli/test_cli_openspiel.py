"""Games of OpenSpiel on the command line, in real processes."""

import importlib.util
import json

import pytest

from tests.cli.process import RunMcms

pytestmark = pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="needs the extra openspiel")


def test_search(mcms: RunMcms) -> None:
    outcome = mcms("search", "openspiel:backgammon", "--depth", "1", "--algorithm", "star1")
    assert (outcome.returncode, outcome.stderr) == (0, "")
    assert "openspiel:backgammon · star1 · seed 0" in outcome.stdout
    assert "first (player 0) to move" in outcome.stdout
    assert "24/23 24/22" in outcome.stdout


def test_parameters_options_and_state(mcms: RunMcms) -> None:
    game = "openspiel:pig(winscore=20,estimate=rollouts,rollouts=3)"
    outcome = mcms("search", game, "--state", '{"history": [0, 4]}', "--depth", "2", "--algorithm", "exp", "--json")
    found = json.loads(outcome.stdout)
    assert (found["game"], found["state"]) == (game, {"history": [0, 4]})
    assert {entry["action"] for entry in found["actions"]} == {"roll", "stop"}


def test_play_and_replay(mcms: RunMcms) -> None:
    moves = "x(1,1)\n" + "1\n" * 9
    arguments = ("--against", "mcts", "--simulations", "20", "--seed", "3", "--transcript", "game.jsonl")
    played = mcms("play", "openspiel:tic_tac_toe", *arguments, stdin=moves)
    assert played.returncode == 0, played.stderr
    assert any(said in played.stdout for said in ("You win.", "You lose.", "A draw."))
    assert json.loads(mcms("replay", "game.jsonl", "--json").stdout)["result"] in (-1.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("openspiel:kuhn_poker", "it hides information from its players"),
        ("openspiel:nothing", "OpenSpiel has no game 'nothing'"),
        ("openspiel:pig(goal=3)", "pig has no option 'goal'"),
        ("openspiel:pig(players=3)", "it has 3 players"),
    ],
)
def test_errors_are_one_sentence(mcms: RunMcms, game: str, said: str) -> None:
    outcome = mcms("search", game)
    assert outcome.returncode == 2
    assert said in outcome.stderr
    assert len(outcome.stderr.splitlines()) == 1
