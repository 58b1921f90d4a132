"""How results, states, trees and solutions show themselves: in a notebook, as a data frame, as text."""

from html import escape
from typing import Any

import pytest

import mcms


def found(name: str, limit: mcms.Limit) -> mcms.SearchResult[str]:
    pig = mcms.load("pig")
    state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    return mcms.search(pig, state, name, limit=limit)


def test_a_notebook_shows_every_action() -> None:
    result = found("mcts", mcms.Limit(simulations=200))
    page = result._repr_html_()
    assert page.count("<tr>") == 1 + len(result.actions)
    assert f"<b>{result.action}</b>" in page
    assert f"<td>{result.actions[0].visits:,}</td>" in page


def test_names_are_text_not_markup() -> None:
    class Markup:
        def __str__(self) -> str:
            return "<script>"

    plain = found("exp", mcms.Limit(depth=2))
    entry = mcms.ActionValue(action=Markup(), value=None, lower=-1.0, upper=1.0, depth=1)
    page = mcms.SearchResult(**{**vars(plain), "action": Markup(), "actions": (entry,)})._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_a_data_frame_has_a_row_for_each_action() -> None:
    pytest.importorskip("pandas")
    result = found("exp", mcms.Limit(depth=3))
    frame = result.to_pandas()
    assert list(frame["action"]) == [entry.action for entry in result.actions]
    assert list(frame["value"]) == [entry.value for entry in result.actions]


def shown(thing: Any) -> str:
    page = thing._repr_html_()
    assert isinstance(page, str)
    return page


def test_a_notebook_shows_a_tree_with_its_children() -> None:
    pig = mcms.load("pig")
    tree = mcms.TreeSearch(pig, pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0}), seed=1)
    tree.search(limit=mcms.Limit(simulations=300))
    node = tree.view(depth=1)
    assert shown(node).count("<tr>") == 1 + len(node.children)
    for child in node.children:
        assert f"<td>{child.step}</td>" in shown(node)
        assert f"<td>{child.visits:,}</td>" in shown(node)
    assert shown(node) in shown(tree)
    assert repr(tree) == f"<TreeSearch of pig by {tree.algorithm}: {tree.nodes:,} nodes>"


def test_a_notebook_shows_states() -> None:
    for name in ("ewn", "ra"):
        game = mcms.load(name)
        state: Any = game.initial_state(1)
        assert shown(state) == f"<pre>{escape(game.text(state))}</pre>"
    for name in ("pig", "cant_stop", "backgammon"):
        state = mcms.load(name).initial_state(1)
        for field, value in state.as_dict().items():
            assert f"<td>{field}</td><td>{escape(str(value))}</td>" in shown(state)


def test_a_notebook_shows_what_was_solved() -> None:
    pig = mcms.load("pig(goal=20)")
    for solution in (mcms.solve(pig), mcms.solve(mcms.RandomTree(depth=2))):
        assert escape(repr(solution)) in shown(solution)
        assert f"<td>{solution.states:,}</td>" in shown(solution)
