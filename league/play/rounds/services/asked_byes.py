"""Byes that entries ask for before a round is drawn: written down, counted, and taken back."""

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import Entry, EntryState, EventState, Stage, StageEntry
from league.play.events.names import name_by_number, name_of
from league.play.events.selectors import members_with_players
from league.play.events.services.field import field_changed
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.stage_options import BYE_REQUESTS, BYE_REQUESTS_OPTION
from league.play.rounds.models import ByeRequest, ByeWorth, PlacementKind
from league.play.rounds.services.running_rounds import lock_stage


class ByeNotPossible(Refused):
    """The entry cannot ask for this bye; format, round, entry or the stage's limit forbids it."""

    code = "bye_not_possible"


@transaction.atomic
def ask_bye(*, stage: Stage, entry: Entry, number: int, worth: str, by: Act) -> ByeRequest:
    """Write down that an entry does not play in a round to come; the draw leaves it out.

    `worth` is "half" (half of a win; the stage limits how many of them an entry has) or "zero".
    Asking again changes nothing but the worth. Raises ByeNotPossible.
    """
    stage = lock_stage(stage)
    _check_stage(stage, number)
    _check_entry(stage, entry)
    if worth not in ByeWorth.values:
        raise ByeNotPossible(_("A bye is worth half a win, or no points."), field="worth")
    standing = ByeRequest.objects.filter(stage=stage, entry=entry, taken_back_at__isnull=True)
    before = standing.filter(round_number=number).first()
    if before is not None and before.worth == worth:
        return before
    if worth == ByeWorth.HALF:
        others = standing.filter(worth=ByeWorth.HALF).exclude(round_number=number).count()
        _check_limit(stage, entry, others)
    if before is not None:
        before.taken_back_at = by.at
        before.save(update_fields=["taken_back_at"])
    made = ByeRequest.objects.create(
        stage=stage,
        entry=entry,
        round_number=number,
        worth=worth,
        made_by_id=by.actor.user_id,
        made_at=by.at,
    )
    field_changed(stage.event)
    _journal("bye.asked_for", made, stage, by=by)
    return made


@transaction.atomic
def take_back_bye(*, request: ByeRequest, by: Act) -> ByeRequest:
    """Take a bye back while its round is not drawn. Taking it back twice changes nothing.

    Raises ByeNotPossible.
    """
    stage = lock_stage(request.stage)
    request = ByeRequest.objects.select_for_update().get(pk=request.pk)
    if request.taken_back_at is not None:
        return request
    _check_stage(stage, request.round_number)
    request.taken_back_at = by.at
    request.save(update_fields=["taken_back_at"])
    field_changed(stage.event)
    _journal("bye.request_taken_back", request, stage, by=by)
    return request


def _check_stage(stage: Stage, number: int) -> None:
    """Refuse a round that is drawn already, or that the stage will never have."""
    if not takes_requests(stage):
        raise ByeNotPossible(
            _(
                "Byes can be requested where each round is drawn by the standings. In this "
                "format, let the entry sit out in the round itself."
            )
        )
    if stage.event.state not in (EventState.OPEN, EventState.RUNNING):
        raise ByeNotPossible(
            _("Byes can be requested while the event is open or running; it is %(state)s now.")
            % {"state": stage.event.get_state_display()}
        )
    last = stage.rounds.order_by("number").values_list("number", flat=True).last() or 0
    if number <= last:
        raise ByeNotPossible(
            _(
                "Round %(round)d is drawn already. Change it by hand, or draw it again, and let "
                "the entry rest there."
            )
            % {"round": number},
            field="round",
        )
    if stage.rounds_planned is not None and number > stage.rounds_planned:
        raise ByeNotPossible(
            ngettext(
                "Only %(count)d round is planned; choose that one.",
                "Only %(count)d rounds are planned; choose one of them.",
                stage.rounds_planned,
            )
            % {"count": stage.rounds_planned},
            field="round",
        )


def _check_entry(stage: Stage, entry: Entry) -> None:
    inside = StageEntry.objects.filter(stage=stage)
    is_out = inside.exists() and not inside.filter(entry=entry).exists()
    if entry.event_id != stage.event_id or entry.state != EntryState.ACCEPTED or is_out:
        raise ByeNotPossible(_("This entry does not take part in the stage."), field="entry")


def _check_limit(stage: Stage, entry: Entry, others: int) -> None:
    most = halves_allowed(stage)
    if others < most:
        return
    if most == 0:
        raise ByeNotPossible(
            _("This event gives no half-point byes: choose a bye without points."), field="worth"
        )
    raise ByeNotPossible(
        ngettext(
            "%(count)d half-point bye is the most here, and %(name)s asked for it already: "
            "choose a bye without points.",
            "%(count)d half-point byes are the most here, and %(name)s asked for them already: "
            "choose a bye without points.",
            others,
        )
        % {"name": name_of(entry), "count": others},
        field="worth",
    )


def _journal(kind: str, made: ByeRequest, stage: Stage, *, by: Act) -> None:
    journal_stage(
        kind,
        stage,
        subject=made,
        by=by,
        entry=name_by_number(made.entry),
        entry_id=made.entry_id,
        round=made.round_number,
        worth=made.worth,
    )


# Byes that entries asked for: who has how many, and who rests in a round to come.

KIND_OF = {ByeWorth.HALF.value: PlacementKind.HALF_BYE, ByeWorth.ZERO.value: PlacementKind.ZERO_BYE}
# scoring methods in which half a win is known before anything is played
HALVES_KNOWN = frozenset({"match_points", "victory_points", "percentage"})


def takes_requests(stage: Stage) -> bool:
    """Say whether entries of the stage can ask for a bye: it is drawn round by round, by scores."""
    return any(option.name == BYE_REQUESTS for option in format_named(stage.format).options)


def halves_allowed(stage: Stage) -> int:
    """Return how many half-point byes an entry may ask for in the stage."""
    if stage.event.method.get("name") not in HALVES_KNOWN:
        return 0
    most = stage.options.get(BYE_REQUESTS)
    return int(BYE_REQUESTS_OPTION.default or 0) if most is None else int(most)


def resting_in(stage: Stage, number: int) -> dict[int, str]:
    """Return the ids of entries that asked for a bye in a round, with the kind of placement."""
    rows = ByeRequest.objects.filter(stage=stage, round_number=number, taken_back_at__isnull=True)
    return {entry: KIND_OF[worth] for entry, worth in rows.values_list("entry_id", "worth")}


def requests_of(stage: Stage) -> "QuerySet[ByeRequest]":
    """Return the requests for byes that were not taken back, with the names of the entries."""
    entries = Entry.objects.prefetch_related(members_with_players())
    return (
        ByeRequest.objects.filter(stage=stage, taken_back_at__isnull=True)
        .select_related("stage", "made_by")
        .prefetch_related(Prefetch("entry", entries))
        .order_by("round_number", "entry__number")
    )
