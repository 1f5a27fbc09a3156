"""Headers that every answer has: who may embed it, what a page may use."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

# --- Scripts of any website may read what is public in the API, and ask the doors ---
# They come as nobody in particular: browsers send no cookies along, and no token is let through.
# Whatever else a script of another website would send is refused by its browser.

API = "/api/v1/"
DOORS = frozenset(f"{API}{name}" for name in ("score", "draw", "rank"))
# what a script may send, of what the browser asks about first
HEADERS = "accept, accept-language, content-type, if-none-match"
SHOWN = "Content-Language, ETag, RateLimit, RateLimit-Policy, Retry-After"
DAY_S = 86_400


class CrossOriginMiddleware:
    """Answers what browsers ask before such a request, and marks the answers to it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(API):
            return self.get_response(request)
        asked = request.headers.get("Access-Control-Request-Method", "")
        if request.method == "OPTIONS" and asked:
            return HttpResponse(status=204, headers=answer_before(request.path_info))
        response = self.get_response(request)
        if request.method in methods_at(request.path_info):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = SHOWN
        return response


def methods_at(path: str) -> tuple[str, ...]:
    """Return what a script of another website may do at an address of the API."""
    is_door = path.rstrip("/") in DOORS
    return ("GET", "HEAD", "POST") if is_door else ("GET", "HEAD")


def answer_before(path: str) -> Mapping[str, str]:
    """Return the headers that tell a browser what it may let a script send."""
    return {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": ", ".join(methods_at(path)),
        "Access-Control-Allow-Headers": HEADERS,
        "Access-Control-Max-Age": str(DAY_S),
    }


# --- The Permissions-Policy header: pages may use the few browser features they need, no others ---

# Each name that a browser does not know is a warning in its console on every page, so only what
# Chromium knows on every system is named. "bluetooth" and "web-share" it does not know on Linux
# (our pages may share, as that is the rule where nothing is said), and browsers give up
# "browsing-topics".
# Ours are for copying an address, for the big screen and for its light that stays on:
USED = ("clipboard-write", "fullscreen", "screen-wake-lock")
REFUSED = (
    *("accelerometer", "autoplay", "camera", "clipboard-read", "display-capture"),
    *("encrypted-media", "gamepad", "geolocation", "gyroscope", "hid"),
    *("idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment"),
    *("picture-in-picture", "publickey-credentials-get", "serial", "usb", "window-management"),
    *("xr-spatial-tracking",),
)
HEADER = "Permissions-Policy"
POLICY = ", ".join([*(f"{name}=(self)" for name in USED), *(f"{name}=()" for name in REFUSED)])


class PermissionsPolicyMiddleware(MiddlewareMixin):
    """Sends the header with every answer but static files, also with errors."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        response.headers.setdefault(HEADER, POLICY)
        return response
