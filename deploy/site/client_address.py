"""The address of the person's own device, also when proxies of ours stand between."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin


class ClientAddressMiddleware(MiddlewareMixin):
    """Sets REMOTE_ADDR from X-Forwarded-For; entries before our own proxies' are not trusted."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_request(self, request: HttpRequest) -> None:
        hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if settings.PROXIES and len(hops) >= settings.PROXIES:
            request.META["REMOTE_ADDR"] = hops[-settings.PROXIES].strip()
