"""The deals of the week: which there are, and who may see what the clubs made of them."""

from datetime import date, datetime
from typing import Any

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import PreparedDeal
from league.clubs.models import Club, Member, Role, User
from league.play.prepared.models import WeeklyDeal, WeeklyResult
from league.play.prepared.services.weekly import WEEK, week_of

SCORERS = (Role.OWNER, Role.DIRECTOR, Role.SCORER)
EARLIER = 12  # weeks that are offered to look back


def ruleset_of(weekly: WeeklyDeal) -> Ruleset:
    return games.ruleset(weekly.variant, weekly.preset, {}, weekly.players)


def cards_of(weekly: WeeklyDeal) -> PreparedDeal:
    """Return the deal with its cards; its number is always 1."""
    return games.prepared_deal(ruleset_of(weekly), weekly.seed, 1)


def is_over(weekly: WeeklyDeal, at: datetime) -> bool:
    return week_of(at) > weekly.week


def is_committed_late(weekly: WeeklyDeal) -> bool:
    """Say whether the commitment was made only when its week had begun."""
    return week_of(weekly.created_at) >= weekly.week


def this_week(at: datetime) -> list[WeeklyDeal]:
    """Return this week's deals in the order of the games; none when no worker has made them yet."""
    return list(WeeklyDeal.objects.filter(week=week_of(at)).order_by("variant"))


def weekly_of(variant: str, week: date) -> WeeklyDeal | None:
    return WeeklyDeal.objects.filter(variant=variant, week=week).first()


def next_weekly(weekly: WeeklyDeal) -> WeeklyDeal | None:
    return weekly_of(weekly.variant, weekly.week + WEEK)


def earlier_weeks(variant: str, at: datetime) -> list[date]:
    """Return the weeks that are over, newest first."""
    rows = WeeklyDeal.objects.filter(variant=variant, week__lt=week_of(at))
    return list(rows.order_by("-week").values_list("week", flat=True)[:EARLIER])


def sees_results(user: Any, weekly: WeeklyDeal, at: datetime) -> bool:
    """Say whether somebody may see the results: after the week, or once an own club has entered."""
    if is_over(weekly, at):
        return True
    return (
        isinstance(user, User)
        and WeeklyResult.objects.filter(
            weekly=weekly, club__in=Member.objects.filter(user=user).values("club")
        ).exists()
    )


def results_of(weekly: WeeklyDeal) -> list[WeeklyResult]:
    """Return what all tables entered, in the order in which they did; one query."""
    return list(weekly.results.select_related("club", "deal").order_by("entered_at", "id"))


def clubs_scored_by(user: Any) -> list[Club]:
    """Return the clubs for which a person may enter the deal of the week."""
    if not isinstance(user, User):
        return []
    rows = Club.objects.filter(members__user=user, members__role__in=SCORERS)
    return list(rows.order_by("name", "pk"))
