"""What is to be ranked: the request of the `rank` door, typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.sentences import say
from league.rounds.drawing.played import Bye, Match, read_known, read_played
from league.rounds.drawing.reading import (
    Number,
    read_list,
    read_number,
    read_object,
    read_text,
    shown_input,
    within,
)
from league.rounds.drawing.request import Entry, read_entries
from league.rounds.drawing.unanswerable import Unanswerable
from league.standings.methods.deals.methods import ComparedDeals
from league.standings.methods.deals.played import PlayedDeal
from league.standings.methods.deals.reading import read_deals, refuse_matches
from league.standings.methods.deals.team_matches import matches_of_teams
from league.standings.methods.duels import Duels
from league.standings.methods.ledger import Adjustment, Carried
from league.standings.methods.more_request import (
    check_deal_facts,
    read_carried,
    read_play_offs,
    read_seed,
)
from league.standings.methods.scoring import Method, VictoryPoints, read_method
from league.standings.methods.tiebreaks import TIEBREAKS
from league.standings.methods.unrankable import CannotRank

MOST_ADJUSTMENTS = 100_000
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
        told = read_deals(fields["deals"], "deals", known=known)
        made = matches_of_teams(told, method.multiplier)
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
    check_deal_facts(played.matches, tiebreaks, matches)
    return RankRequest(
        method=method,
        tiebreaks=tiebreaks,
        entries=entries,
        matches=(*played.matches, *made),
        deals=deals,
        byes=played.byes,
        adjustments=_read_adjustments(fields.get("adjustments"), known),
        groups=_read_groups(fields.get("groups"), known),
        carried=read_carried(fields.get("carried"), known),
        play_offs=read_play_offs(fields.get("play_offs"), known),
        seed=read_seed(fields.get("seed"), tiebreaks),
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
