"""Ra's rules: the setup, turns, auctions, God actions, disasters; one epoch move by move."""

import pytest

from mcms import IllegalMoveError, Ra, Turn
from mcms.games.ra_json import CIVILIZATIONS, MONUMENTS, SUPPLY
from tests.games.ra_scenes import FIRST, RA, SECOND, State, after, drawn, expect, player, scene, scene_json


def start(nine_holder: int = 0) -> State:
    """The start in which this player has sun 9."""
    states = (RA.initial_state(seed) for seed in range(100))
    return next(state for state in states if RA.to_json(state)["to_move"] == nine_holder)


def test_the_start() -> None:
    assert RA.to_json(start(0)) == scene_json()
    assert RA.to_json(start(1)) == scene_json(first=SECOND, second=FIRST, to_move=1)
    assert RA.to_json(start())["bag"] == SUPPLY
    assert sum(SUPPLY.values()) == 180
    holders = [RA.to_json(RA.initial_state(seed))["to_move"] for seed in range(1000)]
    assert 400 < sum(holders) < 600
    assert RA.actions(start()) == ["draw", "invoke"]
    assert RA.turn(start(0)) is Turn.FIRST
    assert RA.turn(start(1)) is Turn.SECOND


def test_outcomes_of_a_draw() -> None:
    drawing = after(start(), "draw")
    assert RA.turn(drawing) is Turn.CHANCE
    expect(drawing, phase="drawing", to_move=0)
    assert dict(RA.outcomes(drawing)) == pytest.approx({kind: count / 180 for kind, count in SUPPLY.items()})
    few = scene(phase="drawing", bag={"gold": 1, "ra": 2, "unrest": 1})
    assert dict(RA.outcomes(few)) == pytest.approx({"ra": 0.5, "gold": 0.25, "unrest": 0.25})
    assert RA.to_json(after(few, "gold"))["bag"] == {"ra": 2, "unrest": 1}


def test_one_epoch_move_by_move() -> None:
    """Auctions of every kind, a skipped player, and an end because no face-up sun is left."""
    last_sun(later_auctions(first_auctions(start())))


def first_auctions(s: State) -> State:
    s = after(s, "draw", "nile")
    expect(s, auction_track={"nile": 1}, to_move=1, phase="main")
    s = after(s, "draw", "pharaoh")
    expect(s, auction_track={"pharaoh": 1, "nile": 1}, to_move=0)

    # A voluntary call: the opponent bids, the caller bids more and wins.
    s = after(s, "invoke")
    expect(s, phase="bid", caller=0, voluntary=True, bid=None, to_move=1)
    assert RA.actions(s) == ["bid:3", "pass", "bid:4", "bid:7", "bid:8"]
    s = after(s, "bid:3")
    expect(s, phase="bid", caller=0, bid=3, to_move=0, second={"suns": [8, 7, 4, 3]})
    assert RA.actions(s) == ["bid:5", "pass", "bid:6", "bid:9"]
    s = after(s, "bid:5")
    expect(s, phase="main", to_move=1, centre_sun=5, auction_track={}, caller=None, voluntary=False, bid=None)
    expect(s, first={"suns": [9, 6, 2], "used_suns": [1], "tiles": {"pharaoh": 1, "nile": 1}})

    # A Ra tile: both pass, the tiles stay, and play goes on after the drawer.
    s = drawn(s, "flood")
    s = after(s, "draw", "ra")
    expect(s, phase="bid", ra_track=1, caller=0, voluntary=False, to_move=1, auction_track={"flood": 1})
    s = after(s, "pass")
    expect(s, phase="bid", to_move=0, bid=None)
    assert "pass" in RA.actions(s)
    s = after(s, "pass")
    expect(s, phase="main", to_move=1, auction_track={"flood": 1}, caller=None)

    # A voluntary call that nobody answers: the caller must bid.
    s = after(s, "invoke", "pass")
    assert RA.actions(s) == ["bid:3", "bid:4", "bid:7", "bid:8"]
    s = after(s, "bid:3")
    expect(s, to_move=0, centre_sun=3, second={"suns": [8, 7, 4], "used_suns": [5], "tiles": {"flood": 1}})
    return s


