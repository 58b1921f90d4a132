"""What records and seeds know games and players by: a text that never changes, and the code that decides."""

import dataclasses
import importlib
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms.arena import Records, SerialExecutor, Slot, pairing, play_pairings
from mcms.arena.identity import game_identity, player_identity, written
from mcms.arena.player import as_player
from mcms.arena.summary import summaries_of
from mcms.exceptions import RecordsError
from mcms.learn import LearningOptions, learn
from tests.arena.own_players import Heap, Named, by_seed, first_action

PIG = mcms.load("pig(goal=30)")
THRIFTY = 'chance=Sampled(control="estimate",draw="systematic",exact_below=1,luck="depth",thrifty=true,width=8)'

BOT = """
def choose(game, state, seed):
    return game.actions(state)[{place}]
"""


@pytest.mark.parametrize(
    ("algorithm", "text"),
    [
        (mcms.Expectimax(), "Expectimax()"),
        (mcms.Star1(prune_from=0), "Star1(prune_from=0)"),
        (mcms.Star1(rule_bounds=False, keep=True), "Star1(keep=true,rule_bounds=false)"),
        (mcms.Star2(chance=mcms.Sampled(18), table_bounds=True), "Star2(chance=Sampled(width=18),table_bounds=true)"),
        (mcms.Mcms(evaluation="own"), f"Mcms(candidates=8,{THRIFTY})"),  # without these it was another search
        (mcms.Mcms(evaluation=None, threads=2), f"Mcms(candidates=8,{THRIFTY},threads=2)"),
        (mcms.Mcms(), f'Mcms(candidates=8,{THRIFTY}) evaluation="best"'),
        (mcms.Mcms(evaluation="learnt"), f'Mcms(candidates=8,{THRIFTY}) evaluation="learnt"'),
        (mcms.Star2(evaluation="own"), "Star2()"),
        (mcms.Mcts(evaluation="learnt"), 'Mcts(exploration=50,rollout_moves=0) evaluation="learnt"'),
        (mcms.Mcts(), "Mcts(exploration=50,rollout_moves=0)"),
        (mcms.Mcts(exploration=0.5, rollout_moves=None), "Mcts(exploration=0.5,rollout_moves=none)"),
        (
            mcms.Mcts(widening=mcms.Progressive(constant=5, exponent=0.2), final="value"),
            'Mcts(exploration=50,final="value",rollout_moves=0,widening=Progressive(constant=5,exponent=0.2))',
        ),
    ],
)
def test_texts_of_format_1_never_change(algorithm: Any, text: str) -> None:
    assert written(algorithm) == text


def test_seeds_of_searches_never_change() -> None:
    meeting = pairing(mcms.load("pig"), "star2ss@depth=2", "mcts@simulations=9", matches=1, seed=7)
    assert meeting.match_seed(3) == 1036345937106001590


def test_a_new_option_changes_nothing_as_long_as_it_does_what_was_done_before() -> None:
    @dataclasses.dataclass(frozen=True, kw_only=True)
    class Star1(mcms.Star1):
        novelty: bool = False

    assert written(Star1()) == written(mcms.Star1())
    assert written(Star1(novelty=True)) == "Star1(novelty=true)"


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path / "my_changing_bot.py"
    sys.modules.pop("my_changing_bot", None)


def bot_of(path: Path, place: int) -> Any:
    """Write the player anew, and import it as the next run would."""
    path.write_text(BOT.format(place=place))
    sys.modules.pop(path.stem, None)
    importlib.invalidate_caches()
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    try:
        return importlib.import_module(path.stem).choose
    finally:
        sys.dont_write_bytecode = before


