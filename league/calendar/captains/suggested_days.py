"""Days that suit both sides of a match, for the captain who proposes dates.

What is known of the match is read once, in a fixed number of queries; the rest works on values.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.calendar.availability.models import Answer
from league.calendar.availability.selectors import said_by
from league.calendar.calendars.models import LeagueCalendar
from league.calendar.calendars.selectors import demands_for
from league.calendar.captains.matches import Match, home_side, rules_of
from league.calendar.captains.models import MatchRules
from league.calendar.match_dates.models import (
    DateProposal,
    DateState,
    EntryHome,
    MatchDate,
    ProposalState,
    Venue,
)
from league.play.events.names import called_after, current_members, name_of
from league.play.rounds.models import Placement

MOST_SUGGESTED = 5
# so many days from tomorrow are looked at, where nothing ends the stage earlier
DAYS_AHEAD = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Evenings:
    """When a match is usually played, `weekdays` 0 (Monday) to 6, and where.

    `are_at_home`: those of the home side; else of the other side, or the league's usual ones.
    """

    weekdays: frozenset[int]
    begins: time
    venue: Venue | None
    are_at_home: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What decides which days suit: `blocked` for league, room or a side; `full`: in the room.

    `played` are the days of both sides' other matches; `rest_days` are kept before and after them.
    `wanted_rest` is what the league's calendar would like besides: the least days between two.
    """

    evenings: Evenings
    first: date
    last: date
    blocked: frozenset[date]
    full: frozenset[date]
    played: frozenset[date]
    rest_days: int
    wanted_rest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedDay:
    """A day that suits, and by side the names of those who said that they come that day.

    `is_at_home`: on an evening on which the home side plays at home.
    """

    begins_at: datetime
    venue: Venue | None
    comers: tuple[tuple[str, ...], tuple[str, ...]]
    is_at_home: bool = True


def suitable_days(known: Known) -> list[date]:
    """Return the days on which nothing speaks against the match, in their order."""
    span = range((known.last - known.first).days + 1)
    days = (known.first + timedelta(days=n) for n in span)
    return [
        day
        for day in days
        if day.weekday() in known.evenings.weekdays
        and day not in known.blocked | known.full
        and _nearest(known.played, day) > known.rest_days
    ]


def _nearest(played: Iterable[date], day: date) -> int:
    """Return how many days the next match before or after is away; without one a great many."""
    return min((abs((other - day).days) for other in played), default=DAYS_AHEAD * 10)


def best_first(
    days: Iterable[date], known: Known, answers: Mapping[date, Counter[str]]
) -> list[date]:
    """Return the days sorted: with rest as the league likes it, few who cannot, many who come."""

    def order(day: date) -> tuple[bool, int, int, date]:
        said = answers.get(day, Counter())
        is_near = _nearest(known.played, day) < known.wanted_rest
        return is_near, said[Answer.NOT], -said[Answer.COMES], day

    return sorted(days, key=order)


def days_for(match: Match, *, at: datetime) -> list[SuggestedDay]:
    """Return all days that suit a match, the best first; none where its evenings are not known.

    Nine queries at most, however many matches and players there are.
    """
    known = _known(match, at=at)
    if known is None:
        return []
    days = suitable_days(known)
    people = [_people(match, side) for side in (0, 1)]
    ids = {pk for side in people for pk in side}
    said = said_by(ids, match.round.stage.event, days)
    answers: dict[date, Counter[str]] = {}
    for (_player, day), answer in said.items():
        answers.setdefault(day, Counter())[answer] += 1
    begins, venue = known.evenings.begins, known.evenings.venue
    return [
        SuggestedDay(
            begins_at=datetime.combine(day, begins, match.zone),
            venue=venue,
            comers=(_comers(people[0], day, said), _comers(people[1], day, said)),
            is_at_home=known.evenings.are_at_home,
        )
        for day in best_first(days, known, answers)
    ]


def _people(match: Match, side: int) -> dict[int, str]:
    """Return the names of a side's players by their ids."""
    members = (called_after(one.player) for one in current_members(match.entries[side]))
    return {player.pk: player.name for player in members}


def _comers(
    people: Mapping[int, str], day: date, said: Mapping[tuple[int, date], str]
) -> tuple[str, ...]:
    return tuple(name for pk, name in people.items() if said.get((pk, day)) == Answer.COMES)


