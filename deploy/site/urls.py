"""Every address of the site but the live streams', which are asgi.py's."""

import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.defaults import server_error as page_of_error
from django.views.i18n import set_language

from deploy.site import unavailable
from deploy.site.metrics.answer import metrics
from league.faces.api.errors import fault_of_ours


def favicon(request: HttpRequest) -> HttpResponse:
    return redirect(static("site/mark-32.png"))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for an error that nobody foresaw: programs get a problem, people a page.

    Django calls it while it handles the error, of a view or of a middleware.
    """
    error = sys.exception()
    trouble = unavailable.trouble_of(error)
    if error is not None and trouble is not None:
        return unavailable.answer(request, error, trouble)
    if request.path_info.startswith("/api/"):
        return fault_of_ours(request)
    return page_of_error(request)


handler500 = server_error

urlpatterns = [
    path("", include("deploy.ops.urls")),
    path("metrics", metrics, name="metrics"),
    # asked for by browsers on answers that are not pages and name no icon
    path("favicon.ico", favicon, name="favicon"),
    # without a token, so that public pages hold none and can be cached; a language harms nobody
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("desk/", include("league.faces.desk.urls")),
    path("account/", include("league.faces.desk.account.urls")),
    path("t/", include("league.faces.table.urls")),
    path("api/v1/", include("league.faces.api.urls")),
    path("", include("league.faces.public.urls")),
    path("", include("league.demo.urls")),
]
