"""Deals prepared for a stage, before anybody has played one."""

from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage, locked
from league.play.events.models import Event, EventState, Stage, TablePlay
from league.play.events.rulesets import ruleset_of
from league.play.prepared.models import MOST_DEALS, PreparedSet
from league.play.prepared.stage_deals import numbering
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, Table
from league.play.rounds.rooms import draws_all_rounds
from league.play.rounds.selectors import PLAYED

USUAL_DEALS = 24


class DealsNotPossible(Refused):
    """The event does not play prepared deals, or not so many."""

    code = "deals_not_possible"


class DealsBegun(Refused):
    """Deals that were not prepared have been played already."""

    code = "deals_begun"


@transaction.atomic
def prepare(*, stage: Stage, seed: str, deals: int | None = None, by: Act) -> PreparedSet:
    """Prepare deals for every table of a stage, from a fresh secret seed.

    `deals` is how many are to be printed (None: as many as the rounds need). A stage has one set:
    asked for again, the seed given then is not used, and only a higher number of deals or rules
    that were changed since are taken over. Raises DealsNotPossible or DealsBegun.
    """
    # tables and rounds are drawn under the same lock: none is missed
    event = locked(Event.objects.all(), pk=stage.event_id)
    stage = locked(Stage.objects.all(), pk=stage.pk)
    stage.event = event
    _check_possible(event)
    wanted = deals_needed(stage) if deals is None else deals
    if not 1 <= wanted <= MOST_DEALS:
        raise DealsNotPossible(
            _("A set has 1 to %(most)d deals, not %(deals)d: choose a number between them.")
            % {"most": MOST_DEALS, "deals": wanted},
            field="deals",
        )
    known = PreparedSet.objects.filter(stage=stage).first()
    if known is not None:
        known.stage = stage
        return _renewed(known, wanted, by=by)
    _check_not_begun(stage)
    ruleset = ruleset_of(event, event.most_seats)
    purpose = f"event {event.pk} stage {stage.number}"
    prepared = PreparedSet.objects.create(
        stage=stage,
        variant=ruleset.variant,
        preset=ruleset.preset,
        options=dict(ruleset.changed_options),
        players=ruleset.players,
        deals=wanted,
        purpose=purpose,
        seed=seed,
        commitment=games.commitment_of(seed, purpose),
        created_at=by.at,
    )
    _number_tables(prepared)
    journal_stage(
        "deals.prepared",
        prepared.stage,
        subject=prepared,
        by=by,
        deals=wanted,
        commitment=prepared.commitment,
    )
    return prepared


def deals_needed(stage: Stage) -> int:
    """Return how many different deals the stage plays, as far as it is known."""
    drawn = list(
        Table.objects.filter(round__stage=stage).values_list("round__number", "deal_numbers")
    )
    highest = max((max(numbers, default=0) for _round, numbers in drawn), default=0)
    a_round = stage.event.deals_a_round or 0
    rounds_known = stage.rounds_planned or 0
    if drawn and draws_all_rounds(stage):
        rounds_known = max(number for number, _numbers in drawn)
    needed = highest or rounds_known * a_round or _in_preview(stage) or USUAL_DEALS
    return min(needed, MOST_DEALS)


def _in_preview(stage: Stage) -> int:
    """Return how many deals the draw would need if it were made now; 0 where nobody knows."""
    try:
        drawn = rounds.preview_in_request(stage).rounds
    except Refused:
        return 0
    numbers = [
        number
        for round_draw in drawn
        for table in round_draw.tables
        for number in table.deals or ()
    ]
    return max(numbers, default=len(drawn) * (stage.event.deals_a_round or 0))


def _check_possible(event: Event) -> None:
    if event.state not in (EventState.OPEN, EventState.RUNNING):
        raise DealsNotPossible(
            _(
                "The event is %(state)s: deals are prepared while it is open for entries or "
                "running, when its rules no longer change."
            )
            % {"state": event.get_state_display()}
        )
    if event.table_play != TablePlay.DEALS:
        raise DealsNotPossible(
            _(
                "Prepared deals are for tables that play a fixed number of deals; "
                "in this event a table plays %(play)s. Change that in the set-up first."
            )
            % {"play": event.get_table_play_display()}
        )


def _check_not_begun(stage: Stage) -> None:
    begun = (
        Table.objects.filter(PLAYED, round__stage=stage)
        .order_by("round__number", "number")
        .values_list("round__number", "number")
        .first()
    )
    if begun is not None:
        raise DealsBegun(
            _(
                "Table %(table)d of round %(round)d has played deals that were not prepared. "
                "Prepare deals for the next stage or event, before its first deal."
            )
            % {"round": begun[0], "table": begun[1]}
        )


def _renewed(known: PreparedSet, wanted: int, *, by: Act) -> PreparedSet:
    event = known.stage.event
    ruleset = ruleset_of(event, event.most_seats)
    rules = (ruleset.variant, ruleset.preset, dict(ruleset.changed_options), ruleset.players)
    if rules != (known.variant, known.preset, known.options, known.players):
        _check_not_begun(known.stage)
        known.variant, known.preset, known.options, known.players = rules
        known.save(update_fields=["variant", "preset", "options", "players"])
        _number_tables(known)
    if wanted > known.deals:
        known.deals = wanted
        known.save(update_fields=["deals"])
        journal_stage("deals.more_prepared", known.stage, subject=known, by=by, deals=wanted)
    return known


def _number_tables(prepared: PreparedSet) -> None:
    """Give the tables that are drawn already their deals and first dealers; two queries."""
    drawn = Round.objects.filter(stage=prepared.stage).prefetch_related("tables")
    changed = []
    for round in drawn:
        prepared.stage.prepared = prepared
        round.stage = prepared.stage
        numbered = numbering(round)
        for table in round.tables.all():
            table.deal_numbers, table.first_dealer = numbered(table.deal_numbers)
            changed.append(table)
    Table.objects.bulk_update(changed, ["deal_numbers", "first_dealer"])
