"""The ratings of a family of games as a spreadsheet: players, newer ones, and partnerships."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club
from league.faces.public.ratings.ratings_shown import family_in_words, rows_of
from league.faces.public.ratings.shown_names import shown_to
from league.faces.public.visitors import Visitor
from league.foundation.spreadsheets.rows_and_columns import MOST_ROWS, Column, Sheet
from league.tables.ratings import selectors as ratings

COLUMNS = (
    Column(gettext_lazy("List"), lambda row: row["list"]),
    Column(gettext_lazy("Place"), lambda row: row["place"]),
    Column(gettext_lazy("Name"), lambda row: row["name"]),
    Column(gettext_lazy("Rating"), lambda row: row["rating"]),
    Column(gettext_lazy("Margin"), lambda row: row["give_or_take"]),
    Column(gettext_lazy("Lower bound"), lambda row: row["at_least"]),
    Column(gettext_lazy("Tables"), lambda row: row["tables"]),
    Column(gettext_lazy("Deals"), lambda row: row["deals"]),
    Column(gettext_lazy("Last played"), lambda row: row["last_at"].date()),
)


def rating_sheet(club: Club, visitor: Visitor, family: str) -> Sheet:
    title = _("Ratings") + " · " + family_in_words(family)
    return Sheet(title=title, columns=COLUMNS, rows=_rows(club, visitor, family))


def _rows(club: Club, visitor: Visitor, family: str) -> Iterator[dict[str, Any]]:
    everybody = shown_to(ratings.players_rated(club, family), club, visitor)
    pairs = shown_to(ratings.partnerships_rated(club, family), club, visitor)
    for row in rows_of(ratings.settled(everybody)[:MOST_ROWS], club, visitor):
        yield row | {"list": _("Players")}
    for row in rows_of(ratings.provisional(everybody)[:MOST_ROWS], club, visitor):
        yield row | {"list": _("Provisional"), "place": None}
    for row in rows_of(pairs[:MOST_ROWS], club, visitor):
        yield row | {"list": _("Partnerships")}