def test_a_changed_player_is_another_one(bot: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    records = tmp_path / "records.db"

    def play(place: int, matches: int = 3) -> Any:
        meeting = pairing(Heap(), bot_of(bot, place), "random", matches=matches)
        (result,) = play_pairings([meeting], records=records, executor=SerialExecutor())
        return result

    first = play(0)
    assert (first.recorded, first.played) == (0, 6)
    assert caplog.messages == []
    assert (play(0).recorded, play(0).played) == (6, 0)
    changed = play(1)
    assert (changed.recorded, changed.played) == (0, 6)
    assert caplog.messages == ["my_changing_bot.py has changed since: 6 games of the former one are kept apart"]
    assert play(0, matches=4).recorded == 6
    with Records(records, read_only=True) as kept:
        assert len({stored.a_code for stored in kept.pairings()}) == 2
        names = [summary.pairing.a for summary in summaries_of(kept.games())]
    former, latter = names  # ratings go by names, and must not add the two up
    assert former != latter
    assert all(re.fullmatch(r"\S+ #[0-9a-f]{6}", name) for name in names)


def test_other_weights_in_the_same_file_are_another_game_and_another_player(tmp_path: Path) -> None:
    file = tmp_path / "ewn.npz"
    ewn = mcms.load("ewn")

    def learn_and_identify(seed: int) -> tuple[Any, Any]:
        learn(ewn, LearningOptions(games=16, round=16, hidden=16, seed=seed), measure_pairs=0).weights.save(file)
        player = mcms.player(f"star1(evaluation={file})@depth=1", ewn)
        return game_identity(mcms.load(f"ewn(evaluation={file})")), player_identity(player)

    former, latter = learn_and_identify(1), learn_and_identify(2)
    for one, other in zip(former, latter, strict=True):
        assert one.text == other.text
        assert one.code != other.code
        assert one.files == ("ewn.npz",)
    assert learn_and_identify(1) == former


def test_searches_are_known_by_an_evaluation_of_their_own() -> None:
    ewn = mcms.load("ewn")
    own, race = (player_identity(mcms.player(text, ewn)) for text in ("exp@depth=1", "exp(evaluation=race)@depth=1"))
    assert own.text == "Expectimax()"
    assert race.text == 'Expectimax() evaluation="race"'


def test_a_changed_player_meets_the_same_luck(bot: Path) -> None:
    seeds = [pairing(PIG, bot_of(bot, place), "random", matches=1).match_seed(0) for place in (0, 1)]
    assert seeds[0] == seeds[1]


class Pile:
    """A game that prints nothing of its options."""

    def __init__(self, size: int) -> None:
        self.heap = Heap(size)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("heap", "identity"):
            raise AttributeError(name)
        return getattr(self.heap, name)


class Nameless:
    """A player that prints nothing of its options."""

    name = "nameless"

    def __init__(self, place: int) -> None:
        self.place = place

    def choose(self, game: Any, state: Any, seed: int) -> Any:
        return game.actions(state)[self.place]


def made_inside() -> Any:
    return lambda game, state, seed: 1


@pytest.mark.parametrize(
    ("game", "player", "says"),
    [
        (Pile(20), first_action, "the game .*Pile prints nothing of its options"),
        (Heap(), lambda game, state, seed: 1, "player .*lambda.* is a lambda, of which a module may have many"),
        (Heap(), made_inside(), "player .*lambda.* is made inside another function"),
        (Heap(), Nameless(1), "player nameless prints nothing of its options"),
        (Heap(), partial(by_seed), "player .* has no text that is the same the next time"),
    ],
)
def test_what_has_no_identity_is_kept_in_no_file(game: Any, player: Any, says: str, tmp_path: Path) -> None:
    meeting = pairing(game, player, "random", matches=1)
    with pytest.raises(mcms.InvalidOptionError, match=f"{says}.*expected a function or class.* identity"):
        play_pairings([meeting], records=tmp_path / "records.db", executor=SerialExecutor())
    (result,) = play_pairings([meeting], executor=SerialExecutor())  # in memory it does no harm
    assert result.counts.pairs == 1


def test_an_identity_of_one_s_own(tmp_path: Path) -> None:
    games = Pile(20), Pile(50)
    for game in games:
        game.identity = f"pile of {game.heap.size}"  # type: ignore[attr-defined]
    texts = [game_identity(game).text for game in games]
    assert texts == ["pile of 20", "pile of 50"]
    results = [
        play_pairings([pairing(game, by_seed, "random", matches=2)], records=tmp_path / "records.db")[0]
        for game in games
    ]
    assert [result.recorded for result in results] == [0, 0]


def test_what_is_known_of_whom() -> None:
    assert game_identity(PIG).code == player_identity(mcms.player("hold:20", PIG)).code == ""
    named = player_identity(Named(1))
    assert (named.text, named.files) == ("tests.arena.own_players:Named(choice=1)", ("own_players.py",))
    assert named.code == game_identity(Heap(3)).code == player_identity(as_player(by_seed, PIG, None)).code
    assert (
        game_identity(mcms.load("tests.arena.own_players:Heap(size=5)")).text == "tests.arena.own_players:Heap(size=5)"
    )


def test_games_know_their_build(tmp_path: Path) -> None:
    from mcms.build import COMMIT, COMPILER

    meeting = pairing(PIG, "hold:8", "hold:9", matches=1)
    with Records(tmp_path / "records.db") as records:
        records.add([(meeting, meeting.play(Slot(match=0, leg=0)))])
        (game,) = records.games()
    assert game.build == f"{mcms.__version__} ({COMMIT}, {COMPILER})"
    assert COMMIT
    assert COMPILER


def test_an_older_file_is_read_and_never_mixed(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(FORMAT_1)
    with Records(path, read_only=True) as records:
        first, second = records.games()
        assert (first.record.score_a, first.record.points_a, second.record.points_a) == (1.0, 100.0, -100.0)
        assert (first.pairing.a, first.pairing.a_code, first.build) == ("hold:8", "", "")
    with pytest.raises(RecordsError, match=r"format 1, to which nothing can be added .*expected another file"):
        Records(path)


FORMAT_1 = """
PRAGMA application_id = 0x6d636d73;
PRAGMA user_version = 1;
CREATE TABLE pairings(id INTEGER PRIMARY KEY, game, a, b, a_options, b_options, seed, version, machine, python,
  command, started);
CREATE TABLE games(id INTEGER PRIMARY KEY, pairing, match, leg, seed, score_a, utility, moves, first_decisions,
  first_seconds, first_slowest, second_decisions, second_seconds, second_slowest, machine, finished);
INSERT INTO pairings VALUES (1, 'pig', 'hold:8', 'hold:9', 'hold:8', 'hold:9', '0', '0.1.0', 'm', '3.11', 'c', 't');
INSERT INTO games VALUES (1, 1, 0, 0, '7', 1.0, 100.0, '["roll"]', 1, 0.1, 0.1, 0, 0, 0, 'm', 't');
INSERT INTO games VALUES (2, 1, 0, 1, '7', 0.0, 100.0, '["roll"]', 1, 0.1, 0.1, 0, 0, 0, 'm', 't');
"""
