"""Several things in a row within a sentence, parted as the language parts them."""

from collections.abc import Iterable

from django.utils.translation import gettext as _


def listed(things: Iterable[object]) -> str:
    """Return "wins, points, lot"; in Japanese the things are parted by 、."""
    return _(", ").join(map(str, things))
