"""What there is to say of an event and of a season: facts for recaps and pages."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any, TypeVar

import msgspec
from django.db.models import QuerySet
from django.utils import timezone

from games import services as games
from games.models import Deal
from league.foundation.doors.reading import Number, whole
from league.play.events.models import Event, Season
from league.play.prepared.hiding import hidden_in_events, hidden_in_stages
from league.play.results.models import Submission, SubmissionState
from league.play.results.submitted_deals import remembered_of
from league.play.results.visible_results import submissions_shown
from league.play.rounds.models import Round
from league.play.rounds.selectors import shown_rounds
from league.play.rounds.unsettled import final_of
from league.tables.seasons.selectors import season_sheet
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import StandingsPage, standings_page
from league.tables.standings.standings_shown import is_for_the_rest, ranked_by_bracket
from league.tables.statistics.models import Achievement

# --- How an event came out, as numbers: what its recap is made of ---

# places that a newsletter prints
MOST_PLACES = 10


class PlaceFact(msgspec.Struct, frozen=True, kw_only=True):
    """An entry (id) of the first places, in the order of the standings, group by group."""

    entry: int
    rank: int
    points: Decimal
    group: str = ""


class FinalFact(msgspec.Struct, frozen=True, kw_only=True):
    """The last match of a knock-out, as entries (ids).

    `points` are the winner's first, as fractions; none where it was not decided by points.
    """

    winner: int
    loser: int
    points: tuple[str, str] | None = None

    @property
    def score(self) -> tuple[Fraction, Fraction] | None:
        return None if self.points is None else (Fraction(self.points[0]), Fraction(self.points[1]))


class RecapFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The standings of the stage that decides, after its `round`.

    `is_during`: the round is still being played. `is_unconfirmed`: a table of it is not confirmed.
    `way` are the (round, place) of the winner after each round, none where several won or a
    bracket decided.
    """

    round: int
    is_during: bool
    is_unconfirmed: bool
    is_knockout: bool
    places: list[PlaceFact]
    way: list[tuple[int, int]] = []
    final: FinalFact | None = None

    @property
    def entries(self) -> set[int]:
        """Return the entries whose names the recap needs."""
        named = {place.entry for place in self.places}
        return named | ({self.final.winner, self.final.loser} if self.final else set())


def deciding_page(event: Event) -> StandingsPage | None:
    """Return the first places of the last stage that has standings, but not of one for the rest."""
    stages = event.stages.select_related("qualifying").order_by("-number")
    for stage in sorted(stages, key=is_for_the_rest):
        stage.event = event
        found = standings_page(stage, page_rows=MOST_PLACES, with_reasons=False)
        if found is not None:
            return found
    return None


def recap_facts(found: StandingsPage) -> RecapFacts:
    """Return how the event came out whose stage that decides has these standings."""
    is_knockout = ranked_by_bracket(found.stage)
    return RecapFacts(
        round=found.snapshot.round_number,
        is_during=found.is_during,
        is_unconfirmed=found.snapshot.is_provisional,
        is_knockout=is_knockout,
        places=[
            PlaceFact(entry=row.entry_id, rank=row.rank, points=row.points, group=row.group)
            for row in found.rows
        ],
        way=[] if is_knockout else _way(found),
        final=_final(found) if is_knockout else None,
    )


def _way(found: StandingsPage) -> list[tuple[int, int]]:
    first = [row for row in found.rows if row.rank == 1]
    if len(first) != 1 or first[0].group:
        return []
    rows = SnapshotRow.objects.filter(snapshot__in=found.until, entry=first[0].entry_id)
    places = rows.order_by("snapshot__round_number").values_list("snapshot__round_number", "rank")
    return list(places)


def _final(found: StandingsPage) -> FinalFact | None:
    final = final_of(found.stage, held_back=hidden_in_stages([found.stage.pk]).held_back)
    ranked = {row.entry_id for row in found.rows}
    if final is None or not {final.winner, final.loser} <= ranked:
        return None
    points = None if final.points is None else (str(final.points[0]), str(final.points[1]))
    return FinalFact(winner=final.winner, loser=final.loser, points=points)


# --- The first places of a season, as numbers and keys of competitors ---

# rows of each division that pages show in short
MOST_ROWS = 8


class SeasonPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A competitor (key) of the first places; `division` is its number, None without one.

    `points` is the total as a fraction.
    """

    key: str
    division: int | None
    rank: int
    is_tied: bool
    nights: int
    points: str

    @property
    def total(self) -> Number:
        return whole(Fraction(self.points))


class SeasonFirst(msgspec.Struct, frozen=True, kw_only=True):
    """The first MOST_ROWS of each division, of `ranked` competitors, after so many `nights`.

    `events` are the nights in them that the club played here, `last_event` is the last night of
    all, None where that was before the club came.
    """

    events: list[int]
    nights: int
    ranked: int
    is_provisional: bool
    last_event: int | None
    places: list[SeasonPlace]


def season_first(season: Season) -> SeasonFirst:
    """Return the first places of the season as its nights stand."""
    sheet = season_sheet(season)
    ranked = [
        SeasonPlace(
            key=row.key,
            division=row.division,
            rank=row.rank,
            is_tied=bool(row.level_with),
            nights=len(row.sheet.nights),
            points=str(row.total),
        )
        for row in sheet.table.rows
        if row.rank is not None
    ]
    last = sheet.events[-1] if sheet.events else None
    return SeasonFirst(
        events=[event.pk for event in sheet.events if isinstance(event, Event)],
        nights=len(sheet.table.nights),
        ranked=len(ranked),
        is_provisional=sheet.table.is_provisional,
        last_event=last.pk if isinstance(last, Event) else None,
        places=list(_first_of_each(ranked)),
    )


def _first_of_each(ranked: Iterable[SeasonPlace]) -> Iterable[SeasonPlace]:
    for _division, places in groupby(ranked, key=lambda place: place.division):
        yield from list(places)[:MOST_ROWS]


# --- Facts as they stand in a column, and read from it ---

Facts = TypeVar("Facts", bound=msgspec.Struct)


def as_stored(facts: msgspec.Struct) -> dict[str, Any]:
    """Return the facts as the database gives them back: with lists, and no tuples."""
    stored: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(facts))
    return stored


def read_stored(stored: dict[str, Any], kind: type[Facts]) -> Facts | None:
    """Return what `as_stored` wrote; None for what was never worked out.

    None too for what another release wrote in another form: pages do without until a worker comes.
    A migration that changes the form has the rows worked out again.
    """
    try:
        return msgspec.convert(stored, kind) if stored else None
    except msgspec.ValidationError:
        return None


# --- Night deals ---
# The deal of the night: of each evening of an event one deal, chosen by a rule from the facts.
#
# An evening are the rounds that were opened on one day, which lasts until five in the morning. Of
# its confirmed deals that nobody has still to play, it is the one in which the most was done that
# the game has a name for; of several that in which a side got the most points; then the first.
# Final scores entered in place of deals are none.

NIGHT_ENDS = timedelta(hours=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The rounds of an event that were opened on one day, in their order."""

    day: date
    rounds: Sequence[Round]


def evenings_of(event: Event) -> list[Evening]:
    """Return the evenings of an event, the first one first, in the time of its club; one query."""
    with timezone.override(event.club.time_zone):
        rounds = sorted(shown_rounds(event), key=lambda one: (_day(event, one), one.stage.number))
        grouped = groupby(rounds, key=lambda one: _day(event, one))
        return [Evening(day=day, rounds=list(found)) for day, found in grouped]


def _day(event: Event, round_: Round) -> date:
    if round_.opened_at is None:
        return event.starts_on
    return timezone.localtime(round_.opened_at - NIGHT_ENDS).date()


def deals_shown(event: Event) -> "QuerySet[Submission]":
    """Return the confirmed deals; none that others have still to play, and no final scores."""
    rows = Submission.objects.filter(
        table__round__stage__event=event, state=SubmissionState.CONFIRMED
    ).exclude(deal__form=Deal.Form.FINAL)
    return submissions_shown(rows, hidden_in_events([event.pk]))


def deals_of_the_nights(
    event: Event, deals: "QuerySet[Submission]", evenings: Iterable[Evening]
) -> list[tuple[date, int]]:
    """Return (day, submission) of each evening that has a deal, the last first; two queries."""
    day_of = {one.pk: evening.day for evening in evenings for one in evening.rounds}
    columns = ("pk", "table__round_id", "deal__score")
    scored = [
        (pk, day_of[round_id], max(score, default=0))
        for pk, round_id, score in deals.order_by("pk").values_list(*columns)
        if round_id in day_of
    ]
    chosen = best_of_each(scored, remembered_count(deals))
    return [(day, chosen[day]) for day in sorted(chosen, reverse=True)]


def best_of_each(
    scored: Iterable[tuple[int, date, int]], remembered: Mapping[int, int]
) -> dict[date, int]:
    """Return the deal of each day, by the rule.

    `scored` are deals (id, day, most points of a side) in the order in which they were played;
    `remembered` says how much was done in a deal that has a name. A deal without either is none.
    """
    best: dict[date, tuple[tuple[int, int], int]] = {}
    for pk, day, points in scored:
        worth = remembered.get(pk, 0), points
        if worth > (0, 0) and (day not in best or worth > best[day][0]):
            best[day] = worth, pk
    return {day: pk for day, (_worth, pk) in best.items()}


def remembered_count(deals: "QuerySet[Submission]") -> dict[int, int]:
    """Return of the deals in which something was done that has a name how much; one query."""
    label = cache(games.achievement_label)
    kinds: dict[int, set[str]] = defaultdict(set)
    rows = Achievement.objects.filter(submission__in=deals)
    for pk, variant, kind in rows.values_list("submission_id", "variant", "kind"):
        if label(variant, kind) is not None:
            kinds[pk].add(kind)
    return {pk: len(found) for pk, found in kinds.items()}


# --- The last deal of an event in which somebody did something to remember ---

# how many of the last deals are looked through for one that is worth a line
DEALS_LOOKED_AT = 20


def last_remarkable(event: Event) -> int | None:
    """Return the last confirmed deal of the event (submission) that is worth a line, or None."""
    rows = Submission.objects.filter(
        table__round__stage__event=event, state=SubmissionState.CONFIRMED
    )
    shown = submissions_shown(rows, hidden_in_events([event.pk])).select_related("deal")
    for row in shown.order_by("-confirmed_at", "-pk")[:DEALS_LOOKED_AT]:
        if next(remembered_of(row.deal), None) is not None:
            return row.pk
    return None
