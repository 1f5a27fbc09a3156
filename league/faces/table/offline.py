"""The worker that keeps a table's page on the phone for when there is no network."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.foundation.release import build_id

# asks for a page that nobody sees now: what is to be said once is not said to it
TO_KEEP = "X-To-Keep"
MOST_PAGES = 4  # of tables on one phone: a scorer walks between a few


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script of the worker for the pages under /t/, one for each release of the site."""
    response = render(
        request,
        "table/worker.js",
        {
            "release": build_id()[:16],
            "static_url": settings.STATIC_URL,
            "scope": scope(),
            "most_pages": MOST_PAGES,
            "to_keep": TO_KEEP,
        },
        content_type="text/javascript",
    )
    response["Cache-Control"] = "no-cache"
    return response


def scope() -> str:
    """Return the path below which the worker answers: that of the tables' pages alone."""
    return reverse("table:worker").rpartition("/")[0] + "/"
