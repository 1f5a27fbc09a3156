"""What is planned of a stage, and the seasons of a club that hold events together."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.names import clean_name, clean_names
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage, locked
from league.play.events.models import Event, EventState, Qualifying, Season, Stage, Takes
from league.play.events.names import stage_name
from league.play.events.services.setup import EventInvalid, Frozen, change_event, check_valid, plain
from league.play.events.setup_problems import rounds
from league.play.events.slugs import slug_for

# --- Stages that follow others: added, with who goes through to them, and changed ---

CHANGEABLE = ("source", "takes", "places", "carried_percent")


class StageHasBegun(Refused):
    """The stage has begun: the entries that play in it, and what they carry over, are fixed."""

    code = "stage_has_begun"


@transaction.atomic
def add_stage(
    *,
    event: Event,
    format: str,
    name: str = "",
    options: Mapping[str, Any] | None = None,
    rounds_planned: int | None = None,
    source: Stage | None = None,
    takes: str = Takes.EVERYBODY,
    places: int | None = None,
    carried_percent: int = 0,
    lot_seed: int = 0,
    by: Act,
) -> Stage:
    """Add a stage after the last one, while the event is not over.

    It is filled from `source`, the last stage unless another is named. `lot_seed` will draw lots
    among those level for the last place. Raises Frozen, and EventInvalid for a stage that could
    not be drawn, or that could not be filled so.
    """
    event = locked(Event.objects.all(), pk=event.pk)
    check_going_on(event)
    last = event.stages.order_by("-number").first()
    stage = Stage(
        event=event,
        number=last.number + 1 if last else 1,
        name=clean_name(name),
        format=format,
        options=dict(options or {}),
        rounds_planned=rounds_planned,
    )
    check_valid(stage)
    stage.save()
    source = source or last
    if source is not None:
        qualifying = Qualifying(
            stage=stage,
            source=source,
            takes=takes,
            places=places,
            carried_percent=carried_percent,
            lot_seed=lot_seed,
        )
        check_qualifying(qualifying)
        qualifying.save()
    if event.state != EventState.DRAFT:
        # a draft may be incomplete: it is checked when it is opened
        check_can_be_drawn(stage)
    journal_stage_of_event("stage.added", stage, event, by=by)
    return stage


@transaction.atomic
def change_qualifying(*, stage: Stage, changes: Mapping[str, Any], by: Act) -> Qualifying:
    """Change who goes through to a stage or what is carried over, while it has not begun.

    A stage that is filled already stays so until it is filled again.
    Raises Frozen, StageHasBegun or EventInvalid; then nothing is changed.
    """
    event = locked(Event.objects.all(), pk=stage.event_id)
    check_going_on(event)
    stage.event = event
    qualifying = Qualifying.objects.select_related("source").filter(stage=stage).first()
    if qualifying is None:
        raise EventInvalid(_("Everybody who takes part is in the first stage."), field="takes")
    changed = {name: v for name, v in changes.items() if getattr(qualifying, name) != v}
    if set(changed) - set(CHANGEABLE):
        raise EventInvalid(_("Only who goes through and what is carried over can be changed."))
    if not changed:
        return qualifying
    check_not_begun(stage)
    for name, value in changed.items():
        setattr(qualifying, name, value)
    qualifying.stage = stage
    check_qualifying(qualifying)
    qualifying.save(update_fields=list(changed))
    journal_stage_of_event("stage.qualifying_changed", stage, event, by=by)
    return qualifying


def check_not_begun(stage: Stage) -> None:
    """Refuse to change what has begun. Raises StageHasBegun."""
    if rounds().has_begun(stage):
        raise StageHasBegun(
            _("%(stage)s has begun, so it stays as it is: who plays in it, and with which points.")
            % {"stage": stage_name(stage)}
        )


def check_going_on(event: Event) -> None:
    """Refuse to change the stages of an event that is over. Raises Frozen."""
    if event.state in (EventState.FINISHED, EventState.ARCHIVED):
        raise Frozen(
            _("The event is %(state)s: resume it before you change its stages.")
            % {"state": event.get_state_display()}
        )


def check_qualifying(qualifying: Qualifying) -> None:
    """Refuse a rule by which the stage could not be filled. Raises EventInvalid."""
    stage, source = qualifying.stage, qualifying.source
    if source.event_id != stage.event_id or source.number >= stage.number:
        raise EventInvalid(_("A stage is filled from an earlier one of its event."), field="source")
    if qualifying.carried_percent and rounds().ranks_by_bracket(stage):
        raise EventInvalid(
            _(
                "In this format an entry is ranked by how far it gets, not by points: nothing "
                "can be carried over."
            ),
            field="carried_percent",
        )
    check_valid(qualifying)


def check_can_be_drawn(stage: Stage) -> None:
    problem = next(iter(rounds().stage_problems(stage)), None)
    if problem is not None:
        raise EventInvalid(str(problem.sentence), field="format")


def journal_stage_of_event(
    kind: str,
    stage: Stage,
    event: Event,
    *,
    by: Act,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Write into the journal what happened to a stage."""
    journal.append(
        kind=kind,
        by=by,
        club_id=event.club_id,
        event_id=event.pk,
        stage_id=stage.pk,
        subject=stage,
        data={"event": event.name, "stage": stage.name, "number": stage.number, **(data or {})},
    )


