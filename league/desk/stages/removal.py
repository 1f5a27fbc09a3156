"""A stage taken away at the desk, and put back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.desk.access import actor_of, event_page, stage_of
from league.desk.undo import say_done
from league.events import services as events
from league.events.models import Event
from league.events.names import stage_name
from league.events.selectors import stage_removal_of
from league.limits import LARGEST_ID, number_of
from league.refusal import Refused


@require_POST
@event_page("events.change_event")
def stage_remove(request: HttpRequest, event: Event, stage: int) -> HttpResponse:
    """Take a stage away that has not begun."""
    found = stage_of(event, stage)
    try:
        events.remove_stage(stage=found, actor=actor_of(request), at=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("desk:stage", event.club.slug, event.slug, stage)
    sentence = _("%(stage)s removed.") % {"stage": stage_name(found)}
    if stage_removal_of(event, found.pk) is None:
        messages.success(request, sentence)
    else:
        at = [event.club.slug, event.slug]
        say_done(request, sentence, undo="desk:stage_restore", at=at, fields={"stage": found.pk})
    return redirect("desk:event", event.club.slug, event.slug)


@require_POST
@event_page("events.change_event")
def stage_restore(request: HttpRequest, event: Event) -> HttpResponse:
    """Put a stage back that was taken away, with who was in it."""
    stage_id = number_of(request.POST.get("stage"), most=LARGEST_ID) or 0
    try:
        restored = events.restore_stage(
            event=event, stage_id=stage_id, actor=actor_of(request), at=timezone.now()
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("desk:event", event.club.slug, event.slug)
    messages.success(request, _("%(stage)s is back.") % {"stage": stage_name(restored)})
    return redirect("desk:stage", event.club.slug, event.slug, restored.number)