def later_auctions(s: State) -> State:
    # A full track: no draw; all pass, and the tiles are discarded.
    s = drawn(s, "god", "gold", "civilization_1", "civilization_2", "monument_1", "nile", "nile", "funeral")
    expect(s, to_move=0)
    assert RA.actions(s) == ["invoke"]
    bag = RA.to_json(s)["bag"]
    s = after(s, "invoke", "pass")
    assert "pass" in RA.actions(s)
    s = after(s, "pass")
    expect(s, to_move=1, auction_track={}, bag=bag, first={"tiles": {"pharaoh": 1, "nile": 1}})

    # An empty track can be called for. The bid wins when the caller passes.
    s = after(s, "invoke", "bid:9", "pass")
    expect(s, to_move=0, centre_sun=9, first={"suns": [6, 2], "used_suns": [3, 1]})

    # A caller who cannot outbid still has a decision.
    s = after(drawn(s, "gold"), "draw", "civilization_3", "invoke", "bid:8")
    expect(s, to_move=0, bid=8, phase="bid")
    assert RA.actions(s) == ["pass"]
    s = after(s, "pass")
    expect(s, to_move=1, centre_sun=8, second={"suns": [7, 4], "used_suns": [9, 5]})
    expect(s, second={"tiles": {"gold": 1, "flood": 1, "civilization_3": 1}})

    s = after(s, "invoke", "bid:6", "bid:7")
    s = after(s, "invoke", "bid:4", "bid:6")
    s = after(s, "invoke", "pass", "bid:4")
    expect(s, to_move=0, centre_sun=4, first={"suns": [2], "used_suns": [7, 3, 1]})
    expect(s, second={"suns": [], "used_suns": [9, 8, 6, 5]})
    return s


def last_sun(s: State) -> None:
    # The second player has no face-up sun: the first moves alone, bids alone, may pass after a Ra tile.
    s = drawn(s, "monument_8", "nile")
    expect(s, to_move=0, auction_track={"nile": 1, "monument_8": 1})
    s = after(s, "draw", "ra")
    expect(s, phase="bid", to_move=0, caller=0, ra_track=2)
    assert RA.actions(s) == ["bid:2", "pass"]
    s = after(s, "pass")
    expect(s, phase="main", to_move=0, auction_track={"nile": 1, "monument_8": 1})
    s = after(s, "invoke")
    assert RA.actions(s) == ["bid:2"]
    expect(s, to_move=0, caller=0, voluntary=True)

    # The last sun is gone: 10 points, Pharaohs 5, Niles without a Flood 0, no Civilization -5;
    # 10 points, Gold 3, a Flood 1, Pharaohs -2, one Civilization 0.
    s = after(s, "bid:2")
    expect(s, epoch=2, ra_track=0, phase="main", to_move=1, auction_track={}, centre_sun=2, caller=None)
    expect(s, first={"points": 10, "suns": [7, 4, 3, 1], "used_suns": []})
    expect(s, first={"tiles": {"pharaoh": 1, "nile": 2, "monument_8": 1}})
    expect(s, second={"points": 12, "suns": [9, 8, 6, 5], "used_suns": [], "tiles": {}})


def test_five_auctions_nobody_wants_then_the_sixth_ra() -> None:
    s = start()
    for number in range(5):
        s = after(s, "draw", "ra", "pass", "pass")
        expect(s, ra_track=number + 1, to_move=(number + 1) % 2)
    s = after(drawn(s, "gold"), "draw", "ra")
    expect(s, epoch=2, ra_track=0, phase="main", to_move=0, auction_track={}, caller=None)
    expect(s, first={"points": 5, "suns": [9, 6, 5, 2]}, second={"points": 5, "suns": [8, 7, 4, 3]})
    assert RA.to_json(s)["bag"] == SUPPLY | {"ra": 24, "gold": 4}


