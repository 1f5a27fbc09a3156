"""What is planned of a stage, and the seasons of a club that hold events together."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Actor
from league.foundation.names import clean_name, clean_names
from league.play.events.journaling import journal_stage
from league.play.events.locking import locked
from league.play.events.models import Event, EventState, Qualifying, Season, Stage
from league.play.events.names import stage_name
from league.play.events.round_plan import rounds
from league.play.events.services.chains import (
    change_qualifying,
    check_can_be_drawn,
    check_qualifying,
)
from league.play.events.services.setup import Frozen, change_event, check_valid, plain
from league.play.events.slugs import slug_for

# options that say how results count, and may change while a stage is played
NEVER_DRAWN_BY = frozenset({"withdrawals"})


@transaction.atomic
def change_stage(*, stage: Stage, changes: Mapping[str, Any], actor: Actor, at: datetime) -> Stage:
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
        rounds().undo_unseen_draw(stage, actor=actor, at=at)
    stage.save(update_fields=list(changed))
    qualifying = Qualifying.objects.select_related("source").filter(stage=stage).first()
    if qualifying is not None:
        qualifying.stage = stage
        check_qualifying(qualifying)
    journal_stage(
        "stage.changed",
        stage,
        actor=actor,
        at=at,
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
    actor: Actor,
    at: datetime,
) -> None:
    """Change what is planned of a stage and who goes through to it, or neither."""
    change_stage(stage=stage, changes=changes, actor=actor, at=at)
    if qualifying:
        change_qualifying(stage=stage, changes=qualifying, actor=actor, at=at)


@transaction.atomic
def change_event_and_stage(
    *,
    event: Event,
    changes: Mapping[str, Any],
    stage: Stage,
    stage_changes: Mapping[str, Any],
    actor: Actor,
    at: datetime,
) -> Event:
    """Change an event and what is planned of one of its stages, or neither."""
    changed = change_event(event=event, changes=changes, actor=actor, at=at)
    change_stage(stage=stage, changes=stage_changes, actor=actor, at=at)
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
def add_season(
    *, club: Club, name: str, starts_on: date, ends_on: date, actor: Actor, at: datetime
) -> Season:
    """Add a season to a club."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    season = check_season(club=club, name=name, starts_on=starts_on, ends_on=ends_on)
    season.save()
    journal.append(
        kind="season.added",
        actor=actor,
        at=at,
        club_id=club.pk,
        subject=season,
        data={"season": season.name},
    )
    return season