# options that say how results count, and may change while a stage is played
NEVER_DRAWN_BY = frozenset({"withdrawals"})


@transaction.atomic
def change_stage(*, stage: Stage, changes: Mapping[str, Any], by: Act) -> Stage:
    """Change a stage's format and options (while it has not begun), rounds planned or name.

    How withdrawals count may change until the event is over.

    What was drawn otherwise, and nobody has seen, is thrown away; so are groups made otherwise.
    Raises Frozen, and EventInvalid for a stage that could not be drawn.
    """
    event = locked(Event.objects.all(), pk=stage.event_id)
    stage = locked(Stage.objects.all(), pk=stage.pk)
    changes = clean_names(stage, changes)
    changed = {name: value for name, value in changes.items() if getattr(stage, name) != value}
    if not changed:
        return stage
    options = changed.get("options", stage.options)
    is_drawn_otherwise = "format" in changed or _drawn_by(options) != _drawn_by(stage.options)
    if is_drawn_otherwise and rounds().has_begun(stage):
        raise Frozen(
            _("The format cannot be changed any more: %(stage)s has begun.")
            % {"stage": stage_name(stage)},
            field="format",
        )
    if event.state in (EventState.FINISHED, EventState.ARCHIVED):
        raise Frozen(
            _("The event is %(state)s: resume it before you plan more rounds.")
            % {"state": event.get_state_display()},
            field="rounds_planned",
        )
    for name, value in changed.items():
        setattr(stage, name, value)
    check_valid(stage)
    if is_drawn_otherwise and event.state != EventState.DRAFT:
        # a draft may be incomplete: it is checked when it is opened
        check_can_be_drawn(stage)
        rounds().undo_unseen_draw(stage, by=by)
    stage.save(update_fields=list(changed))
    qualifying = Qualifying.objects.select_related("source").filter(stage=stage).first()
    if qualifying is not None:
        qualifying.stage = stage
        check_qualifying(qualifying)
    journal_stage(
        "stage.changed",
        stage,
        by=by,
        after={name: plain(value) for name, value in changed.items()},
    )
    return stage


def _drawn_by(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options on which the draw depends."""
    return {name: value for name, value in options.items() if name not in NEVER_DRAWN_BY}


@transaction.atomic
def change_stage_and_qualifying(
    *,
    stage: Stage,
    changes: Mapping[str, Any],
    qualifying: Mapping[str, Any],
    by: Act,
) -> None:
    """Change what is planned of a stage and who goes through to it, or neither."""
    change_stage(stage=stage, changes=changes, by=by)
    if qualifying:
        change_qualifying(stage=stage, changes=qualifying, by=by)


@transaction.atomic
def change_event_and_stage(
    *,
    event: Event,
    changes: Mapping[str, Any],
    stage: Stage,
    stage_changes: Mapping[str, Any],
    by: Act,
) -> Event:
    """Change an event and what is planned of one of its stages, or neither."""
    changed = change_event(event=event, changes=changes, by=by)
    change_stage(stage=stage, changes=stage_changes, by=by)
    return changed


def check_season(*, club: Club, name: str, starts_on: date, ends_on: date) -> Season:
    """Return a season that the club could have, not stored. Raises EventInvalid."""
    taken = set(club.seasons.values_list("slug", flat=True))
    season = Season(
        club=club,
        name=clean_name(name),
        slug=slug_for(name, taken, fallback="season"),
        starts_on=starts_on,
        ends_on=ends_on,
    )
    check_valid(season)
    return season


@transaction.atomic
def add_season(*, club: Club, name: str, starts_on: date, ends_on: date, by: Act) -> Season:
    """Add a season to a club."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    season = check_season(club=club, name=name, starts_on=starts_on, ends_on=ends_on)
    season.save()
    journal.append(
        kind="season.added",
        by=by,
        club_id=club.pk,
        subject=season,
        data={"season": season.name},
    )
    return season
