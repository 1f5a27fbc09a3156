"""Byes that entries ask for before a round is drawn: written down, counted, and taken back."""

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.play.events.models import Entry, EntryState, Event, EventState, Stage, StageEntry
from league.play.events.names import name_of
from league.play.events.selectors import members_with_players
from league.play.events.services.field import field_changed
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.stage_options import BYE_REQUESTS, BYE_REQUESTS_OPTION
from league.play.rounds.models import ByeRequest, ByeWorth, PlacementKind
from league.play.rounds.services.running_rounds import lock_stage


class ByeNotPossible(Refused):
    """The entry cannot ask for this bye; format, round, entry or the stage's limit forbids it."""

    code = "bye_not_possible"


def hold_place_in_draw(row: ByeRequest, by: Act) -> None:
    """Let a bye be asked for or taken back while its round is not drawn. Raises ByeNotPossible."""
    row.stage = lock_stage(row.stage)
    _check_stage(row.stage, row.round_number)
    field_changed(row.stage.event)


def check_bye(row: ByeRequest, by: Act) -> None:
    """Let an entry ask for a bye in a round to come; asked again, the later one counts.

    A stage limits how many half-point byes an entry has. Raises ByeNotPossible.
    """
    hold_place_in_draw(row, by)
    _check_entry(row.stage, row.entry)
    standing = ByeRequest.objects.filter(
        stage=row.stage, entry=row.entry, taken_back_at__isnull=True
    )
    standing.filter(round_number=row.round_number).update(taken_back_at=by.at)
    if row.worth == ByeWorth.HALF:
        _check_limit(row.stage, row.entry, standing.filter(worth=ByeWorth.HALF).count())


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


def requests_in(event: Event) -> "QuerySet[ByeRequest]":
    """Return the requests for byes, with their stages and the names of the entries."""
    entries = Entry.objects.prefetch_related(members_with_players())
    return (
        ByeRequest.objects.filter(stage__event=event)
        .select_related("stage__event", "made_by")
        .prefetch_related(Prefetch("entry", entries))
        .order_by("stage__number", "round_number", "entry__number")
    )
