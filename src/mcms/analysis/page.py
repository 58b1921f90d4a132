"""A review as one page that can be saved: drawing and tables, no script, nothing from elsewhere."""

from html import escape

from mcms.analysis.review import PlayerReview, Review, ReviewedStep, Unit

_WIDTH, _HEIGHT = 860, 240
_LEFT, _TOP, _BOTTOM = 46, 14, 26
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 900px; margin: 24px auto; padding: 0 16px; color: #20252b;
  background: #fff; }
table { border-collapse: collapse; width: 100%; margin: 12px 0 28px; }
th, td { text-align: left; padding: 5px 12px 5px 0; border-bottom: 1px solid #dfdbd0; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
svg { width: 100%; height: auto; } .line { fill: none; stroke: #2b6a66; stroke-width: 2; }
.grid { stroke: #dfdbd0; } text { font-size: 12px; fill: #5f6771; } .hint { color: #5f6771; }
"""


def review_page(review: Review, title: str = "Review") -> str:
    """Return the page as HTML.

    Parameters
    ----------
    review
        What a review found.
    title
        The page's title.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> from mcms.analysis import review
    >>> from mcms.arena import Session
    >>> session = Session(pig)
    >>> session.play("roll")
    >>> review_page(review(session), "My game").startswith("<!doctype html>")
    True

    """
    unit = review.unit
    worth = "first wins" if unit is Unit.PERCENT else "points of first"
    sure = "Every value is exact." if review.exact else "Values that are not exact are by a search, and marked so."
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(review.game)}. Judged by {escape(', then '.join(review.judged_by))}. {sure}</p>",
        _graph(review),
        "<h2>Players</h2>",
        _table(
            ("player", "decisions", "gave away", "luck", "rating"),
            [_player(unit, one) for one in review.players],
        ),
        "<h2>Worst decisions</h2>",
        _table(
            ("step", "player", "played", "best", "gave away", "values"),
            [_decision(unit, step) for step in review.worst],
        ),
        "<h2>Every step</h2>",
        _table(("step", "by", "what", worth, "gave away", "luck"), [_step(unit, step) for step in review.steps]),
    ]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def written(amount: float, unit: Unit, *, sign: bool = False) -> str:
    """Write what was given away or gained.

    >>> written(0.0312, Unit.POINTS, sign=True)
    '+0.031'
    """
    plus = "+" if sign else ""
    return f"{amount:{plus}.2f}\u00a0%" if unit is Unit.PERCENT else f"{amount:{plus}.3f}"


def _graph(review: Review) -> str:
    worths = [step.before for step in review.steps] + [step.after for step in review.steps[-1:]]
    span = max(len(worths) - 1, 1)
    least, most = review.worth_range

    def x(number: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - 10) * number / span

    def y(worth: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (most - worth) / (most - least)

    percent = review.unit is Unit.PERCENT
    grid = "".join(
        f'<path class="grid" d="M{_LEFT} {y(at):.1f} H{_WIDTH - 10}"/>'
        f'<text x="{_LEFT - 8}" y="{y(at) + 4:.1f}" text-anchor="end">{f"{at:g} %" if percent else f"{at:+g}"}</text>'
        for at in (least + (most - least) * part / 4 for part in range(5))
    )
    points = " ".join(f"{x(number):.1f},{y(worth):.1f}" for number, worth in enumerate(worths))
    says = "First player's chance to win" if percent else "What it is worth to the first player, in points"
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(says)}, step by step">'
        f'{grid}<polyline class="line" points="{points}"/>'
        f'<text x="{_WIDTH - 10}" y="{_HEIGHT - 6}" text-anchor="end">step</text></svg>'
    )


def _player(unit: Unit, one: PlayerReview) -> list[str]:
    totals = (written(one.gave_away, unit), written(one.luck, unit, sign=True))
    return [str(one.player), str(one.decisions), *totals, one.rating]


def _decision(unit: Unit, step: ReviewedStep) -> list[str]:
    return [
        str(step.number + 1),
        str(step.player),
        step.name,
        step.best or "",
        written(step.gave_away or 0.0, unit),
        "exact" if step.depth is None else f"depth {step.depth}",
    ]


def _step(unit: Unit, step: ReviewedStep) -> list[str]:
    given = "" if not step.gave_away else written(step.gave_away, unit)
    luck = "" if step.luck is None else written(step.luck, unit, sign=True)
    return [str(step.number + 1), str(step.by), step.name, written(step.after, unit), given, luck]


def _table(columns: tuple[str, ...], rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