def _known(match: Match, *, at: datetime) -> Known | None:
    own = MatchDate.objects.select_related("venue")
    own_date = own.filter(round=match.round, number=match.number).first()
    homes = EntryHome.objects.select_related("venue").filter(entry__in=match.entries)
    home_of = {home.entry_id: home for home in homes}
    evenings = _evenings(match, own_date, home_of)
    if evenings is None:
        return None
    rules, demands = rules_of(match.round.stage), demands_for(match.round.stage)
    first = match.day_of(at) + timedelta(days=1)
    if demands is not None:
        first = max(first, demands.starts_on)
    last = _last_day(match, rules, demands, at=at)
    blocked = [home.blocked for home in home_of.values()]
    blocked += [demands.blocked] if demands else []
    blocked += [evenings.venue.closed_on] if evenings.venue else []
    wanted_rest = demands.rest_days if demands else 0
    margin = timedelta(days=max(rules.rest_days, wanted_rest))
    return Known(
        evenings=evenings,
        first=first,
        last=last,
        blocked=frozenset(date.fromisoformat(day) for days in blocked for day in days)
        | _taken(match, own_date),
        full=_full(match, evenings.venue, first, last),
        played=_played(match, first - margin, last + margin),
        rest_days=rules.rest_days,
        wanted_rest=wanted_rest,
    )


def _evenings(
    match: Match, own_date: MatchDate | None, home_of: Mapping[int, EntryHome]
) -> Evenings | None:
    """Return when the home side plays at home; without a home, as the match was dated.

    Without either it is when the other side plays at home, or as most of the league's matches.
    """
    side = home_side(own_date)
    home = home_of.get(match.entries[side].pk)
    venue = (own_date.venue if own_date else None) or (home.venue if home else None)
    if home is not None:
        return Evenings(weekdays=frozenset(home.weekdays), begins=home.begins_at, venue=venue)
    if own_date is not None and own_date.begins_at is not None:
        was = own_date.begins_at.astimezone(match.zone)
        return Evenings(weekdays=frozenset({was.weekday()}), begins=was.time(), venue=venue)
    others = home_of.get(match.entries[1 - side].pk)
    if others is not None:
        return Evenings(
            weekdays=frozenset(others.weekdays),
            begins=others.begins_at,
            venue=venue or others.venue,
            are_at_home=False,
        )
    usual = _usual_evening(match)
    if usual is None:
        return None
    weekday, begins = usual
    return Evenings(weekdays=frozenset({weekday}), begins=begins, venue=venue, are_at_home=False)


def _usual_evening(match: Match) -> tuple[int, time] | None:
    """Return the weekday and the time at which most matches of the stage are played; one query."""
    dated = MatchDate.objects.filter(round__stage=match.round.stage_id, begins_at__isnull=False)
    moments = [
        moment.astimezone(match.zone)
        for moment in dated.order_by("pk").values_list("begins_at", flat=True)
        if moment is not None
    ]
    found = Counter((moment.weekday(), moment.time()) for moment in moments).most_common(1)
    return found[0][0] if found else None


def _last_day(
    match: Match, rules: MatchRules, demands: LeagueCalendar | None, *, at: datetime
) -> date:
    ends = [match.day_of(at) + timedelta(days=DAYS_AHEAD)]
    ends += [rules.latest_on] if rules.latest_on else []
    ends += [demands.ends_on] if demands else []
    deadline = match.round.deadline
    if deadline is not None and deadline > at:
        ends.append(match.day_of(deadline))
    return min(ends)


def _taken(match: Match, own_date: MatchDate | None) -> frozenset[date]:
    """Return the day of the match itself, and those that are proposed already."""
    if own_date is None:
        return frozenset()
    proposed = DateProposal.objects.filter(match_date=own_date, state=ProposalState.OPEN)
    days = [*proposed.values_list("begins_at", flat=True)]
    days += [own_date.begins_at] if own_date.begins_at else []
    return frozenset(map(match.day_of, days))


def _full(match: Match, venue: Venue | None, first: date, last: date) -> frozenset[date]:
    if venue is None:
        return frozenset()
    there = Counter(_days(match, Q(venue=venue), first, last))
    return frozenset(day for day, matches in there.items() if matches >= venue.matches)


def _played(match: Match, first: date, last: date) -> frozenset[date]:
    plays = Placement.objects.filter(
        entry__in=match.entries, round=OuterRef("round"), table__number=OuterRef("number")
    )
    return frozenset(_days(match, Q(Exists(plays)), first, last))


def _days(match: Match, which: Q, first: date, last: date) -> Collection[date]:
    """Return the days of other matches in that time, one for each; those planned count too."""
    begins = datetime.combine(first, time.min, match.zone)
    ends = datetime.combine(last + timedelta(days=1), time.min, match.zone)
    rows = MatchDate.objects.filter(which, begins_at__gte=begins, begins_at__lt=ends)
    rows = rows.exclude(round=match.round, number=match.number)
    rows = rows.exclude(state=DateState.POSTPONED)
    moments = rows.values_list("begins_at", flat=True)
    return [match.day_of(moment) for moment in moments if moment is not None]


# --- Available dates ---
# Whether a date suits a match: the calendars of both entries, the room, and the stage's rules.


