"""What captains and the secretary do about matches, on their pages."""

from datetime import datetime, timedelta

from django.urls import reverse

from league.calendar.captains.matches import Match
from league.calendar.match_dates.models import DateProposal
from league.clubs.models import User
from tests.league.seasons_walked.county_league import CountyLeague
from tests.league.seasons_walked.pages_pressed import press, typed_moment

MINUTE = timedelta(minutes=1)


def page_of(match: Match) -> str:
    return reverse("account:match", args=[match.round.pk, match.number])


def desk_page_of(match: Match) -> str:
    event = match.round.stage.event
    args = [event.club.slug, event.slug, match.round.pk, match.number]
    return reverse("desk:match", args=args)


def line_up(
    league: CountyLeague, match: Match, team: str, people: list[User], at: datetime
) -> None:
    """Name who plays, as the captain."""
    seats = {f"seat{n}": league.player(user).pk for n, user in enumerate(people)}
    press(league.captain(team), page_of(match), at, act="line_up", **seats)


def propose(league: CountyLeague, match: Match, team: str, *days: datetime, at: datetime) -> None:
    dates = {f"date{n}": typed_moment(day) for n, day in enumerate(days, start=1)}
    press(league.captain(team), page_of(match), at, act="propose", reason="A wedding", **dates)


def accept(league: CountyLeague, match: Match, team: str, *, at: datetime) -> None:
    """Accept the first date that the other side proposed."""
    date = league.date(match)
    first = DateProposal.objects.filter(match_date=date, state="open").earliest("begins_at")
    press(league.captain(team), page_of(match), at, act="accept", proposal=first.pk)


def rule(league: CountyLeague, match: Match, day: datetime, *, at: datetime) -> None:
    """Decide on a day, as the secretary."""
    press(league.sue, desk_page_of(match), at, act="rule", begins_at=typed_moment(day))


def name_captain(league: CountyLeague, match: Match, team: str, user: User, at: datetime) -> None:
    player = league.player(user).pk
    press(league.captain(team), page_of(match), at, act="captain", player=player, is_sure="on")


def enter_result(
    league: CountyLeague, match: Match, points: dict[str, int], *, at: datetime
) -> None:
    """Enter the final score by team, as the captain at home."""
    scores: dict[str, object] = {
        f"score-{side}": points[name] for side, name in enumerate(match.names)
    }
    table, scores["even_early"] = match.tables[0].pk, "on"
    press(league.captain(league.at_home(match)), page_of(match), at, act=f"result{table}", **scores)


def confirm_result(league: CountyLeague, match: Match, *, at: datetime) -> None:
    """Confirm what was entered, as the other captain."""
    home = league.at_home(match)
    (guest,) = [name for name in match.names if name != home]
    press(league.captain(guest), page_of(match), at, act="confirm")


def play(league: CountyLeague, match: Match, points: dict[str, int], *, at: datetime) -> None:
    """Enter the score at the end of the evening, and confirm it before a mail asks for that."""
    enter_result(league, match, points, at=at)
    confirm_result(league, match, at=at + 10 * MINUTE)


def withdraw_club(league: CountyLeague, club: str, reason: str, at: datetime) -> None:
    """Withdraw all teams of a club, as its owner."""
    one = league.clubs[club]
    for event in league.events.values():
        page = reverse(
            "desk:association_entries", args=[one.club.slug, league.club.slug, event.slug]
        )
        press(one.owner, page, at, action="withdraw_all", reason=reason)
