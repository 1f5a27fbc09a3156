"""The text for the club's newsletter: what an event came to, to copy or to take away."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from league.faces.desk.access import event_page
from league.faces.desk.event_tabs import event_tabs
from league.foundation.languages import LANGUAGES
from league.office.documents.news_of_event import newsletter_text, recap_text
from league.office.paper.answers import file_name
from league.play.events.models import Event


@require_GET
@event_page("events.view_desk")
def newsletter_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The text in the language asked for, with the names that the players show everybody."""
    language = _language(request)
    text = newsletter_text(event, language)
    context = {
        "club": event.club,
        "event": event,
        "tabs": event_tabs(event, "home"),
        "text": text,
        "recap": recap_text(event, language),
        "rows": text.count("\n") + 8,
        "language": language,
        "languages": [(f"?language={code}", name, code == language) for code, name in LANGUAGES],
    }
    return render(request, "desk/events/newsletter.html", context)


@require_GET
@event_page("events.view_desk")
def newsletter_file(request: HttpRequest, event: Event) -> HttpResponse:
    """The same text as a file."""
    text = newsletter_text(event, _language(request))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    name = file_name(event.slug, "newsletter")
    response["Content-Disposition"] = f'attachment; filename="{name}.txt"'
    return response


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("language", get_language() or "en")
    if asked not in dict(LANGUAGES):
        raise Http404("there is no text in this language")
    return asked
