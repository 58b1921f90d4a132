"""Reviews against what can be worked out by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms.analysis import SearchJudge, review, review_page
from mcms.arena import Records, pairing
from mcms.arena.session import Session
from mcms.arena.summary import session_of
from mcms.game import Turn
from tests.cli.process import RunMcms


def pig_session(start: dict[str, object], *steps: str, game: str = "pig") -> Session:
    rules = mcms.load(game)
    session = Session(rules, start=rules.from_json(start))
    for step in steps:
        session.advance(step)
    return session


def test_one_roll_from_winning_by_hand() -> None:
    # One die, goal 10, first has 8 + 1 at stake: any roll but a 1 wins. So rolling wins with 5/6 + w/6, where w is what
    # the bust leaves, and the bust takes all of that but w.
    rules, start = "pig(goal=10,dice=1)", {"scores": [8, 0], "turn_total": 1, "to_move": 0}
    solution = mcms.solve(mcms.load(rules))
    rolled, stopped = (pig_session(start, *steps, game=rules) for steps in (("roll", "one"), ("stop",)))
    left = (100 + solution.value(rolled.state)) / 200
    by_rolling = 5 / 6 + left / 6
    decision, bust = review(rolled).steps
    assert (decision.best, decision.gave_away) == ("roll", pytest.approx(0))
    assert decision.before == pytest.approx(100 * by_rolling)
    assert bust.luck == pytest.approx(100 * (left - by_rolling))
    assert (bust.player, bust.by) == (Turn.FIRST, Turn.CHANCE)
    found = review(stopped)
    lost = 100 * (by_rolling - (100 + solution.value(stopped.state)) / 200)
    assert found.worst[0].gave_away == pytest.approx(lost)
    first, second = found.players
    assert (first.gave_away, first.mistakes, first.luck) == (pytest.approx(lost), 1, 0)
    assert (second.decisions, second.rolls) == (0, 0)


@pytest.mark.parametrize("seed", range(3))
def test_luck_and_skill_add_up_to_the_result(seed: int) -> None:
    meeting = pairing(mcms.load("pig"), "hold:12", "hold:30", matches=1, seed=seed)
    with Records(":memory:") as records:
        records.add([(meeting, meeting.play(slot)) for slot in meeting.slots()])
        sessions = [session_of(stored) for stored in records.games()]
    assert len(sessions) == 2
    for session in sessions:
        found = review(session)
        first, second = found.players
        end = 100.0 if (found.result or 0) > 0 else 0.0
        gained = first.luck - first.gave_away - second.luck + second.gave_away
        assert found.exact
        assert found.steps[0].before + gained == pytest.approx(end)


def test_what_can_be_solved_is_exact_and_the_rest_is_marked() -> None:
    game = mcms.load("ewn")
    player = mcms.player("greedy", game)
    session = Session(game, seed=4)
    while session.turn is not Turn.OVER:
        if session.turn is Turn.CHANCE:
            session.roll()
        else:
            session.play(str(player.choose(game, session.state, len(session.events))))
    seen: list[tuple[int, int]] = []
    found = review(session, nodes=2000, on_progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(session.events), len(session.events))
    assert not found.exact
    assert found.steps[0].depth is not None
    assert found.steps[-1].depth is None
    last = found.steps[-1]
    assert last.after in (0, 100)
    assert "2,000 nodes" in found.judged_by[-1]


def test_a_token_stops_it() -> None:
    token = mcms.StopToken()
    token.stop()
    session = Session(mcms.load("backgammon"), seed=1)
    session.roll()
    with pytest.raises(mcms.StoppedError, match="reviewing backgammon was stopped"):
        review(session, stop=token)


def test_a_search_of_all_of_a_small_game_judges_as_its_solution_does() -> None:
    game = mcms.load("random_tree(depth=3)")
    start = game.initial_state(1)
    session = Session(game, seed=1, start=start)
    while session.turn is not Turn.OVER:
        if session.turn is Turn.CHANCE:
            session.roll()
        else:
            session.play(game.actions(session.state)[-1])
    exact = review(session)
    searched = review(session, judges=(SearchJudge(game, 10**6),))
    assert exact.exact
    assert not searched.exact
    for one, other in zip(exact.steps, searched.steps, strict=True):
        assert one.after == pytest.approx(other.after)
        assert one.gave_away == (None if other.gave_away is None else pytest.approx(other.gave_away))


def test_a_game_for_points_is_reviewed_in_points() -> None:
    # Both have one checker left, on their 1 and 2: whoever rolls takes it off, so first, who is to roll, wins a point.
    game = mcms.load("backgammon")
    points = [1] + [0] * 21 + [-1, 0]
    state = {"points": points, "bar": [0, 0], "off": [14, 14], "dice": None, "to_move": 0}
    session = Session(game, start=game.from_json(state))
    session.advance("62")
    session.play("1/off")
    found = review(session)
    assert (found.unit, found.worth_range, found.result) == ("points", (-3, 3), 1)
    assert [step.before for step in found.steps] == pytest.approx([1, 1])
    assert "points of first" in review_page(found)


def test_a_position_is_searched_once_for_its_review(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[mcms.Limit] = []
    search = mcms.TableSearch.search

    def counted(table: mcms.TableSearch[Any], *arguments: Any, limit: mcms.Limit, **more: Any) -> object:
        searched.append(limit)
        return search(table, *arguments, limit=limit, **more)

    monkeypatch.setattr(mcms.TableSearch, "search", counted)
    game = mcms.load("ewn")
    state = game.resolve(game.initial_state(1), "3")
    judged = SearchJudge(game, 5000).verdict(state, game.actions(state)[0])
    assert searched[0] == mcms.Limit(nodes=5000)
    assert all(limit.nodes is None for limit in searched[1:])  # what the step led to, as deep as that was
    by_mcms = mcms.search(game, state, "mcms", limit=mcms.Limit(depth=judged.depth))  # what a hint says
    assert judged.before == by_mcms.value


def write_transcript(path: Path) -> None:
    with path.open("w") as log:
        session = Session(mcms.load("pig"), seed=2, log=log)
        for _ in range(3):
            session.play("roll")
            session.roll()
            if session.turn is Turn.FIRST and "stop" in session.game.actions(session.state):
                session.play("stop")


def test_the_command(mcms: RunMcms, tmp_path: Path) -> None:
    write_transcript(tmp_path / "game.jsonl")
    shown = mcms("analyse", str(tmp_path / "game.jsonl"), "--html", str(tmp_path / "review.html"))
    assert shown.returncode == 0, shown.stderr
    assert "the exact solution" in shown.stdout
    assert "Worst decisions" in (tmp_path / "review.html").read_text()
    as_json = json.loads(mcms("analyse", str(tmp_path / "game.jsonl"), "--json").stdout)
    assert as_json["exact"]
    assert [player["player"] for player in as_json["players"]] == ["first", "second"]


def test_bad_input_is_one_sentence(mcms_here: RunMcms, tmp_path: Path) -> None:
    write_transcript(tmp_path / "game.jsonl")
    (tmp_path / "diary.txt").write_text("dear diary\n")
    Records(tmp_path / "none.db").close()
    for arguments, says in (
        ([str(tmp_path / "none.db"), "--game", "9" * 30], "has no game 9"),
        ([str(tmp_path / "diary.txt")], "no JSON object"),
        ([str(tmp_path / "game.jsonl"), "--game", "1"], "game is 1"),
        ([str(tmp_path / "game.jsonl"), "--nodes", "0"], "nodes is 0"),
        ([str(tmp_path / "nowhere")], "cannot read"),
    ):
        outcome = mcms_here("analyse", *arguments)
        assert (outcome.returncode, says in outcome.stderr) == (2, True), outcome.stderr


def test_the_page_has_no_script_and_no_markup_from_names() -> None:
    found = review(pig_session({"scores": [50, 40], "turn_total": 12, "to_move": 0}, "stop"))
    page = review_page(found, "<script>alert(1)</script>")
    assert "<script" not in page
    assert "1.16\u00a0%" in page
