"""Everything that changes prepared deals: made, looked at before their time, published."""

from league.play.prepared.services.looking import ReasonMissing, look
from league.play.prepared.services.preparing import (
    DealsBegun,
    DealsNotPossible,
    deals_needed,
    prepare,
)
from league.play.prepared.services.releasing import DealsUnplayed, release, release_when_played
from league.play.prepared.services.weekly import (
    AlreadyEntered,
    OtherDealer,
    WeeklyRefused,
    WeekOver,
    enter_weekly,
    make_weekly_deals,
)

__all__ = [
    "AlreadyEntered",
    "DealsBegun",
    "DealsNotPossible",
    "DealsUnplayed",
    "OtherDealer",
    "ReasonMissing",
    "WeekOver",
    "WeeklyRefused",
    "deals_needed",
    "enter_weekly",
    "look",
    "make_weekly_deals",
    "prepare",
    "release",
    "release_when_played",
]
