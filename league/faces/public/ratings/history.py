"""Why a rating is what it is: night by night, with a sentence for each table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from math import ceil, floor
from typing import Any

from django.db.models import OuterRef
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Player
from league.faces.public.ratings.ratings_shown import shown_name
from league.faces.public.templatetags.numbers import signed
from league.faces.public.visitors import Visitor
from league.foundation.lists import listed
from league.foundation.related_rows import rows_column
from league.foundation.shown_numbers import figure
from league.play.events.models import Event
from league.play.rounds.models import Seat
from league.tables.ratings.method import POINTS, Strength, shown, shown_change
from league.tables.ratings.models import Rating, RatingChange


def nights_of(
    rating: Rating, changes: Sequence[RatingChange], events: Iterable[int], visitor: Visitor
) -> list[dict[str, Any]]:
    """Return the changes, the latest first, put together by night and event; one query.

    Of an event that is not among `events` the visitor learns that there was one, and no more.
    """
    known = set(events)
    sat = _seats(changes)
    nights = []
    for (event, day), group in groupby(changes, key=_night):
        tables = list(group)
        is_shown = event.pk in known
        nights.append(
            {
                "day": day,
                "event": event if is_shown else None,
                "change": shown_change(tables[-1].mu_before, tables[0].mu),
                "tables": [
                    {
                        "sentence": why_sentence(rating, table, sat[table.table_id], visitor),
                        "url": _address(event, table),
                    }
                    for table in tables
                ]
                if is_shown
                else [],
            }
        )
    return nights


def _night(change: RatingChange) -> tuple[Event, Any]:
    return change.table.round.stage.event, timezone.localtime(began(change)).date()


def began(change: RatingChange) -> datetime:
    """Return when the round of the table began."""
    round_ = change.table.round
    return round_.opened_at or round_.drawn_at


def _address(event: Event, change: RatingChange) -> str:
    return reverse("public:table", args=[event.club.slug, event.slug, change.table_id])


def _seats(changes: Iterable[RatingChange]) -> dict[int, list[tuple[int, Player]]]:
    """Return (side, player) of the seats of each table, in the order of the seats."""
    seats: dict[int, list[tuple[int, Player]]] = {change.table_id: [] for change in changes}
    rows = (
        Seat.objects.filter(table__in=seats, player__isnull=False)
        .select_related("player__merged_into", "placement")
        .order_by("table_id", "number")
    )
    for seat in rows:
        if seat.player is not None and seat.placement.side is not None:
            player = seat.player.merged_into or seat.player
            seats[seat.table_id].append((seat.placement.side, player))
    return seats


def why_sentence(
    rating: Rating, change: RatingChange, sat: Sequence[tuple[int, Player]], visitor: Visitor
) -> str:
    """Return what the table did to the rating, and why, in one sentence with its numbers."""
    rated_players = {rating.player_id, rating.partner_id}
    side = next((side for side, player in sat if player.pk in rated_players), 0)
    others = [shown_name(player, visitor) for its, player in sat if its != side]
    sides = len({its for its, _player in sat})
    words = {
        "change": signed(shown_change(change.mu_before, change.mu)) or "0",
        "others": _listed(others),
        "margin": figure(abs(change.margin)),
        "deals": ngettext("%(count)d deal", "%(count)d deals", change.deals)
        % {"count": change.deals},
        "expected": round(100 * change.expected),
        "share": round(100 * change.share),
    }
    return _sentence(change.margin, sides) % words


def _sentence(margin: float, sides: int) -> str:
    if margin == 0:
        return _(
            "%(change)s: drew with %(others)s over %(deals)s. Expected %(expected)d%%, scored "
            "%(share)d%%."
        )
    if sides > 2:
        if margin > 0:
            return _(
                "%(change)s: won the table over %(deals)s by %(margin)s, against %(others)s. "
                "Expected %(expected)d%%, scored %(share)d%%."
            )
        return _(
            "%(change)s: %(margin)s behind the winner of the table over %(deals)s, against "
            "%(others)s. Expected %(expected)d%%, scored %(share)d%%."
        )
    if margin > 0:
        return _(
            "%(change)s: beat %(others)s by %(margin)s over %(deals)s. Expected "
            "%(expected)d%%, scored %(share)d%%."
        )
    return _(
        "%(change)s: lost to %(others)s by %(margin)s over %(deals)s. Expected %(expected)d%%, "
        "scored %(share)d%%."
    )


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": listed(names[:-1]), "last": names[-1]}


# --- The course of a rating as a drawing: plain numbers for a template that writes the SVG ---

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 56, 8, 10, 10
STEP = 100
MOST_CHANGES = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A line of ratings with the band in which two out of three strengths lie.

    `line` and `band` are the points of SVG lines; `marks` are (rating, height) of the rules.
    `days` are those of the first and the last table, where they are known.
    """

    line: str
    band: str
    marks: list[tuple[int, float]]
    last: tuple[float, float]
    first_shown: int
    last_shown: int
    highest: int
    lowest: int
    tables: int
    days: tuple[date, date] | None = None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def chart_of(strengths: Sequence[Strength], began: Sequence[datetime] = ()) -> Chart | None:
    """Return the drawing of strengths in the order of time, or None for fewer than two.

    `began` is when the rounds of the tables began that made them, in the same order.
    """
    if len(strengths) < 2:
        return None
    values = [shown(strength.mu) for strength in strengths]
    spreads = [POINTS * strength.sigma for strength in strengths]
    low = floor(min(map(_less, values, spreads)) / STEP) * STEP
    high = ceil(max(map(_more, values, spreads)) / STEP) * STEP

    def across(number: int) -> float:
        return round(LEFT + number * (WIDTH - LEFT - RIGHT) / (len(values) - 1), 1)

    def up(value: float) -> float:
        return round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    upper = [(across(n), up(v + s)) for n, (v, s) in enumerate(zip(values, spreads, strict=True))]
    lower = [(across(n), up(v - s)) for n, (v, s) in enumerate(zip(values, spreads, strict=True))]
    marks_apart = STEP * max(1, ceil((high - low) / STEP / 5))
    return Chart(
        line=_points([(across(number), up(value)) for number, value in enumerate(values)]),
        band=_points([*upper, *reversed(lower)]),
        marks=[(mark, up(mark)) for mark in range(low, high + 1, marks_apart)],
        last=(across(len(values) - 1), up(values[-1])),
        first_shown=values[0],
        last_shown=values[-1],
        highest=max(values),
        lowest=min(values),
        tables=len(values) - 1,
        days=(localtime(began[0]).date(), localtime(began[-1]).date()) if began else None,
    )


def changes_column() -> Combinable:
    """Return what a rating's last tables changed, the newest first, as a column of ratings."""
    changes = RatingChange.objects.filter(rating=OuterRef("pk")).order_by("-number")
    began = Coalesce("table__round__opened_at", "table__round__drawn_at")
    columns = ("mu_before", "sigma_before", "mu", "sigma")
    return rows_column(changes[:MOST_CHANGES], *columns, began=began)


def chart_of_changes(newest_first: Sequence[Mapping[str, Any]]) -> Chart | None:
    """Return the drawing of a rating's last tables, as its `changes_column` has them."""
    if not newest_first:
        return None
    changes = newest_first[::-1]
    begin = Strength(changes[0]["mu_before"], changes[0]["sigma_before"])
    after = [Strength(change["mu"], change["sigma"]) for change in changes]
    return chart_of(
        [begin, *after], [datetime.fromisoformat(change["began"]) for change in changes]
    )


def _less(value: float, spread: float) -> float:
    return value - spread


def _more(value: float, spread: float) -> float:
    return value + spread


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
