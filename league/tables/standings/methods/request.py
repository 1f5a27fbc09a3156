"""What is to be ranked: the request of the `rank` door, typed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from games.sentences import say
from league.foundation.doors.declared import (
    Exact,
    Note,
    Seed,
    as_schema,
    described_as,
    fields_of,
    keys_of,
    read_by,
    reader_of,
)
from league.foundation.doors.played import (
    MOST_DEALS,
    MOST_SIDES,
    Bye,
    EntryId,
    Match,
    Members,
    Played,
    RankedMatch,
    Side,
    known_reader,
    played_schema,
    read_known,
    read_played,
)
from league.foundation.doors.reading import (
    Fields,
    InvalidRequest,
    Number,
    checked,
    list_of,
    read_fields,
    read_list,
    read_number,
    read_object,
    read_seed,
    shown_input,
    within,
)
from league.foundation.doors.request_files import MOST_ENTRIES, Entry, read_entries
from league.tables.standings.methods.deals.deals_reader import AskedDeal, read_deals, refuse_matches
from league.tables.standings.methods.deals.methods import ComparedDeals
from league.tables.standings.methods.deals.played import PlayedDeal
from league.tables.standings.methods.deals.team_matches import matches_of_teams
from league.tables.standings.methods.duels import Duels
from league.tables.standings.methods.ledger import Adjustment, Carried
from league.tables.standings.methods.scoring import Method, VictoryPoints, read_method
from league.tables.standings.methods.tiebreaks import FACTS_OF_DEALS, LOT, TIEBREAKS, Fact
from league.tables.standings.methods.unrankable import CannotRank

MOST_ADJUSTMENTS = 100_000
MOST_CARRIED = 100_000
MOST_PLAY_OFFS = 1_000
LONGEST_LIST = 50  # of tie-breaks


class AskedAdjustment(Struct, kw_only=True):
    """Points given, or taken when negative, and why."""

    entry: EntryId
    points: Exact
    reason: Note = ""


_read_weight = checked(
    read_number,
    lambda weight: weight > 0,
    "weight_not_positive",
    say(
        "%(place)s is how many matches the points stand for and must be more than 0, not %(given)s"
    ),
)


class AskedCarried(Struct, kw_only=True):
    """Points that an entry brings along; in an average they weigh as much as so many matches."""

    null_is_left_out: ClassVar[bool] = True

    entry: EntryId
    points: Exact
    weight: Annotated[Any, read_by(_read_weight, {"type": "number", "exclusiveMinimum": 0})] = 1


class PlayOffSide(Struct, kw_only=True):
    entries: Members
    points: Exact


class AskedPlayOff(Struct, kw_only=True):
    """What level entries made in a play-off."""

    sides: Annotated[tuple[PlayOffSide, ...], Meta(max_length=MOST_SIDES)]


GROUPS = {
    "type": "array",
    "items": {"type": "array", "items": {"type": "string"}},
    "description": "Lists of entries that are ranked among themselves.",
}
TIEBREAK_NAMES = {"type": "array", "items": {"enum": [*TIEBREAKS]}, "maxItems": LONGEST_LIST}


class AskedRank(Struct, kw_only=True):
    """Entries, their matches, byes or deals, and how they are to be ranked."""

    method: Annotated[Any, as_schema(described_as("ScoringMethod"))]
    tiebreaks: Annotated[Any, as_schema(TIEBREAK_NAMES)] = ()
    entries: Annotated[tuple[Entry, ...], Meta(min_length=2, max_length=MOST_ENTRIES)]
    matches: Annotated[Any, as_schema(played_schema(RankedMatch))] = ()
    adjustments: Annotated[tuple[AskedAdjustment, ...], Meta(max_length=MOST_ADJUSTMENTS)] = ()
    groups: Annotated[Any, as_schema(GROUPS)] = ()
    deals: Annotated[tuple[AskedDeal, ...], Meta(max_length=MOST_DEALS)] = ()
    carried: Annotated[tuple[AskedCarried, ...], Meta(max_length=MOST_CARRIED)] = ()
    play_offs: Annotated[tuple[AskedPlayOff, ...], Meta(max_length=MOST_PLAY_OFFS)] = ()
    seed: Annotated[Seed | None, Meta(description="Lots are drawn from it.")] = None
    # a reader's own notes, as in deal records
    id: Any = None
    why: Any = None
    expect: Any = None


KEYS = keys_of(AskedRank)


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
    except InvalidRequest as fault:
        raise CannotRank.because_of(fault) from fault


def _read_request(data: object) -> RankRequest:
    fields = read_object(data, "", allowed=KEYS.names, required=KEYS.needed)
    method = read_method(fields["method"])
    entries = read_entries(fields["entries"])
    if len(entries) < 2:
        raise InvalidRequest(
            "too_few_entries",
            say("a ranking needs at least two entries, not %(count)d", count=len(entries)),
            path="entries",
        )
    known = {entry.id: entry for entry in entries}
    played = read_played(_listed(fields, "matches"), "matches", known=known, points_needed=True)
    deals, made = _read_deals(fields, method, played, known)
    tiebreaks = _read_tiebreaks(_listed(fields, "tiebreaks"))
    _check_deal_facts(played.matches, tiebreaks, _listed(fields, "matches"))
    return RankRequest(
        method=method,
        tiebreaks=tiebreaks,
        entries=entries,
        matches=(*played.matches, *made),
        deals=deals,
        byes=played.byes,
        **read_fields(fields, "", _facts_beside_play(known)),
        seed=_read_seed(fields.get("seed"), tiebreaks),
    )


def _listed(fields: Mapping[str, Any], name: str) -> Any:
    """Return a list that may be left out, still unread."""
    value = fields.get(name)
    return [] if value is None else value


def _read_deals(
    fields: Mapping[str, Any], method: Method, played: Played, known: Mapping[str, Any]
) -> tuple[Sequence[PlayedDeal], Sequence[Match]]:
    """Return the deals that are compared, or the matches made of them."""
    if isinstance(method, ComparedDeals):
        deals = read_deals(_listed(fields, "deals"), "deals", known=known, method=method)
        refuse_matches(played.matches, method)
        return deals, ()
    if not fields.get("deals"):
        return (), ()
    if isinstance(method, VictoryPoints):
        compared = read_deals(fields["deals"], "deals", known=known)
        return (), matches_of_teams(compared, method.multiplier)
    raise InvalidRequest(
        "deals_not_compared",
        say(
            "%(method)s counts matches and does not compare deals; give the results as matches",
            method=method.name,
        ),
        path="deals",
    )


def _facts_beside_play(known: Mapping[str, Any]) -> Fields:
    adjustment = reader_of(AskedAdjustment, make=Adjustment, entry=known_reader(known))
    return {
        "adjustments": list_of(adjustment, most=MOST_ADJUSTMENTS),
        "groups": partial(_read_groups, known=known),
        "carried": partial(_read_carried, known=known),
        "play_offs": list_of(partial(_read_play_off, known=known), most=MOST_PLAY_OFFS),
    }


def _read_tiebreaks(value: object) -> tuple[str, ...]:
    names: list[str] = []
    for place, element in read_list(value, "tiebreaks", most=LONGEST_LIST):
        if not isinstance(element, str) or element not in TIEBREAKS:
            raise InvalidRequest(
                "unknown_tiebreak",
                say(
                    "there is no tie-break %(given)s; choose among %(known)s",
                    given=shown_input(element),
                    known=", ".join(TIEBREAKS),
                ),
                path=place,
            )
        if element in names:
            raise InvalidRequest(
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


def _read_groups(value: object, path: str, known: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    groups: list[tuple[str, ...]] = []
    seen: dict[str, str] = {}
    for place, element in read_list(value, path, most=len(known)):
        group = []
        for entry_place, name in read_list(element, place, most=len(known)):
            entry = read_known(name, entry_place, known)
            if entry in seen:
                raise InvalidRequest(
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
        raise InvalidRequest(
            "no_group",
            say("%(entry)s is in no group; put every entry into one", entry=without),
            path=path,
        )
    return tuple(groups)


def _read_carried(value: object, path: str, known: Mapping[str, Any]) -> tuple[Carried, ...]:
    """Return the points that entries bring along. Raises InvalidRequest."""
    carried: dict[str, Carried] = {}
    for place, element in read_list(value, path, most=MOST_CARRIED):
        fields = read_object(element, place, allowed=OF_CARRIED.names, required=OF_CARRIED.needed)
        entry = read_known(fields["entry"], within(place, "entry"), known)
        if entry in carried:
            raise InvalidRequest(
                "carried_twice",
                say("%(place)s names %(entry)s for the second time", place=place, entry=entry),
                path=place,
            )
        carried[entry] = Carried(entry, **read_fields(fields, place, WORTH))
    return tuple(carried.values())


OF_CARRIED = keys_of(AskedCarried)
WORTH = {name: read for name, read in fields_of(AskedCarried).items() if name != "entry"}


def _read_play_off(value: object, path: str, known: Mapping[str, Any]) -> Mapping[str, Number]:
    """Return the points of the entries of a play-off. Raises InvalidRequest."""
    keys, of_side = keys_of(AskedPlayOff), keys_of(PlayOffSide)
    fields = read_object(value, path, allowed=keys.names, required=keys.needed)
    points: dict[str, Number] = {}
    sides = within(path, "sides")
    for side_place, side in read_list(fields["sides"], sides, most=MOST_SIDES):
        given = read_object(side, side_place, allowed=of_side.names, required=of_side.needed)
        own = read_number(given["points"], within(side_place, "points"))
        members = within(side_place, "entries")
        for entry_place, name in read_list(given["entries"], members, most=MOST_SIDES):
            entry = read_known(name, entry_place, known)
            if entry in points:
                raise InvalidRequest(
                    "against_itself",
                    say(
                        "%(place)s has %(entry)s twice; nobody plays against or with itself",
                        place=path,
                        entry=entry,
                    ),
                    path=entry_place,
                )
            points[entry] = own
    if len(points) < 2:
        raise InvalidRequest(
            "play_off_of_one",
            say("%(place)s needs at least two entries that play it off", place=sides),
            path=sides,
        )
    return points


def _read_seed(value: object, tiebreaks: Collection[str]) -> int | None:
    """Return the number lots are drawn from; refuse a lot without one."""
    if value is not None:
        return read_seed(value, "seed")
    if LOT in tiebreaks:
        raise InvalidRequest(
            "lot_without_seed",
            say(
                "the tie-break lot needs a seed, a whole number that is kept, so that anyone can "
                "draw the lot again"
            ),
            path="seed",
        )
    return None


def _check_deal_facts(
    matches: Sequence[Match], tiebreaks: Sequence[str], elements: Sequence[Any]
) -> None:
    """Refuse a side that leaves out what a tie-break counts: nothing given is not 0."""
    asked = [TIEBREAKS[name].needs for name in tiebreaks]
    needed = [fact for fact in asked if fact is not None and fact in FACTS_OF_DEALS]
    if not needed:
        return
    places = [at for at, one in enumerate(elements) if "bye" not in one]
    for at, match in zip(places, matches, strict=True):
        for side, played in enumerate(match.sides):
            lacking = next((fact for fact in needed if _is_missing(fact, played)), None)
            if lacking is not None and not match.forfeits:
                place = f"matches[{at}].sides[{side}]"
                raise InvalidRequest(
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
