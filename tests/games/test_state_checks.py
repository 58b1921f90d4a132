"""States made of any numbers, by hand or by a pickle, are refused unless the rules can be asked about them."""

import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mcms
from mcms import InvalidStateError, _core
from tests.property.trees import examples

GAMES = ["backgammon", "pig", "cant_stop", "ewn", "ra", "random_tree(depth=4,branching=2)"]


def states_of(game: Any, seed: int, steps: int) -> list[Any]:
    """Return the states of a line of play."""
    state, line = game.initial_state(seed), []
    for step in range(steps):
        line.append(state)
        turn = game.turn(state)
        if turn is mcms.Turn.OVER:
            break
        if turn is mcms.Turn.CHANCE:
            outcomes = game.outcomes(state)
            state = game.resolve(state, outcomes[(seed + 7 * step) % len(outcomes)][0])
        else:
            actions = game.actions(state)
            state = game.play(state, actions[(seed + 3 * step) % len(actions)])
    return line


@pytest.mark.parametrize("name", GAMES)
def test_states_of_games_survive_pickling_and_building(name: str) -> None:
    game = mcms.load(name)
    for seed in range(20):
        for state in states_of(game, seed, 400):
            assert pickle.loads(pickle.dumps(state)) == state
            assert type(state)(**state.as_dict()) == state


def empty(kind: type[Any]) -> Any:
    return kind.__new__(kind)  # type: ignore[call-overload]


def unpickled(kind: type[Any], fields: dict[str, Any]) -> Any:
    """Return what a pickle made for the purpose gives."""

    class Forged:
        def __reduce__(self) -> tuple[Any, ...]:
            return empty, (kind,), fields

    return pickle.loads(pickle.dumps(Forged()))


@pytest.mark.parametrize("make", [unpickled, lambda kind, fields: kind(**fields)])
@pytest.mark.parametrize(
    ("name", "changes", "says"),
    [
        ("ra", {"to_move": 2}, "neither 0 nor 1"),
        ("ra", {"caller": 200}, "neither 0 nor 1"),
        ("ra", {"epoch": 4}, "epoch"),
        ("ra", {"ra_track": 6}, "Ra track"),
        ("ra", {"centre_sun": 77}, "centre"),
        ("ra", {"suns": [0xFFFE, 0]}, "suns"),
        ("ra", {"points": [-1, 0]}, "points"),
        ("ra", {"bag": 2**64 - 1}, "more tiles"),
        ("ra", {"tiles": [2**63, 0]}, "more tiles"),
        ("ra", {"bag_disasters": 0xFFFF}, "more tiles"),
        ("ra", {"bag_ra": 31}, "more tiles"),
        ("ra", {"bag_total": 0}, "do not follow"),
        ("ra", {"lead": 5}, "do not follow"),
        ("ra", {"unrest_discards": 200}, "discard"),
        ("ra", {"phase": _core.RaPhase.discard}, "discard"),
        ("ra", {"phase": _core.RaPhase.bid, "bid": 200}, "bid"),
        ("ewn", {"first": [0, 0, 1, 2, 3, 4]}, "share a square"),
        ("ewn", {"first": [14, 1, 2, 3, 4, 5]}, "share a square"),
        ("ewn", {"first": [25, 1, 2, 3, 4, 5]}, "square is not 0 to 24"),
        ("ewn", {"die": 7}, "die"),
        ("pig", {"own": -1}, "points"),
        ("pig", {"turn_total": 2**31 - 1}, "points"),
        ("cant_stop", {"own": 2**64 - 1}, "eleven columns"),
        ("cant_stop", {"current": 2**44 - 1}, "below its marker"),
        ("cant_stop", {"runners": 0xFFFF}, "do not follow"),
        ("cant_stop", {"closed": 1}, "do not follow"),
        ("cant_stop", {"roll": 127}, "roll"),
        ("cant_stop", {"phase": "move", "roll": 127}, "roll"),
        ("cant_stop", {"value": float("nan")}, "score"),
        ("random_tree", {"height": 255}, "no tree"),
        ("random_tree", {"mover": 2}, "no tree"),
    ],
)
def test_impossible_states(make: Any, name: str, changes: dict[str, Any], says: str) -> None:
    state = mcms.load(name).initial_state(1)
    with pytest.raises(InvalidStateError, match=says):
        make(type(state), state.as_dict() | changes)


