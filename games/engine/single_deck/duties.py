"""What a follower must play: follow suit, else trump; to beat is due only where the options say.

Nobody but the holder of the duty is looked at: a partner's trick must be beaten like any other.
"""

from games.engine.cards import Mask
from games.engine.tricks import Duty, follow_then_trump, head_always, head_trump_leads


def head_suit_led(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Follow and beat as far as the hand can; else play any trump; else anything."""
    follow = held & led
    return follow & beating or follow or held & trumps or held


def overtrump(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Follow with any card; else beat the best trump as far as the hand can; else anything."""
    trump = held & trumps
    return held & led or trump & beating or trump or held


def head_trump_leads_and_overtrump(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Beat the best trump, led or played on another suit, as far as the hand can."""
    follow, trump = held & led, held & trumps
    if led == trumps:
        return follow & beating or follow or held
    return follow or trump & beating or trump or held


_DUTIES: dict[tuple[str, bool], Duty] = {
    ("none", False): follow_then_trump,
    ("none", True): overtrump,
    ("trump", False): head_trump_leads,
    ("trump", True): head_trump_leads_and_overtrump,
    ("always", False): head_suit_led,
    ("always", True): head_always,
}


def duty_of(must_head: str, must_overtrump: bool) -> Duty:
    """Return the duty that the two options of that name make."""
    return _DUTIES[must_head, must_overtrump]
