"""A director writes to the people of an event: written, looked at with its recipients, sent."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.faces.desk.access import actor_of, event_page
from league.faces.desk.event_tabs import event_tabs
from league.faces.desk.notifications.forms import MessageForm
from league.foundation.once.middleware import key_of_form
from league.foundation.refusal_shown import form_errors
from league.office.notifications import services
from league.play.events.models import Event


@require_http_methods(["GET", "POST"])
@event_page("notifications.send_message")
def message_new(request: HttpRequest, event: Event) -> HttpResponse:
    """The form; then the same with a preview and the number of people; then it is sent."""
    form = MessageForm(event, request.POST or None)
    if request.method == "POST" and form.is_valid() and "send" in request.POST:
        with form_errors(form):
            return _sent(request, form)
    is_looked_at = form.is_valid() and "change" not in request.POST
    recipients = len(services.recipients_of(form.audience)) if is_looked_at else 0
    context = {
        "club": event.club,
        "event": event,
        "tabs": event_tabs(event, "home"),
        "form": form,
        "is_looked_at": is_looked_at,
        "recipients": recipients,
    }
    status = 422 if form.errors else 200
    return render(request, "desk/notifications/message.html", context, status=status)


def _sent(request: HttpRequest, form: MessageForm) -> HttpResponse:
    message = services.send_message(
        audience=form.audience,
        title=form.cleaned_data["title"],
        text=form.cleaned_data["text"],
        key=key_of_form(request) or uuid4(),
        actor=actor_of(request),
        at=timezone.now(),
    )
    sentence = ngettext(
        "The message goes to %(count)d person.",
        "The message goes to %(count)d people.",
        message.recipients,
    )
    messages.success(request, sentence % {"count": message.recipients})
    event = message.event
    return redirect("desk:event", event.club.slug, event.slug)