def ra_track_of_all_kinds() -> dict[str, Any]:
    """Return a main phase with a God and one tile of each holdable kind on the track, 18 in all."""
    tiles, bag = [0] * 23, list(_core.ra_supply())
    track = [1] * 18 + [0] * 5
    tiles[list(_core.ra_kinds()).index("god")] = 1
    bag = [count - 2 if count > 2 else 0 for count in bag]
    return {"bag": bag, "track": track, "tiles": [tiles, [0] * 23]}


def test_more_actions_than_a_list_has_room_for() -> None:
    rest: dict[str, Any] = {
        "suns": [0b1001100100, 0b0110011000],
        "used_suns": [0, 0],
        "points": [10, 10],
        "centre_sun": 1,
        "epoch": 1,
    }
    turn: dict[str, Any] = {"ra_track": 0, "to_move": 0, "caller": 0, "voluntary": False, "bid": 0}
    pending: dict[str, Any] = {"phase": _core.RaPhase.main, "unrest_discards": 0, "earthquake_discards": 0}
    with pytest.raises(InvalidStateError, match="auction track has too many tiles"):
        _core.ra_state(**ra_track_of_all_kinds(), **rest, **turn, **pending)


numbers = st.one_of(st.integers(-3, 20), st.integers(0, 2**64 - 1), st.sampled_from([255, 65535, 2**31 - 1, 2**60]))


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@settings(max_examples=examples(100), deadline=None)
def test_whatever_is_let_in_can_be_played(name: str, data: st.DataObject) -> None:
    """Any fields: refused, by the state or by the game with its options, or a state that can be played on from."""
    game = mcms.load(name)
    line = states_of(game, data.draw(st.integers(0, 50)), data.draw(st.integers(1, 60)))
    fields = line[-1].as_dict()
    for key in data.draw(st.lists(st.sampled_from(sorted(fields)), min_size=1, max_size=3)):
        fields[key] = data.draw(like(fields[key]))
    try:
        state = type(line[-1])(**fields)
        game.turn(state)
    except (InvalidStateError, TypeError):
        return
    if game.turn(state) is mcms.Turn.OVER:
        return
    mcms.playouts(game, state, 3)
    if game.turn(state) in (mcms.Turn.FIRST, mcms.Turn.SECOND):
        assert game.actions(state)
        mcms.search(game, state, "star2", limit=mcms.Limit(nodes=200, depth=2))
        mcms.search(game, state, "mcts", limit=mcms.Limit(simulations=20))


def like(value: Any) -> st.SearchStrategy[Any]:
    """Return values of the same kind."""
    if isinstance(value, list | tuple):
        return st.tuples(*(st.one_of(st.just(item), like(item)) for item in value)).map(list)
    if isinstance(value, bool | str) or not isinstance(value, int | float):
        return st.just(value)
    if isinstance(value, float):
        return st.floats()
    return numbers


@pytest.mark.parametrize(
    "make",
    [
        lambda: _core.DistanceEwn(setup=[[1, 2, 3, 4, 5, 99], [1, 2, 3, 4, 5, 6]]),
        lambda: _core.CantStop(heights=[16] * 11, columns=3),
        lambda: _core.CantStop(heights=[3] * 11, columns=9),
        lambda: _core.ra_monument_points([9] * 23),
    ],
)
def test_options_that_no_list_has_room_for(make: Any) -> None:
    with pytest.raises(ValueError, match=r"expected|than the game has"):
        make()
