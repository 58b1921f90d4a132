"""Review of games: what each decision gave away, and what luck gave and took."""

from mcms.analysis.judge import ExactJudge, Judge, SearchJudge, judge_of
from mcms.analysis.page import review_page
from mcms.analysis.review import PlayerReview, Review, ReviewedStep, Unit, review
from mcms.field_docs import document_fields

__all__ = [
    "ExactJudge",
    "Judge",
    "PlayerReview",
    "Review",
    "ReviewedStep",
    "SearchJudge",
    "Unit",
    "judge_of",
    "review",
    "review_page",
]

document_fields(globals()[name] for name in __all__)
