"""The request of the `rank` door as typed values: entries, matches, deals, byes and rules."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.sentences import say
from league.doors.entries import Entry, read_entries
from league.doors.played import MOST_SIDES, Bye, Match, Side, read_known, read_played
from league.doors.reading import (
    LARGEST_SEED,
    Number,
    read_count,
    read_list,
    read_number,
    read_object,
    read_text,
    shown_input,
    within,
)
from league.doors.unanswerable import Unanswerable
from league.standings.methods.deals.methods import ComparedDeals
from league.standings.methods.deals.played import PlayedDeal
from league.standings.methods.deals.reading import read_deals, refuse_matches
from league.standings.methods.deals.team_matches import matches_of_teams
from league.standings.methods.duels import Duels
from league.standings.methods.ledger import Adjustment, Carried
from league.standings.methods.scoring import Method, VictoryPoints, read_method
from league.standings.methods.tiebreaks import FACTS_OF_DEALS, LOT, TIEBREAKS, Fact
from league.standings.methods.unrankable import CannotRank

MOST_ADJUSTMENTS = 100_000
MOST_CARRIED = 100_000
MOST_PLAY_OFFS = 1_000
REQUEST_KEYS = (
    *("method", "tiebreaks", "entries", "matches", "adjustments", "groups", "deals"),
    *("carried", "play_offs", "seed"),
    *("id", "why", "expect"),  # a reader's own notes, as in deal records
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankRequest:
    """Entries, their matches and byes, and how they are to be ranked.

    `groups` are lists of entries ranked among themselves; none means all together. `play_offs` are
    the points of those in each, in the order in which they were played; lots are drawn from `seed`.
    `most_bits` is how large the common denominator of all points may be; None for any.
    Matches may come in any order; nothing about the ranking depends on it, nor on the order of the
    entries. The deals of teams that play for victory points come as the matches made of them.
    """

    method: Method
    tiebreaks: tuple[str, ...]
    entries: Sequence[Entry]
    matches: Sequence[Match] = ()
    duels: Duels | None = None
    deals: Sequence[PlayedDeal] = ()
    byes: Sequence[Bye] = ()
    adjustments: Sequence[Adjustment] = ()
    groups: Sequence[Sequence[str]] = ()
    carried: Sequence[Carried] = ()
    play_offs: Sequence[Mapping[str, Number]] = ()
    seed: int | None = None
    most_bits: int | None = None


def read_request(data: object) -> RankRequest:
    """Return the typed request, or raise CannotRank naming the place that is wrong."""
    try:
        return _read_request(data)
    except Unanswerable as fault:
        raise CannotRank.because_of(fault) from fault


def _read_request(data: object) -> RankRequest:
    fields = read_object(data, "", allowed=REQUEST_KEYS, required=("method", "entries"))
    method = read_method(fields["method"])
    entries = read_entries(fields["entries"])
    if len(entries) < 2:
        raise Unanswerable(
            "too_few_entries",
            say("a ranking needs at least two entries, not %(count)d", count=len(entries)),
            path="entries",
        )
    known = {entry.id: entry for entry in entries}
    matches = fields.get("matches")
    played = read_played(
        [] if matches is None else matches, "matches", known=known, points_needed=True
    )
    deals: tuple[PlayedDeal, ...] = ()
    made: Sequence[Match] = ()
    if isinstance(method, ComparedDeals):
        given = fields.get("deals")
        deals = read_deals([] if given is None else given, "deals", known=known, method=method)
        refuse_matches(played.matches, method)
    elif fields.get("deals") and isinstance(method, VictoryPoints):
        compared = read_deals(fields["deals"], "deals", known=known)
        made = matches_of_teams(compared, method.multiplier)
    elif fields.get("deals"):
        raise Unanswerable(
            "deals_not_compared",
            say(
                "%(method)s counts matches and does not compare deals; give the results as matches",
                method=method.name,
            ),
            path="deals",
        )
    tiebreaks = _read_tiebreaks(fields.get("tiebreaks"))
    _check_deal_facts(played.matches, tiebreaks, matches)
    return RankRequest(
        method=method,
        tiebreaks=tiebreaks,
        entries=entries,
        matches=(*played.matches, *made),
        deals=deals,
        byes=played.byes,
        adjustments=_read_adjustments(fields.get("adjustments"), known),
        groups=_read_groups(fields.get("groups"), known),
        carried=_read_carried(fields.get("carried"), known),
        play_offs=_read_play_offs(fields.get("play_offs"), known),
        seed=_read_seed(fields.get("seed"), tiebreaks),
    )


def _read_tiebreaks(value: object) -> tuple[str, ...]:
    names: list[str] = []
    for place, element in read_list([] if value is None else value, "tiebreaks", most=50):
        if not isinstance(element, str) or element not in TIEBREAKS:
            raise Unanswerable(
                "unknown_tiebreak",
                say(
                    "there is no tie-break %(given)s; choose among %(known)s",
                    given=shown_input(element),
                    known=", ".join(TIEBREAKS),
                ),
                path=place,
            )
        if element in names:
            raise Unanswerable(
                "tiebreak_twice",
                say(
                    "%(place)s repeats %(name)s, which was applied before",
                    place=place,
                    name=element,
                ),
                path=place,
            )
        names.append(element)
    return tuple(names)


def _read_adjustments(value: object, known: Mapping[str, Any]) -> tuple[Adjustment, ...]:
    adjustments: list[Adjustment] = []
    elements = read_list([] if value is None else value, "adjustments", most=MOST_ADJUSTMENTS)
    for place, element in elements:
        fields = read_object(
            element, place, allowed=("entry", "points", "reason"), required=("entry", "points")
        )
        reason = fields.get("reason")
        adjustments.append(
            Adjustment(
                entry=read_known(fields["entry"], within(place, "entry"), known),
                points=read_number(fields["points"], within(place, "points")),
                reason="" if reason in (None, "") else read_text(reason, within(place, "reason")),
            )
        )
    return tuple(adjustments)


def _read_groups(value: object, known: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    if value is None:
        return ()
    groups: list[tuple[str, ...]] = []
    seen: dict[str, str] = {}
    for place, element in read_list(value, "groups", most=len(known)):
        group = []
        for entry_place, name in read_list(element, place, most=len(known)):
            entry = read_known(name, entry_place, known)
            if entry in seen:
                raise Unanswerable(
                    "two_groups",
                    say(
                        "%(entry)s is in %(first)s and in %(second)s; it can be ranked in one "
                        "group only",
                        entry=entry,
                        first=seen[entry],
                        second=entry_place,
                    ),
                    path=entry_place,
                )
            seen[entry] = entry_place
            group.append(entry)
        groups.append(tuple(group))
    without = next((entry for entry in known if entry not in seen), None)
    if without is not None:
        raise Unanswerable(
            "no_group",
            say("%(entry)s is in no group; put every entry into one", entry=without),
            path="groups",
        )
    return tuple(groups)


def _read_carried(value: object, known: Mapping[str, Any]) -> tuple[Carried, ...]:
    """Return the points that entries bring along. Raises Unanswerable."""
    carried: dict[str, Carried] = {}
    for place, element in read_list([] if value is None else value, "carried", most=MOST_CARRIED):
        fields = read_object(
            element, place, allowed=("entry", "points", "weight"), required=("entry", "points")
        )
        entry = read_known(fields["entry"], within(place, "entry"), known)
        if entry in carried:
            raise Unanswerable(
                "carried_twice",
                say("%(place)s names %(entry)s for the second time", place=place, entry=entry),
                path=place,
            )
        points = read_number(fields["points"], within(place, "points"))
        carried[entry] = Carried(entry, points, _read_weight(fields.get("weight"), place))
    return tuple(carried.values())


def _read_weight(value: object, place: str) -> Number:
    if value is None:
        return 1
    path = within(place, "weight")
    weight = read_number(value, path)
    if weight <= 0:
        raise Unanswerable(
            "weight_not_positive",
            say(
                "%(place)s is how many matches the points stand for and must be more than 0, not "
                "%(given)s",
                place=path,
                given=shown_input(value),
            ),
            path=path,
        )
    return weight


def _read_play_offs(value: object, known: Mapping[str, Any]) -> tuple[Mapping[str, Number], ...]:
    """Return the points of the entries of each play-off. Raises Unanswerable."""
    play_offs: list[Mapping[str, Number]] = []
    elements = read_list([] if value is None else value, "play_offs", most=MOST_PLAY_OFFS)
    for place, element in elements:
        fields = read_object(element, place, allowed=("sides",), required=("sides",))
        points: dict[str, Number] = {}
        sides = within(place, "sides")
        for side_place, side in read_list(fields["sides"], sides, most=MOST_SIDES):
            keys = ("entries", "points")
            side_fields = read_object(side, side_place, allowed=keys, required=keys)
            side_points = read_number(side_fields["points"], within(side_place, "points"))
            members = within(side_place, "entries")
            for entry_place, name in read_list(side_fields["entries"], members, most=MOST_SIDES):
                entry = read_known(name, entry_place, known)
                if entry in points:
                    raise Unanswerable(
                        "against_itself",
                        say(
                            "%(place)s has %(entry)s twice; nobody plays against or with itself",
                            place=place,
                            entry=entry,
                        ),
                        path=entry_place,
                    )
                points[entry] = side_points
        if len(points) < 2:
            raise Unanswerable(
                "play_off_of_one",
                say("%(place)s needs at least two entries that play it off", place=sides),
                path=sides,
            )
        play_offs.append(points)
    return tuple(play_offs)


def _read_seed(value: object, tiebreaks: Collection[str]) -> int | None:
    """Return the number lots are drawn from; refuse a lot without one."""
    if value is not None:
        return read_count(value, "seed", least=0, most=LARGEST_SEED)
    if LOT in tiebreaks:
        raise Unanswerable(
            "lot_without_seed",
            say(
                "the tie-break lot needs a seed, a whole number that is kept, so that anyone can "
                "draw the lot again"
            ),
            path="seed",
        )
    return None


def _check_deal_facts(
    matches: Sequence[Match], tiebreaks: Sequence[str], elements: Sequence[Any] | None
) -> None:
    """Refuse a side that leaves out what a tie-break counts: nothing given is not 0."""
    asked = [TIEBREAKS[name].needs for name in tiebreaks]
    needed = [fact for fact in asked if fact is not None and fact in FACTS_OF_DEALS]
    if not needed:
        return
    places = [at for at, element in enumerate(elements or ()) if "bye" not in element]
    for at, match in zip(places, matches, strict=True):
        for side, played in enumerate(match.sides):
            lacking = next((fact for fact in needed if _is_missing(fact, played)), None)
            if lacking is not None and not match.forfeits:
                place = f"matches[{at}].sides[{side}]"
                raise Unanswerable(
                    "missing_deal_fact",
                    say(
                        "%(place)s has no %(key)s, which a tie-break counts; give it, 0 where "
                        "there was none, or leave out the tie-break",
                        place=place,
                        key=lacking,
                    ),
                    path=within(place, lacking),
                )


def _is_missing(fact: Fact, side: Side) -> bool:
    return side.facts is None or FACTS_OF_DEALS[fact](side.facts) is None