def test_the_opponent_without_suns_is_not_asked() -> None:
    alone = {"first": player([9, 6], [5, 2]), "second": player([], [8, 7, 4, 3])}
    full = {"nile": 4, "pharaoh": 4}
    called = after(scene(**alone), "invoke")
    assert RA.actions(called) == ["bid:6", "bid:9"]
    called = after(scene(**alone, track=full), "invoke")
    assert RA.actions(called) == ["bid:6", "pass", "bid:9"]
    expect(after(called, "pass"), to_move=0, auction_track={}, phase="main")
    ra_drawn = after(scene(**alone, track={"nile": 4}), "draw", "ra")
    assert RA.actions(ra_drawn) == ["bid:6", "pass", "bid:9"]
    expect(after(ra_drawn, "bid:6"), to_move=0, first={"suns": [9], "used_suns": [5, 2, 1], "tiles": {"nile": 4}})


def test_play_goes_on_after_the_caller_not_after_the_winner() -> None:
    for bids, winner in ((("bid:9",), "second"), (("bid:8", "pass"), "first")):
        s = scene(first=player([8, 7, 4, 3]), second=player([9, 6, 5, 2]), to_move=1, track={"gold": 1})
        s = after(s, "invoke", *(("pass", *bids) if winner == "second" else bids))
        expect(s, to_move=0, phase="main", **{winner: {"tiles": {"gold": 1}}})


def test_an_outbid_player_keeps_his_sun() -> None:
    s = after(scene(track={"gold": 2}), "invoke", "bid:8", "bid:9")
    expect(s, centre_sun=9, first={"suns": [6, 5, 2], "used_suns": [1]}, second={"suns": [8, 7, 4, 3]})


def test_god_actions() -> None:
    s = scene(first=player([9, 6, 5, 2], god=2), track={"gold": 1, "god": 1, "nile": 2, "unrest": 1})
    assert RA.actions(s) == ["draw", "god:gold", "god:nile", "invoke"]
    s = after(s, "god:nile")
    expect(s, phase="god", to_move=0, auction_track={"god": 1, "gold": 1, "nile": 1, "unrest": 1})
    expect(s, first={"tiles": {"god": 1, "nile": 1}})
    assert RA.actions(s) == ["done", "god:gold", "god:nile"]
    expect(after(s, "done"), phase="main", to_move=1)
    s = after(s, "god:gold")
    expect(s, phase="god", to_move=0, first={"tiles": {"gold": 1, "nile": 1}})
    assert RA.actions(s) == ["done"]
    expect(after(s, "done"), phase="main", to_move=1, auction_track={"god": 1, "nile": 1, "unrest": 1})


def test_god_actions_with_a_full_track_and_a_lone_player() -> None:
    s = scene(first=player([9], [6, 5, 2], god=1), second=player([], [8, 7, 4, 3]), track={"pharaoh": 7, "drought": 1})
    assert RA.actions(s) == ["invoke", "god:pharaoh"]
    expect(after(s, "god:pharaoh", "done"), to_move=0, phase="main", auction_track={"pharaoh": 6, "drought": 1})


def test_nothing_for_a_god_to_take() -> None:
    assert RA.actions(scene(first=player([9, 6, 5, 2], god=1), track={"god": 2, "funeral": 1})) == ["draw", "invoke"]


def test_god_actions_can_be_switched_off() -> None:
    data = scene_json(first=player([9, 6, 5, 2], god=2), track={"gold": 1})
    assert "god:gold" in RA.actions(RA.from_json(data))
    off = Ra(gods=False)
    assert off.actions(off.from_json(data)) == ["draw", "invoke"]


def won(held: dict[str, int], track: dict[str, int]) -> State:
    """The second player, holding something, wins a track that the first has called for."""
    return after(scene(second=player([8, 7, 4, 3], **held), track=track), "invoke", "bid:8", "pass")