class Objection(NamedTuple):
    """Why a date does not suit: a stable code and a whole sentence."""

    code: str
    sentence: str


def find_objections(
    match: Match, begins_at: datetime, venue: Venue | None, rules: MatchRules, *, at: datetime
) -> list[Objection]:
    """Return everything that speaks against a date of the match; nothing where it suits."""
    day = match.day_of(begins_at)
    found = [_is_past(day, begins_at, at), _is_too_late(day, rules)]
    found += [_is_blocked(match, side, day) for side in (0, 1)]
    if venue is not None:
        found += [_is_closed(venue, day), _is_full(match, venue, day)]
    found += [_is_too_close(match, side, day, rules.rest_days) for side in (0, 1)]
    return [one for one in found if one is not None]


def day_in_words(day: date) -> str:
    return date_format(day, "DATE_FORMAT")


def _is_past(day: date, begins_at: datetime, at: datetime) -> Objection | None:
    if begins_at > at:
        return None
    return Objection("past", _("%(day)s is past: choose a day to come.") % _day_value(day))


def _is_too_late(day: date, rules: MatchRules) -> Objection | None:
    if rules.latest_on is None or day <= rules.latest_on:
        return None
    sentence = _("%(day)s is too late: the matches of this stage end on %(last)s.")
    return Objection(
        "too_late", sentence % (_day_value(day) | {"last": day_in_words(rules.latest_on)})
    )


def _is_blocked(match: Match, side: int, day: date) -> Objection | None:
    home = EntryHome.objects.filter(entry=match.entries[side]).first()
    if home is None or day.isoformat() not in home.blocked:
        return None
    sentence = _("%(entry)s cannot play on %(day)s.")
    return Objection("blocked", sentence % (_day_value(day) | {"entry": match.names[side]}))


def _is_closed(venue: Venue, day: date) -> Objection | None:
    if day.isoformat() not in venue.closed_on:
        return None
    return Objection("closed", _("%(venue)s is closed on %(day)s.") % _place_values(venue, day))


def _is_full(match: Match, venue: Venue, day: date) -> Objection | None:
    there = len(_when_played(Q(venue=venue), match, day, day))
    if there < venue.matches:
        return None
    sentence = ngettext(
        "%(venue)s is full on %(day)s: it has room for %(room)d match, and %(there)d is there.",
        "%(venue)s is full on %(day)s: it has room for %(room)d matches, and %(there)d are there.",
        venue.matches,
    )
    numbers = {"room": venue.matches, "there": there}
    return Objection("full", sentence % (_place_values(venue, day) | numbers))


def _is_too_close(match: Match, side: int, day: date, rest_days: int) -> Objection | None:
    rest = timedelta(days=rest_days)
    entry = match.entries[side]
    others = _when_played(_of_entry(entry.pk), match, day - rest, day + rest)
    if not others:
        return None
    nearest = min((match.day_of(other) for other in others), key=lambda other: abs(other - day))
    words = _day_value(day) | {"entry": name_of(entry), "other": day_in_words(nearest)}
    if nearest == day:
        return Objection("plays_that_day", _("%(entry)s has another match on %(day)s.") % words)
    sentence = ngettext(
        "%(entry)s plays on %(other)s, and rests at least %(rest)d day before and after a match: "
        "%(day)s is too close.",
        "%(entry)s plays on %(other)s, and rests at least %(rest)d days before and after a match: "
        "%(day)s is too close.",
        rest_days,
    )
    return Objection("too_close", sentence % (words | {"rest": rest_days}))


def _of_entry(entry_id: int) -> Q:
    """Return the dates of an entry's matches, in this and every other round."""
    rows = Placement.objects.filter(entry=entry_id, table__isnull=False)
    either = Q(pk__in=[])
    for round_id, number in rows.values_list("round", "table__number").distinct():
        either |= Q(round=round_id, number=number)
    return either


def _when_played(which: Q, match: Match, first: date, last: date) -> Sequence[datetime]:
    """Return when other matches are played from one day to another, by the club's clock."""
    begins = datetime.combine(first, datetime.min.time(), match.zone)
    ends = datetime.combine(last + timedelta(days=1), datetime.min.time(), match.zone)
    dates = MatchDate.objects.filter(which, begins_at__gte=begins, begins_at__lt=ends)
    others = dates.exclude(round=match.round, number=match.number)
    return [
        begins_at
        for begins_at in others.exclude(state=DateState.POSTPONED).values_list(
            "begins_at", flat=True
        )
        if begins_at is not None
    ]


def _day_value(day: date) -> dict[str, str]:
    return {"day": day_in_words(day)}


def _place_values(venue: Venue, day: date) -> dict[str, object]:
    return {"day": day_in_words(day), "venue": venue.name}
