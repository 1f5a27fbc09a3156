"""What an answer says of the rate limits it counted for: `RateLimit-Policy` and `RateLimit`.

The form is that of draft-ietf-httpapi-ratelimit-headers: the limits by their names, a quota of `q`
requests in a window of `w` seconds, of which `r` are left; in `t` seconds the oldest one counts no
more.
"""

from collections.abc import Iterable
from math import ceil
from typing import Any

from django.http import HttpResponse

POLICY, LEFT = "RateLimit-Policy", "RateLimit"


def say_limits(answer: HttpResponse, throttles: Iterable[Any]) -> None:
    """Give the answer the limits of the throttles that counted its request."""
    counted = [throttle for throttle in throttles if getattr(throttle, "history", None)]
    if counted:
        answer[POLICY] = ", ".join(map(_policy, counted))
        answer[LEFT] = ", ".join(map(_left, counted))


def _policy(throttle: Any) -> str:
    return f'"{throttle.scope}";q={throttle.num_requests};w={throttle.duration}'


def _left(throttle: Any) -> str:
    left = max(0, throttle.num_requests - len(throttle.history))
    until = ceil(throttle.duration - (throttle.now - throttle.history[-1]))
    return f'"{throttle.scope}";r={left};t={max(0, until)}'
