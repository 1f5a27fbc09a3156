"""ETags for the pages of all visitors, and who is nobody in particular."""

from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

FOR_ALL, FOR_ONE = "public, no-cache", "private, no-cache"
VARY = ("Cookie", "Accept-Language", "HX-Request")


def is_stranger(request: HttpRequest) -> bool:
    """Return whether nothing in the request can make its page differ from anybody else's."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and "messages" not in request.COOKIES


def add_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Give the rendered answer the digest of its content as ETag.

    Browsers and proxies keep it and ask again each time (`page_cache.py` answers them).
    """
    if response.status_code != 200:
        return response
    response["ETag"] = f'"{sha256(response.content).hexdigest()[:32]}"'
    response["Cache-Control"] = FOR_ALL if is_stranger(request) else FOR_ONE
    patch_vary_headers(response, VARY)
    return response
