"""Working out what can still happen in a stage."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import orjson
from django.db import transaction
from django.db.models import F

from games import services as games
from league.foundation.derived_state import catch_up, mark_stale
from league.play.events.models import Entry, EventState, Stage
from league.play.events.names import called_after, current_members
from league.play.events.selectors import members_with_players
from league.play.prepared.hiding import hidden_in_stages
from league.play.rounds.rooms import is_played_in_two_rooms
from league.tables.outlook.contest_facts import GroupContest, StageContest, contest_of
from league.tables.outlook.division_places import places_of
from league.tables.outlook.methods.contest import Contest, Passing, passing
from league.tables.outlook.methods.last_round import Contender, contenders
from league.tables.outlook.methods.marks import Places, chances_of, mark_of
from league.tables.outlook.methods.reach import Reach, reach_of_all
from league.tables.outlook.methods.simulation import TIMES, Luck, agreed, chances_by_simulation
from league.tables.outlook.models import EntryOutlook, OutlookState, StageOutlook
from league.tables.outlook.selectors import meets_for_a_table
from league.tables.ratings.method import USUAL_DEALS, Strength
from league.tables.ratings.selectors import strengths_of
from league.tables.standings.facts import facts_of
from league.tables.standings.live_channel import announce
from league.tables.standings.methods import CannotRank, format_number
from league.tables.standings.services.rebuilding import bump_live_version

# --- Has chances worked out again when ratings have moved and nothing else has ---

# one evening of an open club moves the ratings many times; its leagues follow once an hour
AT_MOST_EVERY = timedelta(hours=1)
MOST_AT_ONCE = 200  # stages a sweep; the others follow with the next one


def follow_ratings(*, at: datetime) -> list[int]:
    """Note that the chances of some stages may be others by now; return those that were sent.

    Those are meant whose club's ratings were calculated after their chances. A stage is looked at
    once in AT_MOST_EVERY; where no strength has changed its outlook stays as it is.
    """
    playing = StageOutlook.objects.filter(
        state=OutlookState.KNOWN, simulations__gt=0, stage__event__state=EventState.RUNNING
    )
    moved = playing.filter(
        built_at__lt=at - AT_MOST_EVERY,
        stage__event__club__ratings_state__built_at__gt=F("built_at"),
    )
    ids = moved.order_by("built_at", "pk").values_list("pk", flat=True)[:MOST_AT_ONCE]
    return mark_stale(StageOutlook, ids, at=at)


# --- Brings the outlook of a stage up to date with its confirmed tables and the ratings ---

# counted up when the same facts are to give another outlook
MAKING = 1
PARTS = 1_000  # chances are stored in thousandths
# entries of which it is worked out what takes them past others
MOST_PASSING = 512


@dataclass(kw_only=True)
class Outlook:
    """What is stored of a stage: the values of its row, and the rows of its entries."""

    stage: dict[str, Any]
    entries: list[EntryOutlook] = field(default_factory=list)


def recompute_outlook(*, stage_id: int, at: datetime, from_scratch: bool = False) -> bool:
    """Bring the outlook of a stage up to date; return whether it changed.

    It may run twice or late: the same facts give the same outlook. With `from_scratch` it is
    worked out even if no fact has changed.
    """
    return catch_up(
        StageOutlook,
        stage_id,
        lambda: _work_out(stage_id, from_scratch=from_scratch),
        at=at,
        even_built=from_scratch,
    )


def _work_out(stage_id: int, *, from_scratch: bool) -> bool:
    stage = Stage.objects.select_related("event__season", "event__club").get(pk=stage_id)
    before = StageOutlook.objects.get(pk=stage_id)
    contest = _contest(stage)
    if contest is None or not contest.groups:
        outlook = Outlook(stage={"state": _why_nothing(contest), "digest": ""})
        if before.state == outlook.stage["state"] and not before.digest:
            return False
        return _store(stage, outlook)
    facts = _Facts(stage, contest)
    if facts.digest == before.digest and not from_scratch:
        return False
    return _store(stage, _outlook(facts))


def _contest(stage: Stage) -> StageContest | None:
    """Return what is open in the stage; None where nothing is played for a place in a table."""
    if stage.event.state != EventState.RUNNING or not meets_for_a_table(stage):
        return None
    try:
        return contest_of(stage, facts_of(stage, hidden=hidden_in_stages([stage.pk])))
    except CannotRank:
        return None


def _why_nothing(contest: StageContest | None) -> str:
    if contest is None:
        return OutlookState.NOTHING
    if not contest.has_limit:
        return OutlookState.NO_LIMIT
    return OutlookState.ROUNDS_UNKNOWN if contest.rounds_to_draw is None else OutlookState.NOTHING


class _Facts:
    """Everything an outlook is made from, and a digest to know it by."""

    def __init__(self, stage: Stage, contest: StageContest) -> None:
        self.stage, self.contest = stage, contest
        self.places = [places_of(stage.event, group.entries) for group in contest.groups]
        entries = [entry for group in contest.groups for entry in group.entries]
        self.strengths = _strengths(stage, entries)
        self.luck = _luck(stage)
        self.digest = _digest(self)
        self.seed = int(self.digest[:12], 16)


def _digest(facts: _Facts) -> str:
    known = [
        MAKING,
        facts.contest.rounds_to_draw,
        facts.places,
        [[group.group, list(group.entries), repr(group.contest)] for group in facts.contest.groups],
        [[entry, *strength] for entry, strength in facts.strengths.items()],
    ]
    return sha256(orjson.dumps(known, default=list)).hexdigest()


def _strengths(stage: Stage, entries: Iterable[int]) -> dict[int, Strength]:
    """Return how strong the side of each entry is: its members' mean, once for each seat."""
    event = stage.event
    rows = Entry.objects.filter(pk__in=list(entries)).prefetch_related(members_with_players())
    people = {
        row.pk: [called_after(member.player).pk for member in current_members(row)] for row in rows
    }
    known = strengths_of(
        {player for players in people.values() for player in players},
        games.family_of(event.variant).id,
    )
    seats = max(1, event.most_seats // 2) * (2 if is_played_in_two_rooms(stage) else 1)
    return {
        entry: _side([known[player] for player in players], seats)
        for entry, players in sorted(people.items())
    }


def _side(members: Sequence[Strength], seats: int) -> Strength:
    if not members:
        return Strength(0.0, 0.0)
    mean = sum(member.mu for member in members) / len(members)
    variance = sum(member.sigma**2 for member in members) / len(members) ** 2
    return Strength(mean * seats, variance**0.5 * seats)


def _luck(stage: Stage) -> Luck | None:
    """Return how much luck is in a match; None where its margin is not in points of the game."""
    event = stage.event
    if is_played_in_two_rooms(stage) and event.method.get("blitz") is None:
        return None
    deals = (event.deals_a_round or USUAL_DEALS) * (2 if is_played_in_two_rooms(stage) else 1)
    return Luck(deals=deals, spread=games.spread_of(event.variant))


def _outlook(facts: _Facts) -> Outlook:
    entries: list[EntryOutlook] = []
    last_round: list[dict[str, Any]] = []
    is_simulated = True
    for group, places in zip(facts.contest.groups, facts.places, strict=True):
        reaches = reach_of_all(group.contest)
        shares = _shares(facts, group, places)
        is_simulated = is_simulated and bool(shares)
        entries += _entries(facts.stage, group, reaches, places, shares)
        last_round += [
            contender_as_json(contender, group)
            for contender in contenders(group.contest, reaches, places)
        ]
    return Outlook(
        entries=entries,
        stage={
            "state": OutlookState.KNOWN,
            "digest": facts.digest,
            "rounds_to_draw": facts.contest.rounds_to_draw or 0,
            "open_tables": sum(len(group.contest.matches) for group in facts.contest.groups),
            "is_exact": all(entry.is_exact for entry in entries),
            "simulations": TIMES if is_simulated else 0,
            "seed": facts.seed,
            "groups": {
                group.group: places._asdict()
                for group, places in zip(facts.contest.groups, facts.places, strict=True)
            },
            "followed": list(facts.contest.followed),
            "last_round": last_round,
        },
    )


def _shares(facts: _Facts, group: GroupContest, places: Places) -> list[dict[Any, float]]:
    if facts.luck is None:
        return []
    return chances_by_simulation(
        group.contest,
        [facts.strengths[entry] for entry in group.entries],
        places,
        facts.luck,
        rounds_left=facts.contest.rounds_to_draw or 0,
        seed=facts.seed,
    )


def _entries(
    stage: Stage,
    group: GroupContest,
    reaches: Sequence[Reach],
    places: Places,
    shares: Sequence[dict[Any, float]],
) -> list[EntryOutlook]:
    rows = []
    for number, (entry, reach) in enumerate(zip(group.entries, reaches, strict=True)):
        chances = chances_of(reach, places)
        own = shares[number] if shares else {}
        rows.append(
            EntryOutlook(
                stage_id=stage.pk,
                entry_id=entry,
                group=group.group,
                best=reach.best,
                worst=reach.worst,
                is_exact=reach.is_exact,
                mark=mark_of(chances) or "",
                chances=chances,
                likely={aim: round(PARTS * agreed(own[aim], chances[aim])) for aim in own},
                passing=_passing(group, number),
            )
        )
    return rows


def _passing(group: GroupContest, number: int) -> list[dict[str, Any]]:
    """Return what the entry's next table takes it past, with ids of entries."""
    contest = group.contest
    next_match = next(iter(contest.matches_of(number)), None)
    if next_match is None or contest.size > MOST_PASSING:
        return []
    own = contest.points[number]
    ahead = [
        (other, points)
        for other, points in enumerate(contest.points)
        if other != number and points >= own
    ]
    match = contest.matches[next_match]
    return [
        passing_as_json(one, group) | {"round": match.round, "table": match.table}
        for one in passing(own, ahead, contest.results)
    ]


# What is stored as JSON: entries by their ids, numbers of points as text.


def passing_as_json(one: Passing, group: GroupContest) -> dict[str, Any]:
    return {
        "other": group.entries[one.other],
        "outcome": None if one.result is None else one.result.outcome,
        "margin": _text(one.result and one.result.margin),
        "worth": _text(one.result and one.result.home),
        "points": _text(one.points),
    }


def contender_as_json(one: Contender, group: GroupContest) -> dict[str, Any]:
    match = None if one.match is None else group.contest.matches[one.match]
    return {
        "entry": group.entries[one.entry],
        "group": group.group,
        "aim": one.aim,
        "round": None if match is None else match.round,
        "table": None if match is None else match.table,
        "ways": [
            {
                "own": way.own,
                "chance": way.chance,
                "is_enough": way.is_enough,
                "needs": [_need(need.match, need.outcomes, group) for need in way.needs],
            }
            for way in one.ways
        ],
        "enough": None if one.enough is None else _enough(one, group.contest),
    }


def _need(at: int, outcomes: Sequence[int], group: GroupContest) -> dict[str, Any]:
    match = group.contest.matches[at]
    return {
        "table": match.table,
        "home": group.entries[match.home],
        "away": group.entries[match.away],
        "outcomes": list(outcomes),
    }


def _enough(one: Contender, contest: Contest) -> dict[str, Any]:
    at_home = one.match is None or contest.matches[one.match].home == one.entry
    side = 0 if at_home else 1
    ends = {} if one.enough is None else one.enough._asdict()
    return {
        name: None
        if result is None
        else {
            "worth": _text(result[side]),
            "outcome": result.outcome if at_home else -result.outcome,
            "margin": _text(_margin(result, contest, at_home=at_home)),
        }
        for name, result in ends.items()
    }


def _margin(result: Any, contest: Contest, *, at_home: bool) -> Any:
    """Return the least win by which the entry gets that much; a visitor's is the home side's."""
    if at_home:
        return result.margin
    mirrored = (one for one in contest.results if one.home == result.away and one.outcome > 0)
    return next((one.margin for one in mirrored), None) if result.outcome < 0 else None


def _text(number: Any) -> str | None:
    return None if number is None else format_number(number)


@transaction.atomic
def _store(stage: Stage, outlook: Outlook) -> bool:
    """Store it, and have open pages hear of it."""
    # the standings' row first, as deliveries hold them: else each would wait for the other
    bump_live_version(stage_ids=[stage.pk])
    row = StageOutlook.objects.select_for_update().get(stage=stage)
    EntryOutlook.objects.filter(stage=stage).delete()
    EntryOutlook.objects.bulk_create(outlook.entries, batch_size=2_000)
    StageOutlook.objects.filter(pk=row.pk).update(**outlook.stage, version=row.version + 1)
    announce([stage.event_id])
    return True