def left(held: dict[str, int], track: dict[str, int]) -> dict[str, int]:
    """What he then holds, without having been asked."""
    state = won(held, track)
    expect(state, phase="main", to_move=1, pending_discards=[])
    tiles: dict[str, int] = RA.to_json(state)["players"][1]["tiles"]
    return tiles


@pytest.mark.parametrize(
    ("held", "track", "expected"),
    [
        ({"pharaoh": 5}, {"funeral": 1}, {"pharaoh": 3}),
        ({"pharaoh": 5}, {"funeral": 2}, {"pharaoh": 1}),
        ({"pharaoh": 3}, {"funeral": 2}, {}),
        ({}, {"funeral": 1, "pharaoh": 3}, {"pharaoh": 1}),
        ({"nile": 1}, {"funeral": 1}, {"nile": 1}),
        ({}, {"nile": 2, "flood": 1, "drought": 1}, {"nile": 1}),
        ({"flood": 3, "nile": 1}, {"drought": 1}, {"flood": 1, "nile": 1}),
        ({"flood": 1, "nile": 5}, {"drought": 2}, {"nile": 2}),
        ({"nile": 1}, {"drought": 1}, {}),
        ({"civilization_1": 1, "civilization_2": 1}, {"unrest": 1}, {}),
        ({"civilization_1": 1}, {"unrest": 1, "gold": 1}, {"gold": 1}),
        ({"civilization_4": 5}, {"unrest": 1}, {"civilization_4": 3}),
        ({"civilization_4": 3, "civilization_5": 1}, {"unrest": 2}, {}),
        ({"monument_1": 1, "monument_2": 1}, {"earthquake": 1}, {}),
        ({"monument_3": 5}, {"earthquake": 2}, {"monument_3": 1}),
        ({"god": 1}, {"unrest": 4, "earthquake": 2, "funeral": 2}, {"god": 1}),
    ],
)
def test_disasters_without_a_choice(held: dict[str, int], track: dict[str, int], expected: dict[str, int]) -> None:
    assert left(held, track) == expected


def test_unrest_is_the_winners_choice() -> None:
    s = won({"civilization_1": 1, "civilization_2": 1}, {"civilization_3": 1, "unrest": 1, "nile": 1})
    expect(s, phase="discard", to_move=1, caller=0, voluntary=False, bid=None, auction_track={}, centre_sun=8)
    expect(s, pending_discards=["unrest", "unrest"])
    assert RA.turn(s) is Turn.SECOND
    assert sorted(RA.actions(s)) == [f"discard:civilization_{i}" for i in (1, 2, 3)]
    s = after(s, "discard:civilization_3")
    expect(s, phase="discard", pending_discards=["unrest"], to_move=1)
    assert sorted(RA.actions(s)) == ["discard:civilization_1", "discard:civilization_2"]
    s = after(s, "discard:civilization_1")
    expect(s, phase="main", to_move=1, caller=None, pending_discards=[])
    expect(s, second={"tiles": {"nile": 1, "civilization_2": 1}, "suns": [7, 4, 3], "used_suns": [1]})


def test_a_choice_that_stops_being_one_is_made_at_once() -> None:
    # After the single Civilization has gone only one kind is left, and one of it must go.
    s = won({"civilization_1": 3, "civilization_2": 1}, {"unrest": 1})
    expect(after(s, "discard:civilization_2"), phase="main", second={"tiles": {"civilization_1": 2}})
    s = after(s, "discard:civilization_1")
    expect(s, phase="discard", pending_discards=["unrest"])
    expect(after(s, "discard:civilization_1"), second={"tiles": {"civilization_1": 1, "civilization_2": 1}})


def test_the_earthquake_is_the_winners_choice() -> None:
    s = won({"monument_1": 2, "monument_8": 2}, {"earthquake": 1})
    expect(s, phase="discard", pending_discards=["earthquake"] * 2)
    assert sorted(RA.actions(s)) == ["discard:monument_1", "discard:monument_8"]
    expect(after(s, "discard:monument_1", "discard:monument_8"), second={"tiles": {"monument_1": 1, "monument_8": 1}})


