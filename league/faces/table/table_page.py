"""The door of a table's page: a signed link opens this one table, and nothing else.

Nothing of the address leaves the site (no referrer, no index, no cache of it), and a link writes
only so often a minute.
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from league.foundation.refusal import Refused
from league.play.events.models import Visibility
from league.play.rounds.links import (
    CLOSED,
    FORGED,
    NOT_OPEN,
    RENEWED,
    UNKNOWN,
    LinkRefused,
    table_from,
)
from league.play.rounds.models import Round, RoundState, Table

View = Callable[..., HttpResponse]

STATUS_OF = {FORGED: 404, UNKNOWN: 404, RENEWED: 410, CLOSED: 410, NOT_OPEN: 409}
WRITES_A_MINUTE = 60


class TooManyWrites(Refused):
    code = "too_many_writes"


def table_page(view: View) -> View:
    """Give the view the table that the link of its address opens."""

    @wraps(view)
    def page(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            table = table_from(token)
            if request.method == "POST":
                count_write(table)
        except LinkRefused as refused:
            return sealed(link_refusal(request, refused))
        except TooManyWrites as refused:
            return sealed(_write_refusal(request, refused))
        with timezone.override(ZoneInfo(table.round.stage.event.club.time_zone)):
            return sealed(view(request, token, table, *args, **kwargs))

    return page


def count_write(table: Table) -> None:
    """Raise TooManyWrites when a table's link has written too often in this minute."""
    key = f"table-writes:{table.pk}:{timezone.now():%H%M}"
    cache.add(key, 0, 120)
    try:
        written = cache.incr(key)
    except ValueError:
        return  # the cache is away or has dropped it: writing goes on
    if written > WRITES_A_MINUTE:
        raise TooManyWrites(
            _(
                "This table has sent more than %(most)d times within a minute. Wait a minute, "
                "then try again; nothing already sent is lost."
            )
            % {"most": WRITES_A_MINUTE}
        )


def link_refusal(request: HttpRequest, refused: LinkRefused) -> HttpResponse:
    """Answer to a link that opens nothing, with the sentence and the status of its reason."""
    response = refusal(request, refused, STATUS_OF[refused.reason])
    # a page that was open when the link ended is loaded again, and says why; not sent anywhere
    # else: that would say to the page's script that what was typed has arrived
    response["HX-Refresh"] = "true"
    return response


def _write_refusal(request: HttpRequest, refused: TooManyWrites) -> HttpResponse:
    if not is_htmx(request):
        return refusal(request, refused, 429)
    response = HttpResponse(status=409)
    response["HX-Reswap"] = "none"
    response["HX-Trigger"] = json.dumps({"toast": {"text": str(refused), "tone": "bad"}})
    return response


def refusal(request: HttpRequest, refused: Refused, status: int) -> HttpResponse:
    """Answer with the sentence: as JSON for the page's script, else as a page."""
    if wants_json(request):
        return JsonResponse({"code": refused.code, "sentence": str(refused)}, status=status)
    token = str(request.resolver_match.kwargs["token"]) if request.resolver_match else ""
    context = {"sentence": str(refused), "shelf": token.partition("-")[0]}
    if isinstance(refused, LinkRefused) and refused.table is not None:
        context |= _ways_on(refused.table)
    return render(request, "table/refused.html", context, status=status)


def _ways_on(table: Table) -> dict[str, Any]:
    """Return what the public may see of a table that is not open: its result, and what goes on."""
    event = table.round.stage.event
    if event.visibility == Visibility.HIDDEN:
        return {}
    rounds = Round.objects.filter(stage__event=event, state=RoundState.OPEN)
    return {
        "event": event,
        "table": table,
        "playing": rounds.select_related("stage").order_by("-stage__number", "-number").first(),
    }


def is_htmx(request: HttpRequest) -> bool:
    """Whether a part of the page asks, which cannot show a whole page."""
    return request.headers.get("HX-Request") == "true"


def wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def back(
    request: HttpRequest,
    token: str,
    *,
    message: str = "",
    refused: str = "",
    waits: int | None = None,
    again: int | None = None,
) -> HttpResponse:
    """Go back to the table's page, so that neither reload nor back sends anything again.

    `waits` names the submission about which it is said, for as long as that waits to be
    confirmed; `again` one that was taken back: its numbers are put into the form.
    """
    if message:
        messages.success(request, message, extra_tags="" if waits is None else str(waits))
    if refused:
        messages.error(request, refused)
    address = reverse("table:page", args=[token])
    address += "" if again is None else f"?again={again}"
    response: HttpResponse = redirect(address)
    response.status_code = 303
    if is_htmx(request):
        # htmx follows a redirect by itself and would put the whole page into a part of it
        response = HttpResponse(headers={"HX-Redirect": response["Location"]})
    return response


def sealed(response: HttpResponse) -> HttpResponse:
    """Return the answer with the headers that keep its address on the site."""
    # same-origin, not no-referrer: with that browsers send "Origin: null", which CSRF refuses
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response
