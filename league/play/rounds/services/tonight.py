"""From the players present at an evening to an event whose first round is played, in one step."""

import secrets
from collections.abc import Sequence
from random import Random
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from games.sentences import say
from games.services import RulesetRefused
from league.clubs.services.clubs import lock_club
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.play.events import services as events
from league.play.events.evenings import groups_of, name_once, present, rules_of_evening
from league.play.events.models import Attendance, EntryKind, Evening, Event, Stage, TablePlay
from league.play.events.services.presence import journal_evening, locked
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.night import Night, TableSize
from league.play.rounds.drawing.stage_options import BY_LOT, ORDER
from league.play.rounds.models import Round
from league.play.rounds.planning import MOST_WORK as PLANNED_WORK
from league.play.rounds.planning import Plan, Proposal, form_sides, propose
from league.play.rounds.services.draw import TakesLong, draw_rounds
from league.play.rounds.services.draw_job import LARGE_FIELD, MANY_TABLES
from league.play.rounds.services.running_rounds import open_round

MATCHES = {"name": "match_points", "win": 2, "draw": 1, "loss": 0}
TOTALS = {"name": "total_points"}
LARGEST_LOT = 2**31


def proposal_for(evening: Evening, players: int) -> Proposal:
    """Return the plans for so many players by the evening's rules and time, or why there are none.

    Nothing is written, and the evening need not be stored.
    """
    rules = rules_of_evening(evening)
    try:
        rulesets = games.rulesets_by_players(rules["variant"], rules["preset"], rules["options"])
    except RulesetRefused as refused:
        return Proposal((), refused.sentence)
    sizes = tuple(
        TableSize(seats=seats, sides=ruleset.sides) for seats, ruleset in rulesets.items()
    )
    if players == 0:
        return Proposal((), say("tick who is present, and the plans appear here"))
    return propose(
        Night(
            players=players,
            sizes=sizes,
            minutes=evening.minutes,
            minutes_a_deal=evening.minutes_a_deal,
            deals_a_round=evening.deals_a_round,
        )
    )


@transaction.atomic
def start_evening(*, evening: Evening, plan: str, version: int, by: Act) -> Round:
    """Make the evening an event by the chosen plan, draw it and open its first round.

    Asked for twice, it is started once: the same round is returned. Raises OutOfDate when who is
    present, the game or the time changed since `version`, TakesLong, and what setting up an event
    raises.
    """
    # the club comes first, as for whoever merges two of those who are present
    lock_club(evening.club_id)
    evening = locked(evening)
    if evening.event is not None:
        return _first_round(evening.event)
    there = list(present(evening))
    chosen = proposal_for(evening, len(there)).plan(plan)
    if chosen is None or version != evening.version:
        raise OutOfDate(
            _("The players present, or what is played, have changed: check the plans again.")
        )
    _check_size(chosen, len(there))
    lot = secrets.randbelow(LARGEST_LOT)
    event = _create(evening, chosen, by=by)
    event = events.open_event(event=event, by=by)
    _enter(event, chosen, there, lot, by=by)
    event = events.start_event(event=event, by=by)
    stage = event.stages.get()
    drawn = _drawn(stage, by=by)
    first = open_round(round=drawn[0], by=by)
    evening.event = event
    evening.save(update_fields=["event"])
    journal_evening(
        "evening.started",
        evening,
        by=by,
        subject=event,
        event=event.name,
        count=len(there),
        plan=chosen.key,
        lot=lot,
    )
    return first


def _check_size(plan: Plan, people: int) -> None:
    """Refuse a plan of which more would be stored than a page can wait for. Raises TakesLong."""
    rounds = plan.rounds if format_named(plan.format).all_at_once else 1
    tables = rounds * len(plan.first_round.tables)
    if people > LARGE_FIELD or tables > MANY_TABLES:
        raise TakesLong(
            _(
                "This is more than can be drawn while you wait: %(people)d players and %(tables)d "
                "tables, and at most %(most_people)d and %(most_tables)d can be. Choose a plan "
                "that draws round by round, or set up an event and draw it at the desk."
            )
            % {
                "people": people,
                "tables": tables,
                "most_people": LARGE_FIELD,
                "most_tables": MANY_TABLES,
            }
        )


def _drawn(stage: Stage, *, by: Act) -> list[Round]:
    try:
        # as much as the plan itself may have taken: what was planned can be drawn
        return draw_rounds(stage=stage, most_work=PLANNED_WORK, by=by)
    except TakesLong as fault:
        raise TakesLong(
            _("For so many players this plan takes longer to draw than a page may: choose another.")
        ) from fault


def _first_round(event: Event) -> Round:
    rounds = Round.objects.filter(stage__event=event).select_related("stage__event__club")
    return rounds.order_by("stage__number", "number")[:1].get()


def _create(evening: Evening, plan: Plan, *, by: Act) -> Event:
    return events.create_event(
        club=evening.club,
        name=name_once(evening),
        starts_on=evening.day,
        season=evening.season,
        **rules_of_evening(evening),
        **columns_of(plan),
        by=by,
    )


def columns_of(plan: Plan) -> dict[str, Any]:
    """Return the arguments of `create_event` by which an event plays the plan."""
    meets = plan.who == "sides"
    return {
        "entry_kind": kind_of_entry(plan),
        "least_seats": plan.candidate.least_seats,
        "most_seats": plan.candidate.most_seats,
        "table_play": TablePlay.DEALS,
        "deals_a_round": plan.deals,
        "format": plan.format,
        # numbers by lot, so that the same people do not meet in the same order every week
        "stage_options": {**plan.options, ORDER: BY_LOT},
        "rounds_planned": plan.rounds,
        "method": dict(MATCHES if meets else TOTALS),
        "tiebreaks": ["head_to_head", "point_difference"] if meets else ["wins"],
    }


def kind_of_entry(plan: Plan) -> str:
    return {1: EntryKind.INDIVIDUAL, 2: EntryKind.PAIR}.get(plan.side_size, EntryKind.TEAM)


def _enter(
    event: Event,
    plan: Plan,
    there: Sequence[Attendance],
    lot: int,
    *,
    by: Act,
) -> None:
    """Enter those who are present: alone, or with those they play with, the others by lot."""
    players = {attendance.player_id: attendance.player for attendance in there}
    sides = [[players[player_id] for player_id in side] for side in _sides(plan, there, lot)]
    events.add_entries(event=event, sides=sides, by=by)


def _sides(plan: Plan, there: Sequence[Attendance], lot: int) -> list[tuple[int, ...]]:
    # the lot is kept in the journal, so that anybody can repeat it
    rng = Random(lot)  # noqa: S311  # nosec B311
    together = [
        [attendance.player_id for attendance in side] for side in groups_of(list(there)).values()
    ]
    sides = form_sides(
        [attendance.player_id for attendance in there], together, plan.side_size, rng
    )
    entries = list(sides.complete)
    if sides.left_over and plan.side_size > 2:
        # a team can have reserves; in pairs a player left over is entered alone, not yet accepted
        entries[-1] = (*entries[-1], *sides.left_over)
    elif sides.left_over:
        entries.append(sides.left_over)
    return entries
