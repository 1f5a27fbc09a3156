"""Tables that were not played because somebody did not come, and how that is said."""

from collections.abc import Sequence

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Forfeit(models.IntegerChoices):
    """Who did not come to a table of two sides; the numbers of single ones are those of sides."""

    FIRST = 0, _("the first side did not come")
    SECOND = 1, _("the second side did not come")
    BOTH = 2, _("neither side came")


def forfeit_of(absent: Sequence[int]) -> Forfeit:
    """Return the forfeit of these sides: 0, 1 or both. Raises ValueError for any others."""
    sides = sorted(set(absent))
    if sides == [0, 1]:
        return Forfeit.BOTH
    if len(sides) != 1 or sides[0] == Forfeit.BOTH:
        raise ValueError(f"no forfeit of the sides {sides}")
    return Forfeit(sides[0])


def absent_sides(forfeit: int | None) -> tuple[int, ...]:
    """Return the sides that did not come; none where nothing was forfeited."""
    if forfeit is None:
        return ()
    return (0, 1) if forfeit == Forfeit.BOTH else (forfeit,)


def forfeit_winner(forfeit: int | None) -> int | None:
    """Return the side that came and so has won, None where nobody did."""
    return None if forfeit in (None, Forfeit.BOTH) else 1 - forfeit


def forfeit_label(forfeit: int) -> str:
    """Return what the state of such a table is called."""
    return gettext("nobody came") if forfeit == Forfeit.BOTH else gettext("won by forfeit")


def forfeit_in_words(forfeit: int, names: Sequence[str]) -> str:
    """Return a sentence that says who did not come and what follows; `names` are by side."""
    if forfeit == Forfeit.BOTH:
        return gettext("Neither side came: %(one)s and %(other)s both lose without playing.") % {
            "one": names[0],
            "other": names[1],
        }
    return gettext("%(absent)s did not come: %(winner)s won by forfeit.") % {
        "absent": names[forfeit],
        "winner": names[1 - forfeit],
    }
