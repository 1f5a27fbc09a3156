"""A whole season by a given clock: everybody is notified once of what concerns them.

The script reads from top to bottom; each step writes into the ledger who is to be notified, and
then the clock turns, which delivers what is due by the code that delivers it on a site.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from django.core import mail

from league.calendar.captains import services as captains
from league.calendar.captains.matches import Match
from league.calendar.captains.services.match_results import leagues_over
from league.clubs.models import User
from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job, JobState
from league.foundation.outbox.models import MessageState, OutboxMessage
from league.office.notifications.topics import What
from league.play.events.models import EntryState, EventState
from league.play.rounds.models import RoundState, Table
from league.tables.seasons.drafts import draft_of
from tests.league.office.notifications.notifying_club import turn as turn_the_clock
from tests.league.seasons_walked import between_clubs
from tests.league.seasons_walked.county_league import CLUBS, DIVISIONS, LETTERS, CountyLeague
from tests.league.seasons_walked.ledger import Ledger, Letter
from tests.league.seasons_walked.match_days import (
    MINUTE,
    accept,
    confirm_result,
    desk_page_of,
    enter_result,
    line_up,
    name_captain,
    propose,
    rule,
    withdraw_club,
)
from tests.league.seasons_walked.pages_pressed import press
from tests.league.tables.standings.factories import build

pytestmark = [pytest.mark.django_db, pytest.mark.long]
FOUNDED = datetime(2026, 1, 12, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FIRST, LAST = date(2026, 3, 9), date(2026, 5, 31)
HARBOUR, MILL, STATION, QUAY = CLUBS
MATCH_RULES: dict[str, Any] = {
    "home_enters": "on",
    "walkover_days": 5,
    "walkover_for": "director",
    "ask_days": 1,
    "decide_days": 7,
    "rest_days": 0,
}
DEMANDS: dict[str, Any] = {
    "starts_on": FIRST.isoformat(),
    "ends_on": LAST.isoformat(),
    "blocked": "2026-04-03..2026-04-06",
    "rest_days": 3,
    "return_days": 42,
    "same_club_first": 3,
    "seconds": 1,
    "keeps_published": "on",
    **{f"wish_{name}": "0" for name in ("alternate", "even_spread", "same_club_first")},
    "wish_no_three_in_a_row": "0",
}


# what each team scores wherever it plays: the order of the divisions follows from it
STRENGTH = {
    f"{HARBOUR} A": 300,
    f"{STATION} A": 250,
    f"{QUAY} A": 200,
    f"{MILL} A": 150,
    f"{HARBOUR} B": 280,
    f"{STATION} B": 230,
    f"{QUAY} B": 180,
    f"{MILL} B": 130,
}
WALKOVER = {f"{HARBOUR} B", f"{MILL} B"}
CONFIRMED_LATE = {f"{HARBOUR} A", f"{MILL} A"}


class Plan(NamedTuple):
    at: datetime
    act: Callable[..., None]
    about: tuple[Match, ...]


class Walk:
    """The league, its clock and its ledger."""

    def __init__(self) -> None:
        self.at = FOUNDED
        self.ledger = Ledger()
        self.league = CountyLeague(self.at)
        self.plays_no_more: User
        self._read = 0
        self._plans: list[Plan] = []

    def turn(self, at: datetime) -> None:
        """Let the time come, deliver what is due, and compare the mails with the ledger."""
        assert at >= self.at
        self.at = at
        captains.sweep_matches(at=at)
        turn_the_clock(at)
        came = mail.outbox[self._read :]
        self._read += len(came)
        self.ledger.check(
            Letter(one.to[0], one.extra_headers["Message-ID"], f"{one.subject}\n{one.body}")
            for one in came
        )

    def act(self, at: datetime) -> datetime:
        """Let the moment come at which somebody acts, and return it."""
        self.turn(at)
        return at

    def plan(self, at: datetime, act: Callable[..., None], *about: Match) -> None:
        self._plans.append(Plan(at, act, about))

    def carry_out_plans(self) -> None:
        """Do what is planned, and what that plans, one after the other; the clock turns at each."""
        while self._plans:
            self.at = max(self.at, min(plan.at for plan in self._plans))
            due = [plan for plan in self._plans if plan.at <= self.at]
            self._plans = [plan for plan in self._plans if plan.at > self.at]
            for plan in due:
                plan.act(self, *plan.about)
            self.turn(self.at)

    def is_on(self, match: Match) -> bool:
        """Say whether the match is still to be played: no side withdrew, no score is entered."""
        tables = Table.objects.filter(round=match.round, number=match.number)
        return tables.exclude(result__isnull=False).exists()

    def free_days(self, match: Match) -> tuple[datetime, datetime]:
        """Return two evenings on which neither side plays, in the week after the match's own."""
        own = self.league.date(match).begins_at
        assert own is not None
        busy = {
            self.league.date(other).begins_at
            for name in match.names
            for other in self.league.matches_of(name)
        }
        busy_days = {moment.date() for moment in busy if moment is not None}
        later = (own + number * DAY for number in range(2, 30))
        one, other, *_more = (day for day in later if day.date() not in busy_days)
        return one, other


