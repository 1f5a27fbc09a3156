"""A championship filled from final standings of events of the association's clubs."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.associations import services as associations
from league.associations.championship_field import MOST_SOURCES, possible_sources
from league.associations.selectors import association_of
from league.desk.access import actor_of, event_page
from league.desk.associations.forms import SourcesForm
from league.events.models import Event, EventState
from league.refusal_shown import refusals_in


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
        with refusals_in(form):
            field = associations.preview_championship(event=event, sources=form.sources())
            if request.POST.get("action") == "fill":
                associations.fill_championship(
                    event=event,
                    sources=form.sources(),
                    expected_digest=request.POST.get("digest", ""),
                    actor=actor_of(request),
                    at=timezone.now(),
                )
                messages.success(request, _("Saved. Look at the field and its seeds."))
                return redirect("desk:entries", event.club.slug, event.slug)
    context = {
        "club": event.club,
        "event": event,
        "form": form,
        "field": field,
        "has_begun": event.state not in (EventState.DRAFT, EventState.OPEN),
    }
    return render(request, "desk/associations/championship.html", context)
