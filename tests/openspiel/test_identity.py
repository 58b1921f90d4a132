"""Equal hashes mean equal states: the same choices, luck and results now and later. Texts alone would not do."""

import itertools
import json
import os
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pyspiel
import pytest

import mcms
from mcms.openspiel import load
from mcms.openspiel.identity import by_history, by_position, by_steps, identity_of
from tests.openspiel.spiel_games import EWN, LUCKLESS, LUCKY, after_random_steps, facts, random_step
from tests.patience import PATIENCE

# Parameters that make positions come about in many ways and games end early.
GAMES = {name: name for name in LUCKY + LUCKLESS} | {
    "pig": "pig(winscore=12,horizon=12)",
    "yacht": "yacht(num_dice=2)",
}
MERGED = ("connect_four", EWN, "pig", "tic_tac_toe", "yacht")


def _layers(name: str, rng: random.Random) -> Iterator[Any]:
    """Walk the tree below a start some steps deep, a few random choices at each state: many ways to few positions."""
    root = pyspiel.load_game(name).new_initial_state()
    steps = rng.choice((0, 2, 5, 9)) if "horizon" not in name else 0
    for _ in range(steps):
        if not root.is_terminal():
            root.apply_action(random_step(root, rng))
    layer = [root]
    for _ in range(6):
        layer = [child for state in layer for child in _children(state, rng)]
        layer = rng.sample(layer, min(250, len(layer)))
        yield from layer


def _children(state: Any, rng: random.Random) -> list[Any]:
    choices = state.legal_actions()
    # The first few come up everywhere, so that lines meet.
    return [state.child(choice) for choice in rng.sample(choices[:5], min(4, len(choices)))]


def _go_on_alike(one: Any, other: Any, rng: random.Random) -> bool:
    """Play both at random with the same choices, and say whether they cannot be told apart until the end."""
    one, other = one.clone(), other.clone()
    while facts(one) == facts(other):
        if one.is_terminal():
            return True
        step = random_step(one, rng)
        one.apply_action(step)
        other.apply_action(step)
    return False


def _pairs(name: str, hashed: Callable[[Any], Any], rounds: int, rng: random.Random) -> Iterator[tuple[Any, Any]]:
    """Find states with equal hashes that came about differently."""
    for _ in range(rounds):
        groups: dict[Any, dict[str, Any]] = defaultdict(dict)
        for state in _layers(name, rng):
            groups[hashed(state)].setdefault(state.serialize(), state)
        for group in groups.values():
            yield from itertools.pairwise(list(group.values())[:4])


@pytest.mark.parametrize("name", LUCKY + LUCKLESS)
def test_equal_hashes_mean_equal_states(name: str) -> None:
    game = load(GAMES[name])
    rng = random.Random(1)
    pairs = 0
    found = _pairs(GAMES[name], lambda state: game.hash(game.state(state)), 12, rng)
    for one, other in itertools.islice(found, 500):
        pairs += 1
        assert facts(one) == facts(other), (str(one), str(other))
        assert all(_go_on_alike(one, other, rng) for _ in range(3)), (str(one), one.history(), other.history())
    assert (pairs > 20) == (name in MERGED)


@pytest.mark.parametrize("name", ["backgammon", "banqi", EWN, "maedn", "pig", "yacht"])
def test_texts_alone_merge_different_states(name: str) -> None:
    """The same test fails for the text of a state, so it can fail."""
    rng = random.Random(1)
    pairs = _pairs(GAMES[name], str, 30, rng)
    if name == "backgammon":
        # Its text tells all but the number of turns, which counts at the 500th.
        name = "backgammon(max_player_turns=4)"
        pairs = _pairs(name, str, 30, rng)
    assert not all(facts(one) == facts(other) and _go_on_alike(one, other, rng) for one, other in pairs)


def test_the_position_of_banqi_is_not_enough() -> None:
    """Which pieces were taken, and so which are still face down, is in no position."""
    assert identity_of(pyspiel.load_game("banqi")) is by_history
    assert identity_of(pyspiel.load_game("pig")) is by_position


def test_the_die_and_the_mover_count() -> None:
    game = load(EWN)
    throw = game.state(after_random_steps(EWN, 2))
    thrown = [game.resolve(throw, die) for die in range(6)]
    assert len({str(state.spiel) for state in thrown}) == 1
    assert len({game.hash(state) for state in (throw, *thrown)}) == 7


def test_the_square_that_is_turned_over_counts() -> None:
    game = load("banqi")
    flips = [game.play(game.root(), square) for square in range(32)]
    assert len({str(state.spiel) for state in flips}) == 1
    assert len({game.hash(state) for state in flips}) == 32


def test_the_dice_that_are_thrown_again_count() -> None:
    game = load("yacht")
    state = game.initial_state(1)
    first, last = game.play(state, 1), game.play(state, 16)
    assert str(first.spiel) == str(last.spiel)
    assert facts(first.spiel) == facts(last.spiel)
    assert game.hash(first) != game.hash(last)


def test_moves_left_until_the_horizon_count() -> None:
    game = load("pig", horizon=10)
    passed = [game.from_json({"history": [1] * moves}) for moves in (2, 4)]
    assert str(passed[0].spiel) == str(passed[1].spiel)
    assert game.hash(passed[0]) != game.hash(passed[1])


def test_the_hash_is_the_same_in_every_process() -> None:
    program = (
        "from mcms.openspiel import load\n"
        f"games = [load(name) for name in {LUCKY + LUCKLESS}]\n"
        "print([game.hash(game.initial_state(4)) for game in games])"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        ).stdout
        for salt in ("1", "2")
    ]
    assert said[0] == said[1]
    assert len(set(json.loads(said[0]))) == len(LUCKY + LUCKLESS)


def test_transpositions_are_found() -> None:
    game = load("tic_tac_toe")
    merged = mcms.solve(game, game.initial_state())
    assert (merged.value(game.initial_state()), merged.states) == (0.0, 5478)


def test_an_identity_of_one_s_own() -> None:
    game = load("breakthrough(rows=3,columns=3)", identity=lambda state: f"{state}{state.current_player()}")
    by_default = load("breakthrough(rows=3,columns=3)")
    own, default = (mcms.solve(each, each.initial_state()) for each in (game, by_default))
    assert own.states < default.states
    assert own.value(game.initial_state()) == default.value(by_default.initial_state())


def test_games_in_python_are_told_apart_by_their_steps() -> None:
    from open_spiel.python.games import tic_tac_toe  # noqa: F401  registers itself

    game = load("python_tic_tac_toe")
    assert game.identity is by_steps
    assert mcms.check_game(game, games=3).games == 3
    result = mcms.search(game, game.initial_state(), "star1", limit=mcms.Limit(depth=3))
    assert result.depth == 3