@pytest.fixture
def walk():
    mail.outbox.clear()
    return Walk()


def test_a_whole_season(walk):
    league = walk.league

    before_the_season(walk)
    calendars_are_made_and_published(walk, FOUNDED + 30 * DAY)
    captaincy_is_handed_over(walk, FOUNDED + 36 * DAY)
    two_captains_agree_on_another_day(walk, FOUNDED + 37 * DAY)
    the_secretary_decides_a_day(walk, FOUNDED + 38 * DAY)

    matches_are_played(walk)

    standings_are_final(walk, walk.at + 3 * DAY)
    promotion_and_relegation(walk, walk.at + 7 * DAY)

    assert league.entry(f"{QUAY} A").state == EntryState.WITHDRAWN
    ended = set(OutboxMessage.objects.values_list("state", flat=True))
    assert ended <= {MessageState.SENT, MessageState.NOT_NEEDED}


def before_the_season(walk: Walk) -> None:
    """Clubs join, register their players, of whom one changes clubs, and enter their teams."""
    league = walk.league
    league.clubs_are_invited(walk.act(FOUNDED + HOUR))
    between_clubs.clubs_are_invited(walk.ledger, league)
    league.clubs_join(walk.act(FOUNDED + DAY))
    between_clubs.clubs_join(walk.ledger, league)
    league.announce(FIRST, LAST, walk.act(FOUNDED + 2 * DAY))
    walk.turn(FOUNDED + 3 * DAY)
    for name in CLUBS:
        league.register_players(name, league.clubs[name].people, walk.at)
    between_clubs.players_are_registered(walk.ledger, league, league.season.name)
    walk.turn(walk.at + HOUR)
    one_player_changes_clubs(walk, FOUNDED + 5 * DAY)
    league.enter_teams(walk.act(FOUNDED + 10 * DAY))
    league.start(walk.act(FOUNDED + 20 * DAY))
    for event in league.events.values():
        page = league.desk("match_rules", event.slug, 1)
        press(league.sue, page, walk.act(FOUNDED + 21 * DAY), **MATCH_RULES)


def one_player_changes_clubs(walk: Walk, at: datetime) -> None:
    """The last player of Mill Lane and the last of Station Road change places."""
    mill, station = walk.league.clubs[MILL], walk.league.clubs[STATION]
    mover = mill.people[-1]
    walk.league.ask_for_transfer(mover, STATION, walk.act(at))
    between_clubs.a_transfer_is_asked(walk.ledger, walk.league, mover, MILL, STATION)
    walk.league.consent_to_transfers(walk.act(at + DAY))
    between_clubs.a_transfer_is_done(walk.ledger, walk.league, mover, MILL, STATION)
    walk.turn(walk.at + HOUR)
    walk.plays_no_more, station.people[-1] = station.people[-1], mover
    mill.people.pop()


def calendars_are_made_and_published(walk: Walk, at: datetime) -> None:
    league = walk.league
    for name, event in league.events.items():
        press(league.sue, league.desk("calendar_demands", event.slug, 1), at, **DEMANDS)
        job = Job.objects.get(kind="calendar", subject_id=league.stage(name).pk)
        jobs.carry_out(job_id=job.pk, at=at)
        job.refresh_from_db()
        assert job.state == JobState.DONE, job.sentence
    walk.turn(at)  # a draft is sent to nobody
    for name, letter in zip(DIVISIONS, LETTERS, strict=True):
        page = league.desk("calendar_publish", league.events[name].slug, 1)
        press(league.sue, page, at + 3 * DAY)
        everybody = league.teams(*(f"{club} {letter}" for club in CLUBS))
        walk.ledger.expect(everybody, What.DATED, name)
    walk.turn(at + 3 * DAY)


