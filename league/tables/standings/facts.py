"""Reading the facts that the standings of a stage are made from, round by round."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import chain
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.services import render_sentence
from league.foundation.shown_numbers import figure
from league.play.events.models import Entry, EntryState, Event, Stage, StageEntry
from league.play.events.setup_problems import COMPARING_DEALS, bye_of, least_and_most
from league.play.prepared.hiding import HiddenDeals
from league.play.results.models import Adjustment, AdjustmentKind, TableResult, TableState
from league.play.rounds.arrangement import VACATED
from league.play.rounds.bye_award import method_with_byes
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.stage_options import (
    NOT_COUNTED,
    WALK_OVERS,
    WITHDRAWALS,
    WITHDRAWALS_OPTION,
)
from league.play.rounds.models import ASKED_FOR, Placement, PlacementKind, Round, RoundState, Table
from league.play.rounds.rooms import is_played_in_two_rooms
from league.tables.standings.deal_facts import (
    Credits,
    credits_of,
    deal_facts,
    exact,
    first_compared,
)
from league.tables.standings.methods import PLAY_OFF
from league.tables.standings.methods.parts import AWARD_WORDS
from league.tables.standings.models import PlayOffPoints
from league.tables.standings.stage_facts import (
    AdjustmentFact,
    Departure,
    EntryInside,
    ForfeitFact,
    MatchLeft,
    RoundFacts,
    StageFacts,
    places_after_rounds,
    table_facts,
)
from league.tables.standings.table_results import add_matches, team_matches

# --- Departures ---
# Entries that left a round robin: which of their results count, and what their opponents get.
#
# FIDE General Regulations for Competitions 6.6: the results of a player who leaves before half of
# the matches stay in sight and do not count; of one who leaves later they count, and the matches
# that are left are lost and won by forfeit. A stage may choose otherwise (`WITHDRAWALS_OPTION`).


def departures_of(
    stage: Stage, rounds: Iterable[RoundFacts], inside: Collection[EntryInside]
) -> list[Departure]:
    """Return who of those inside withdrew from a round robin; one query where somebody did."""
    withdrawn = [row for row in inside if row.state == EntryState.WITHDRAWN]
    if not withdrawn or not _may_choose(stage):
        return []
    sizes = Counter(row.group for row in inside)
    played = Counter(chain.from_iterable(map(_met_at_a_table, rounds)))
    left = _matches_left(stage, {row.entry for row in withdrawn})
    return [
        _departure(stage, row.entry, played[row.entry], sizes[row.group], left[row.entry])
        for row in withdrawn
    ]


def _may_choose(stage: Stage) -> bool:
    """Say whether the stage has matches whose results can be left out one by one."""
    options = format_named(stage.format).options
    return WITHDRAWALS_OPTION in options and stage.event.method.get("name") not in COMPARING_DEALS


def _met_at_a_table(round: RoundFacts) -> Iterator[int]:
    yield from chain(round.duels.homes, round.duels.aways)
    for match in round.matches:
        yield from match.entries


def _matches_left(stage: Stage, entries: Collection[int]) -> Mapping[int, list[MatchLeft]]:
    """Return the matches that these entries were to play when they left, by entry."""
    left: dict[int, list[MatchLeft]] = {entry: [] for entry in entries}
    rounds = Round.objects.filter(stage=stage, drawing__has_key=VACATED).order_by("number")
    for round_id, number, drawing in rounds.values_list("id", "number", "drawing"):
        for key, place in drawing[VACATED].items():
            sides = place.get("sides") or []
            if int(key) in left and [len(side) for side in sides] == [1, 1]:
                both = (sides[0][0], sides[1][0])
                left[int(key)].append(
                    MatchLeft(round_id, number, place["table"], both, both.index(int(key)))
                )
    return left


def _departure(
    stage: Stage, entry: int, played: int, size: int, left: Sequence[MatchLeft]
) -> Departure:
    """Return the departure from a group of so many entries, those who left counted too."""
    due = (format_named(stage.format).times or 1) * (size - 1)
    if stage.rounds_planned is not None:
        due = min(due, stage.rounds_planned)
    outcome = str(stage.options.get(WITHDRAWALS, WITHDRAWALS_OPTION.default))
    if outcome == NOT_COUNTED and 2 * played >= due:
        outcome = WALK_OVERS
    return Departure(entry, played, due, outcome, left)


def walked_over(rounds: Mapping[int, RoundFacts], departures: Iterable[Departure]) -> set[int]:
    """Return the rounds (ids) without any table left, in which a walk-over is all there is."""
    return {
        match.round_id
        for departure in departures
        if departure.outcome == WALK_OVERS
        for match in departure.left
        if match.round_id in rounds and rounds[match.round_id].is_complete
    }


def settle_departures(rounds: Mapping[int, RoundFacts], departures: Iterable[Departure]) -> None:
    """Make the facts of the rounds (by id) say what the departures left of the matches."""
    for departure in departures:
        if departure.outcome == NOT_COUNTED:
            for round in rounds.values():
                _leave_out(round, departure.entry)
        for match in departure.left:
            if match.round_id in rounds:
                _settle(rounds[match.round_id], match, departure)


def _leave_out(round: RoundFacts, entry: int) -> None:
    """Take the matches of the entry out of the round."""
    round.duels = round.duels.without(entry)
    round.matches = [match for match in round.matches if entry not in match.entries]
    round.forfeits = [match for match in round.forfeits if entry not in match.entries]
    round.absent = [other for other in round.absent if other != entry]
    round.asked_for = [(other, half) for other, half in round.asked_for if other != entry]
    round.byes = [other for other in round.byes if other != entry]


def _settle(round: RoundFacts, match: MatchLeft, departure: Departure) -> None:
    """Replace the bye of who was to meet the entry; who was given another match keeps that."""
    if match.opponent not in round.byes:
        return
    round.byes.remove(match.opponent)
    if departure.outcome != WALK_OVERS:
        return
    if departure.entry in round.absent:
        round.absent.remove(departure.entry)
    entries = list(match.entries)
    round.forfeits.append(ForfeitFact(match.table, entries, [0, 1], (match.place,)))


def facts_of(stage: Stage, *, hidden: HiddenDeals) -> StageFacts:
    """Read the facts of a stage, with a number of queries that does not depend on its size.

    Results of the `hidden` deals are left out, and so are, where the points of tables are added
    up, tables that have played one: so nothing that is made of the facts depends on them.

    What is committed between two of the queries may or may not be included; another rebuild is
    then wanted, which finds it. Entries are read last, so that those of every match are there.
    """
    rounds = _rounds_of(stage, hidden)
    credits = credits_of(stage, rounds)
    if stage.event.method.get("name") in COMPARING_DEALS:
        _add_deals(rounds, credits, hidden)
    elif is_played_in_two_rooms(stage):
        _add_team_matches(rounds, credits, hidden)
    else:
        add_matches(rounds, credits, hidden=hidden)
    tables = table_facts(rounds, stage.event.tiebreaks, hidden=hidden)
    for (round_id, table), fact in tables.items():
        rounds[round_id].tables[table] = fact
    inside = _inside(stage)
    departures = departures_of(stage, rounds.values(), inside.values())
    _add_byes(rounds, credits, without_tables=walked_over(rounds, departures))
    settle_departures(rounds, departures)
    _add_adjustments(stage, rounds)
    if PLAY_OFF in stage.event.tiebreaks:
        _add_play_offs(stage, rounds)
    for number, places in places_after_rounds(stage, held_back=hidden.held_back).items():
        for round in rounds.values():
            if round.number == number:
                round.places = places
    ids, groups, carried = _entries_of(stage, inside, _with_facts(rounds.values()))
    return StageFacts(
        event_id=stage.event_id,
        method=method_with_byes(stage, stage.event.method),
        tiebreaks=stage.event.tiebreaks,
        seed=lot_seed(stage.event),
        ids=ids,
        groups=groups,
        carried=carried,
        rounds=list(rounds.values()),
        held_back=hidden.numbers_submitted,
        departures=departures,
    )


def lot_seed(event: Event) -> int:
    """Return the number an event's lots are drawn from: its beginning, in microseconds.

    It is recorded, nobody can choose it, and it is not known before the entries are.
    """
    return round(event.started_at.timestamp() * 1_000_000) if event.started_at else 0


def _rounds_of(stage: Stage, hidden: HiddenDeals) -> dict[int, RoundFacts]:
    settled = TableResult.objects.filter(state=TableState.CONFIRMED)
    rows = (
        Round.objects.filter(stage=stage)
        .exclude(state=RoundState.DRAWN)
        .order_by("number")
        .values_list("id", "number")
        .annotate(
            tables_=_of_round(Table.objects.all()),
            settled=_of_round(settled.exclude(table__in=hidden.held_back)),
        )
    )
    return {
        round_id: RoundFacts(number=number, is_complete=tables == settled)
        for round_id, number, tables, settled in rows
    }


def _of_round(rows: QuerySet[Any]) -> Coalesce:
    """Say of a round in the database how many of these rows are of it."""
    of_it = rows.filter(round=OuterRef("pk")).order_by().values("round")
    return Coalesce(Subquery(of_it.annotate(count=Count("pk")).values("count")), 0)


def _add_team_matches(rounds: dict[int, RoundFacts], credits: Credits, hidden: HiddenDeals) -> None:
    for round_id, match in team_matches(rounds, credits, held_back=hidden.held_back):
        if isinstance(match, ForfeitFact):
            rounds[round_id].forfeits.append(match)
        else:
            rounds[round_id].matches.append(match)


def _add_deals(rounds: dict[int, RoundFacts], credits: Credits, hidden: HiddenDeals) -> None:
    deals = deal_facts(rounds, credits, hidden=hidden)
    for round_id, round in rounds.items():
        round.deals = deals.get(round_id, [])
    compared = first_compared([(round.number, round.deals) for round in rounds.values()])
    for round in rounds.values():
        round.is_compared = compared is not None and round.number >= compared


def _add_byes(
    rounds: dict[int, RoundFacts], credits: Credits, *, without_tables: Collection[int]
) -> None:
    """A bye and a sit-out are worth what the event's method says; being absent is worth nothing.

    Nor is a round sat out in which the entry got the points of a table instead, nor one in which
    no table has a result, whatever penalties or awards were given in it; but for rounds (ids) that
    are decided `without_tables`.
    """
    counted = [pk for pk, round in rounds.items() if round.has_results or pk in without_tables]
    rows = Placement.objects.filter(round_id__in=counted).exclude(kind=PlacementKind.TABLE)
    places = rows.order_by("entry_id").values_list("round_id", "entry_id", "kind")
    for round_id, entry, kind in places:
        round = rounds[round_id]
        if kind in ASKED_FOR:
            round.asked_for.append((entry, kind == PlacementKind.HALF_BYE))
            continue
        where = round.absent if kind == PlacementKind.ABSENT else round.byes
        if entry not in where and (round_id, entry) not in credits.played:
            where.append(entry)


def _add_adjustments(stage: Stage, rounds: dict[int, RoundFacts]) -> None:
    """Put each adjustment into its round; one of no round into the last that was open then."""
    adjustments = Adjustment.objects.filter(stage=stage, revoked_at__isnull=True)
    rows = list(adjustments.order_by("made_at", "id"))
    if not rounds or not rows:
        return
    opened = list(
        Round.objects.filter(id__in=rounds).order_by("number").values_list("id", "opened_at")
    )
    for row in rows:
        round_id = row.round_id if row.round_id in rounds else _open_at(row.made_at, opened)
        points = row.points if row.kind == AdjustmentKind.AWARD else -row.points
        rounds[round_id].adjustments.append(AdjustmentFact(row.entry_id, str(points), row.reason))


def _add_play_offs(stage: Stage, rounds: dict[int, RoundFacts]) -> None:
    rows = PlayOffPoints.objects.filter(
        play_off__stage=stage, play_off__revoked_at__isnull=True, play_off__round__in=rounds
    ).order_by("play_off__made_at", "play_off_id", "entry_id")
    played: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for play_off, round_id, entry, points in rows.values_list(
        "play_off_id", "play_off__round_id", "entry_id", "points"
    ):
        played.setdefault((play_off, round_id), []).append((entry, str(points)))
    for (_play_off, round_id), points_made in played.items():
        rounds[round_id].play_offs.append(points_made)


def _open_at(moment: datetime, opened: Sequence[tuple[int, datetime | None]]) -> int:
    started = [round_id for round_id, at in opened if at is not None and at <= moment]
    return started[-1] if started else opened[0][0]


def _with_facts(rounds: Iterable[RoundFacts]) -> set[int]:
    entries: set[int] = set()
    for round in rounds:
        entries.update(round.byes, (entry for entry, _half in round.asked_for))
        entries.update(adjustment.entry for adjustment in round.adjustments)
        entries.update(round.duels.homes, round.duels.aways)
        entries.update(*[match.entries for match in round.matches])
        entries.update(*[deal.entries for deal in round.deals])
        entries.update(*[forfeit.entries for forfeit in round.forfeits])
    return entries


def _inside(stage: Stage) -> dict[int, EntryInside]:
    rows = StageEntry.objects.filter(stage=stage).order_by("entry_id")
    columns = ("entry_id", "group", "carried_points", "entry__state")
    return {row[0]: EntryInside(*row) for row in rows.values_list(*columns)}


def _entries_of(
    stage: Stage, inside: Mapping[int, EntryInside], with_facts: set[int]
) -> tuple[list[int], dict[int, str], dict[int, Decimal]]:
    """Return who is ranked: those who take part, and those who did while they have results."""
    rows = Entry.objects.filter(event_id=stage.event_id).order_by("id")
    ids = [
        entry
        for entry, state in rows.values_list("id", "state")
        if entry in with_facts or (state == EntryState.ACCEPTED and (entry in inside or not inside))
    ]
    # groups that are crossed only say who meets whom: all are ranked together
    together = format_named(stage.format).needs_groups
    groups = {entry: "" if together else inside[entry].group for entry in ids if entry in inside}
    carried = {
        entry: inside[entry].carried for entry in ids if entry in inside and inside[entry].carried
    }
    return ids, groups, carried


# --- What a bye, or a round sat out, is worth: the sentences that all pages and papers use ---

BYE_WORTH_LABEL = gettext_lazy("A bye, or a round sat out, is worth")


def bye_worth(stage: Stage, event: Event) -> str:
    """Return what a bye is worth in the stage, to follow `BYE_WORTH_LABEL` or within a sentence.

    "" while the event does not say how it counts.
    """
    if not event.method.get("name"):
        return ""
    method = method_with_byes(stage, event.method)
    bye = bye_of(method)
    if isinstance(bye, str):
        return render_sentence(AWARD_WORDS[bye]) if bye in AWARD_WORDS else ""
    points = figure(exact(bye))
    if not bye:
        return _("no points")
    if method["name"] == "victory_points":
        _least, most = least_and_most(method) or (0, 0)
        return _("%(number)s of %(most)s victory points") % {
            "number": points,
            "most": figure(exact(most)),
        }
    return ngettext("%(number)s point", "%(number)s points", 1 if points == "1" else 2) % {
        "number": points
    }


def bye_worth_sentence(stage: Stage, event: Event) -> str:
    """Return the same as a sentence, to stand below a list or on a slip."""
    worth = bye_worth(stage, event)
    return _("A bye, or a round sat out, is worth %(worth)s.") % {"worth": worth} if worth else ""
