"""Probes ask by whatever name or address they know; what they ask is answered all the same.

A load balancer asks each machine by its address, which is no name of the site: Django would refuse
it as it refuses every stranger's Host. The answer to a probe has no link in it, so the name makes
no difference.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

PROBES = ("/livez", "/readyz")


class ProbesMiddleware(MiddlewareMixin):
    """Gives a probe the site's own name."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_request(self, request: HttpRequest) -> None:
        if request.path_info in PROBES:
            request.META["HTTP_HOST"] = urlsplit(settings.SITE_URL).netloc
