"""The next event from one there was: its name and day, and whether the same people are entered."""

import secrets
from datetime import timedelta
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from league.faces.desk.access import actor_of, event_page
from league.faces.desk.inputs import day_field
from league.foundation.lists import listed
from league.foundation.refusal_shown import form_errors
from league.play.events import services as events
from league.play.events.models import Event, Season
from league.play.events.selectors import seasons_of
from league.tables.seasons import services as seasons

LOTS = 2**31
USUALLY_LATER = timedelta(days=7)


class CopyForm(forms.Form):
    """What of the new event differs from the old one."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=120)
    starts_on = day_field(label=gettext_lazy("First day"))
    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=gettext_lazy("no season"),
    )
    with_entries = forms.BooleanField(
        label=gettext_lazy("Enter the same people again"),
        help_text=gettext_lazy("Those who withdrew stay out; seeds are not copied."),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        kwargs["initial"] = {
            "name": event.name,
            "starts_on": event.starts_on + USUALLY_LATER,
            "season": event.season_id,
        }
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = seasons_of(event.club)  # type: ignore[attr-defined]


@require_http_methods(["GET", "POST"])
@event_page("events.change_event")
def event_copy(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask for name and day of the next event, and make it as a draft."""
    form = CopyForm(request.POST if request.method == "POST" else None, event=event)
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            copied = seasons.copy_event(
                event=event,
                **form.cleaned_data,
                draw_lot=partial(secrets.randbelow, LOTS),
                actor=actor_of(request),
                at=timezone.now(),
            )
            _say(request, copied)
            return redirect("desk:event", event.club.slug, copied.event.slug)
    context = {"club": event.club, "event": event, "form": form, "entries": event.entries.count()}
    return render(request, "desk/events/copy.html", context)


def _say(request: HttpRequest, copied: events.Copied) -> None:
    entries = copied.event.entries.count()
    messages.success(
        request,
        ngettext(
            "%(event)s is made, with %(count)d entry. Nobody sees it before you open it.",
            "%(event)s is made, with %(count)d entries. Nobody sees it before you open it.",
            entries,
        )
        % {"event": copied.event.name, "count": entries},
    )
    if copied.withdrawn:
        sentence = _("Not entered again, because they withdrew last time: %(names)s.")
        messages.warning(request, sentence % {"names": listed(copied.withdrawn)})
    if copied.left_out:
        messages.warning(
            request,
            _(
                "Not entered again, because they no longer play here or are entered "
                "already: %(names)s."
            )
            % {"names": listed(copied.left_out)},
        )
