"""The evaluations that every search can ask for, whatever the game: ``own`` and ``best``.

Any other name is one that the game knows, or a file of weights; :func:`mcms.games.learnt.seen_by` reads them all.
"""

from mcms.exceptions import InvalidOptionError

OWN = "own"
"""The evaluation that the game was loaded with."""
BEST = "best"
"""The learnt weights that come with mcms, where a game has them and was loaded with its default evaluation."""
MEANING = (
    "how positions are valued: own, the game's evaluation; best, the learnt weights that come with mcms where "
    "the game has them; or one that the game knows, by its name or as a file of weights; none is own"
)


def check_name(evaluation: object) -> None:
    """Raise unless this may name an evaluation; whether a game has it, only the game can tell."""
    if evaluation is not None and (not isinstance(evaluation, str) or not evaluation):
        raise InvalidOptionError(f"evaluation is {evaluation!r}: expected own, best, or a name or file the game knows")
