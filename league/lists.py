"""Several things in a row within a sentence, parted as the language parts them."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _


def listed(things: Iterable[object]) -> str:
    """Return "wins, points, lot"; in Japanese the things are parted by 、."""
    return _(", ").join(map(str, things))


def listed_some(things: Sequence[object], most: int) -> str:
    """Return the things as `listed` does; of more than `most` the first ones and how many more."""
    if len(things) <= most:
        return listed(things)
    more = len(things) - (most - 1)
    return _("%(names)s and %(count)d more") % {"names": listed(things[: most - 1]), "count": more}
