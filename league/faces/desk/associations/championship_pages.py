"""A championship filled from final standings of events of the association's clubs."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.faces.desk.access import actor_of, event_page
from league.faces.desk.associations.forms import SourcesForm
from league.faces.desk.undo import change_asked, flash_change
from league.foundation.lists import listed
from league.foundation.refusal_shown import flash_errors, form_errors
from league.office.associations import services as associations
from league.office.associations.championship_field import MOST_SOURCES, possible_sources
from league.office.associations.selectors import association_of
from league.play.events.models import Event, EventState
from league.play.events.names import name_of


@require_http_methods(["GET", "POST"])
@event_page("associations.fill_championship")
def championship(request: HttpRequest, event: Event) -> HttpResponse:
    """How many of the first places of which events go through; looked at first, then entered."""
    association = association_of(event.club)
    if association is None:
        raise Http404
    events = list(possible_sources(association, event)[:MOST_SOURCES])
    form = SourcesForm(request.POST or None, events=events)
    field = None
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            field = associations.preview_championship(event=event, sources=form.sources())
            if request.POST.get("action") == "fill":
                _fill(request, event, form)
                return redirect("desk:entries", event.club.slug, event.slug)
    context = {
        "club": event.club,
        "event": event,
        "form": form,
        "field": field,
        "has_begun": event.state not in (EventState.DRAFT, EventState.OPEN),
    }
    return render(request, "desk/associations/championship.html", context)


def _fill(request: HttpRequest, event: Event, form: SourcesForm) -> None:
    who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
    digest = request.POST.get("digest", "")
    associations.fill_championship(
        event=event, sources=form.sources(), expected_digest=digest, **who
    )
    flash_change(
        request,
        _("Saved. Look at the field and its seeds."),
        associations.filling_made(event, **who),
        undo="desk:championship_undo",
        at=[event.club.slug, event.slug],
    )


@require_POST
@event_page("associations.fill_championship")
def championship_undo(request: HttpRequest, event: Event) -> HttpResponse:
    """Remove the entries that a filling made, but those that somebody has changed since."""
    with flash_errors(request):
        undone = associations.undo_filling(
            event=event, change=change_asked(request), actor=actor_of(request), at=timezone.now()
        )
        done = ngettext(
            "%(count)d entry taken out.", "%(count)d entries taken out.", undone.removed
        )
        messages.success(request, done % {"count": undone.removed})
        if undone.changed:
            sentence = _("These have been changed since then and stay as they are: %(names)s.")
            names = listed(name_of(entry) for entry in undone.changed)
            messages.warning(request, sentence % {"names": names})
    return redirect("desk:entries", event.club.slug, event.slug)
