"""The Permissions-Policy header: pages may use the few browser features they need, no others."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

# copying an address, the big screen, its light that stays on, sharing a page
USED = ("clipboard-write", "fullscreen", "screen-wake-lock", "web-share")
REFUSED = (
    *("accelerometer", "autoplay", "bluetooth", "browsing-topics", "camera", "clipboard-read"),
    *("display-capture", "encrypted-media", "gamepad", "geolocation", "gyroscope", "hid"),
    *("idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment"),
    *("picture-in-picture", "publickey-credentials-get", "serial", "usb", "window-management"),
    *("xr-spatial-tracking",),
)
HEADER = "Permissions-Policy"
POLICY = ", ".join([*(f"{name}=(self)" for name in USED), *(f"{name}=()" for name in REFUSED)])


class PermissionsPolicyMiddleware(MiddlewareMixin):
    """Sends the header with every answer, also with files and errors."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        response.headers.setdefault(HEADER, POLICY)
        return response
