"""The worker that keeps a table's page on the phone for when there is no network.

Where somebody wishes it, it keeps what scores deals there too: the engine, and Python to run it.
"""

import json

from csp.constants import NONE, SELF, WASM_UNSAFE_EVAL
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.release import release
from league.results.deal_words import Names
from league.results.sheet import Sheet
from league.table.scorer_files import SCORER_FILES

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
            "release": release()[:16],
            "static_url": settings.STATIC_URL,
            "scope": scope(),
            "most_pages": MOST_PAGES,
            "to_keep": TO_KEEP,
            "scorer_files": json.dumps([scorer_address(), *_scorer_files().values()]),
        },
        content_type="text/javascript",
    )
    response["Cache-Control"] = "no-cache"
    return response


def scope() -> str:
    """Return the path below which the worker answers: that of the tables' pages alone."""
    return reverse("table:worker").rpartition("/")[0] + "/"


# --- scores without a network -----------------------------------------------------------------


@require_safe
@csp_replace({"default-src": [NONE], "script-src": [SELF, WASM_UNSAFE_EVAL], "connect-src": [SELF]})
def scorer(request: HttpRequest) -> HttpResponse:
    """The script of the worker that scores deals; it alone may compile what it has loaded."""
    response = render(
        request,
        "table/scorer.js",
        {"files": json.dumps(_scorer_files())},
        content_type="text/javascript",
    )
    response["Cache-Control"] = "no-cache"
    return response


def scorer_address() -> str:
    """Return where the scorer's script is, another address for each release."""
    return f"{reverse('table:scorer')}?release={release()[:16]}"


def _scorer_files() -> dict[str, str]:
    return {name: static(path) for name, path in SCORER_FILES.items()}


def phone_game(sheet: Sheet, names: Names, number: int) -> str:
    """Return as JSON what a phone must know to score a deal (games/phone_scorer.py)."""
    plan = sheet.plan
    return json.dumps(
        {
            "ruleset": plan.ruleset.as_json(),
            "number": number,
            "dealer": sheet.dealer_of(number),
            "seats": [names.seat(seat) for seat in range(plan.players)],
            "sides": [names.side(side) for side in range(plan.sides)],
            "language": get_language(),
            "thousands": get_format("THOUSAND_SEPARATOR"),
            "decimal": get_format("DECIMAL_SEPARATOR"),
        }
    )
