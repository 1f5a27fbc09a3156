"""How often a visitor may score: as often as programs, and counted together with them."""

from types import SimpleNamespace
from typing import Any, cast

from django.http import HttpRequest
from rest_framework.throttling import ScopedRateThrottle

SCORE_DOOR: Any = SimpleNamespace(throttle_scope="score")


def seconds_to_wait(request: HttpRequest) -> int:
    """Count one score; return 0, or how long to wait where there were too many in a minute."""
    throttle = ScopedRateThrottle()
    if throttle.allow_request(cast("Any", request), SCORE_DOOR):
        return 0
    return int(throttle.wait() or 0) + 1