def captaincy_is_handed_over(walk: Walk, at: datetime) -> None:
    """The new captain is notified, who gave it away is not."""
    league, team = walk.league, f"{MILL} A"
    match = league.match(team, f"{HARBOUR} A")
    new = league.team(team)[1]
    name_captain(league, match, team, new, at)
    walk.ledger.expect([new], What.CAPTAIN, team)
    walk.turn(at)


def two_captains_agree_on_another_day(walk: Walk, at: datetime) -> None:
    league, one, other = walk.league, f"{HARBOUR} A", f"{STATION} A"
    match = league.match(one, other)
    propose(league, match, one, *walk.free_days(match), at=at)
    walk.ledger.expect([league.captain(other)], What.DATE, one, other)
    walk.turn(at)
    accept(league, match, other, at=at + DAY)
    people = set(league.teams(one, other)) - {league.captain(other)}
    walk.ledger.expect(people, What.DATE, one, other)
    walk.turn(at + DAY)


def the_secretary_decides_a_day(walk: Walk, at: datetime) -> None:
    """Station Road does not answer: a week later the captains and the secretary hear of it."""
    league, one, other = walk.league, f"{MILL} B", f"{STATION} B"
    match = league.match(one, other)
    day, _other_day = walk.free_days(match)
    propose(league, match, one, day, at=at)
    walk.ledger.expect([league.captain(other)], What.DATE, one, other)
    walk.turn(at)
    captains_of_both = [league.captain(one), league.captain(other)]
    walk.ledger.expect([*captains_of_both, league.sue], What.DATE, one, other)
    walk.turn(at + 7 * DAY)
    rule(league, match, day, at=at + 8 * DAY)
    walk.ledger.expect(league.teams(one, other), What.DATE, one, other)
    walk.turn(at + 8 * DAY)


def matches_are_played(walk: Walk) -> None:
    """Each match on its day; on the way a club withdraws, and to one match nobody comes."""
    league = walk.league
    for division in DIVISIONS:
        for match in league.matches(division):
            begins_at = league.date(match).begins_at
            assert begins_at is not None
            walk.plan(begins_at - 23 * HOUR, the_day_before, match)
            if set(match.names) == WALKOVER:
                walk.plan(begins_at + 5 * DAY, nobody_came, match)
            else:
                walk.plan(begins_at - 5 * HOUR, line_ups_are_made, match)
                walk.plan(begins_at + 2 * HOUR, the_score_is_entered, match)
    first = min(league.date(match).begins_at for match in league.matches_of(f"{QUAY} A"))
    walk.plan(first + 17 * HOUR, a_club_withdraws)
    walk.carry_out_plans()


def the_day_before(walk: Walk, match: Match) -> None:
    if walk.is_on(match):
        walk.ledger.expect(walk.league.teams(*match.names), What.PLAYED_SOON, *match.names)


def line_ups_are_made(walk: Walk, match: Match) -> None:
    if walk.is_on(match):
        for team in match.names:
            line_up(walk.league, match, team, who_plays(walk, team), walk.at)


def who_plays(walk: Walk, team: str) -> list[User]:
    """The captain and the last player of a team."""
    return [walk.league.captain(team), walk.league.team(team)[-1]]


def the_score_is_entered(walk: Walk, match: Match) -> None:
    """The captain at home enters it; the other one confirms it, in one match only when asked."""
    if not walk.is_on(match):
        return
    points = {name: STRENGTH[name] for name in match.names}
    enter_result(walk.league, match, points, at=walk.at)
    if set(match.names) == CONFIRMED_LATE:
        # asked in the morning, when the quiet hours are over
        walk.plan(walk.at + 10 * HOUR, the_guests_are_asked, match)
        walk.plan(walk.at + 15 * HOUR, the_score_is_confirmed, match)
    else:
        walk.plan(walk.at + 10 * MINUTE, the_score_is_confirmed, match)


def the_guests_are_asked(walk: Walk, match: Match) -> None:
    league = walk.league
    (guests,) = [name for name in match.names if name != league.at_home(match)]
    walk.ledger.expect(who_plays(walk, guests), What.RESULT_WAITS, *match.names)


