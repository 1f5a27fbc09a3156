"""The Permissions-Policy header: pages may use the few browser features they need, no others."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

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