def test_both_disasters_unrest_first() -> None:
    held = dict.fromkeys((*CIVILIZATIONS[:3], *MONUMENTS[:3]), 1)
    s = won(held, {"unrest": 1, "earthquake": 1})
    expect(s, pending_discards=["unrest", "unrest", "earthquake", "earthquake"])
    assert all(action.startswith("discard:civilization") for action in RA.actions(s))
    s = after(s, "discard:civilization_1", "discard:civilization_2")
    expect(s, phase="discard", pending_discards=["earthquake", "earthquake"], to_move=1)
    assert all(action.startswith("discard:monument") for action in RA.actions(s))
    s = after(s, "discard:monument_1", "discard:monument_2")
    expect(s, phase="main", second={"tiles": {"civilization_3": 1, "monument_3": 1}})


def test_forced_removals_of_the_other_disaster_do_not_wait() -> None:
    s = won({"civilization_1": 2, "civilization_2": 2, "monument_1": 3}, {"unrest": 1, "earthquake": 1})
    expect(s, phase="discard", pending_discards=["unrest"] * 2)
    expect(s, second={"tiles": {"civilization_1": 2, "civilization_2": 2, "monument_1": 1}})
    s = won({"civilization_1": 2, "monument_1": 3, "monument_2": 1}, {"unrest": 1, "earthquake": 1})
    expect(
        s, phase="discard", pending_discards=["earthquake"] * 2, second={"tiles": {"monument_1": 3, "monument_2": 1}}
    )


def test_two_of_a_kind_remove_four() -> None:
    s = won({"civilization_1": 3, "civilization_2": 3}, {"unrest": 2})
    expect(s, pending_discards=["unrest"] * 4)
    s = after(s, *["discard:civilization_1"] * 3)
    expect(s, phase="main", second={"tiles": {"civilization_2": 2}})


def test_discards_come_before_the_epoch_ends() -> None:
    last_sun = {"first": player([2], [9, 6, 5]), "second": player([], [8, 7, 4, 3])}
    held = {"civilization_1": 1, "civilization_2": 1, "civilization_3": 1}
    s = after(scene(**last_sun, track=held | {"unrest": 1}), "invoke", "bid:2")
    expect(s, phase="discard", epoch=1, first={"suns": [], "used_suns": [9, 6, 5, 1]})
    s = after(s, "discard:civilization_1", "discard:civilization_2")
    # One Civilization scores 0; the other player, without any, -5.
    expect(s, phase="main", epoch=2, to_move=0, first={"points": 10}, second={"points": 5})


def test_move_order() -> None:
    assert RA.actions(scene(track={"nile": 3})) == ["draw", "invoke"]
    assert RA.actions(scene(track={"gold": 2})) == ["invoke", "draw"]
    assert RA.actions(scene(track={"gold": 2, "unrest": 1})) == ["draw", "invoke"]
    rich = scene(first=player([9, 6, 5, 2], god=1), track={"gold": 2, "nile": 1, "civilization_2": 1})
    assert RA.actions(rich) == ["invoke", "draw", "god:civilization_2", "god:gold", "god:nile"]
    assert RA.actions(after(scene(), "invoke", "bid:7")) == ["bid:9", "pass"]


def test_illegal_moves_name_the_legal_ones() -> None:
    with pytest.raises(IllegalMoveError, match="illegal action 'bid:2': expected one of draw, invoke"):
        RA.play(scene(), "bid:2")
    with pytest.raises(IllegalMoveError, match="illegal outcome 'sun': expected one of ra"):
        RA.resolve(scene(phase="drawing"), "sun")


def test_an_empty_bag_cannot_be_drawn_from() -> None:
    assert RA.actions(scene(bag={})) == ["invoke"]