def the_score_is_confirmed(walk: Walk, match: Match) -> None:
    confirm_result(walk.league, match, at=walk.at)
    plan_the_end(walk, match)


def plan_the_end(walk: Walk, match: Match) -> None:
    """A day after its last result a division ends by itself, and minutes later that is sent."""
    event = match.round.stage.event
    if leagues_over(walk.at + DAY).filter(pk=event.pk).exists():
        build(event.stages.get())  # as a worker does
        walk.plan(walk.at + DAY, it_ends_by_itself)
        walk.plan(walk.at + DAY + 15 * MINUTE, its_standings_are_final, match)


def it_ends_by_itself(_walk: Walk) -> None:
    """Nobody does anything."""


def its_standings_are_final(walk: Walk, match: Match) -> None:
    """Those who stayed learn where they came."""
    name = match.round.stage.event.name
    letter = dict(zip(DIVISIONS, LETTERS, strict=True))[name]
    stayed = walk.league.teams(*(f"{club} {letter}" for club in CLUBS if club != QUAY))
    walk.ledger.expect(stayed, What.FINAL, name)


def nobody_came(walk: Walk, match: Match) -> None:
    """Five days later the secretary is asked, and both teams learn what she decides."""
    walk.ledger.expect([walk.league.sue], What.WALKOVER, *match.names)
    walk.plan(walk.at + DAY, the_secretary_gives_a_walkover, match)


def the_secretary_gives_a_walkover(walk: Walk, match: Match) -> None:
    absent = match.names.index(f"{MILL} B")
    press(walk.league.sue, desk_page_of(match), walk.at, act=f"absent{absent}")
    walk.ledger.expect(walk.league.teams(*match.names), What.RULING, *match.names)
    plan_the_end(walk, match)


def a_club_withdraws(walk: Walk) -> None:
    """Everybody who was to play its teams learns that this match is off, its own people too."""
    league = walk.league
    off = [
        match
        for letter in LETTERS
        for match in league.matches_of(f"{QUAY} {letter}")
        if walk.is_on(match)
    ]
    for match in off:
        event = match.round.stage.event.name
        round = f"round {match.round.number} of {event}"
        walk.ledger.expect(league.teams(*match.names), What.BYE, round)
    assert len(off) >= 3, "it withdraws before it has played everybody"
    withdraw_club(league, QUAY, "no players left", walk.at)
    between_clubs.a_club_is_withdrawn(walk.ledger, league)


def standings_are_final(walk: Walk, at: datetime) -> None:
    """The divisions have ended, with all of their rounds, and nobody had to close anything."""
    walk.turn(at)
    for event in walk.league.events.values():
        event.refresh_from_db()
        assert event.state == EventState.FINISHED
        states = event.stages.get().rounds.values_list("state", flat=True)
        assert set(states) == {RoundState.CLOSED}
        build(event.stages.get())  # as a worker does
    walk.turn(at + HOUR)


def promotion_and_relegation(walk: Walk, at: datetime) -> None:
    """The winner of the second division goes up, and the last of those who stayed goes down.

    Two leave the first division: the team that withdrew is one of them.
    """
    league = walk.league
    league.put_into_divisions(QUAY, at)
    digest = draft_of(league.season, fresh=True).digest
    moves, following = (
        league.desk(page, league.season.slug) for page in ("season_sign", "season_next")
    )
    press(league.sue, moves, at, digest=digest)
    press(
        league.sue,
        following,
        at,
        name="Autumn",
        starts_on="2026-09-07",
        ends_on="2026-11-30",
        with_events="on",
    )
    # a draft of an event is sent to nobody, but who is registered for the season learns it
    between_clubs.players_are_registered(walk.ledger, league, "Autumn")
    walk.ledger.expect([walk.plays_no_more], What.REGISTRATION, STATION, "Autumn")
    walk.turn(at)
    found = {
        event.name: set(event.entries.values_list("name", flat=True))
        for event in league.club.events.filter(season__name="Autumn")
    }
    assert found == {
        "Division 1": {f"{HARBOUR} A", f"{STATION} A", f"{HARBOUR} B"},
        "Division 2": {f"{MILL} A", f"{STATION} B", f"{MILL} B"},
    }
