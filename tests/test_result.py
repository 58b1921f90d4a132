"""How results show themselves: as a table in a notebook, as a data frame."""

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
