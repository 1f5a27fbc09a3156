"""A season among a real broker and real workers, two of which are killed, and a silent mail server.

Everybody is told once of each thing that concerns them, and of nothing else. What the clock does
(reminders, walkovers, quiet hours) is walked in `tests/league/seasons_walked`, by a given clock.
"""

import email
import email.policy
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from deploy.embedded.children import Child
from league.calendar.captains.matches import Match
from league.clubs.models import User
from league.foundation.jobs.models import Job, JobState
from league.foundation.journal.models import Undelivered
from league.foundation.outbox.models import MessageState, OutboxMessage
from league.office.notifications.topics import What
from league.office.site_status import behind
from league.play.events import services as events
from league.play.rounds import services as rounds
from league.play.rounds.models import Table
from league.tables.seasons.drafts import draft_of
from league.tables.seasons.models import SignedMoves
from tests.league.seasons_walked import between_clubs
from tests.league.seasons_walked.county_league import CLUBS, DIVISIONS, LETTERS, CountyLeague
from tests.league.seasons_walked.ledger import Ledger, Letter
from tests.league.seasons_walked.match_days import (
    accept,
    confirm_result,
    enter_result,
    line_up,
    name_captain,
    propose,
    rule,
    withdraw_club,
)
from tests.league.seasons_walked.pages_pressed import press
from tests.mail_servers import MoodyServer, running
from tests.recovery import queue
from tests.recovery.mishaps import held_up, kill_all_of, wait_until_held
from tests.recovery.truth import wait_for

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True), pytest.mark.long]
DAY = timedelta(days=1)
HARBOUR, MILL, STATION, QUAY = CLUBS
# so long a mail whose worker died, or that met silence, may take
PATIENCE_S = 90.0
WISHES = ("alternate", "even_spread", "same_club_first", "no_three_in_a_row")


class Season:
    """A league of eight teams by the real clock, its workers, its mail server and its ledger."""

    def __init__(self, mail_server: MoodyServer, start_quick_worker: Any) -> None:
        self.mail_server = mail_server
        self._start = start_quick_worker
        self.ledger = Ledger()
        self.league = CountyLeague(timezone.now())

    def start_worker(self) -> Child:
        there = {
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(self.mail_server.port),
            "EMAIL_TLS": "False",
        }
        worker: Child = self._start(sweeps=True, **there)
        return worker

    def everybody(self, division: str) -> list[User]:
        letter = LETTERS[DIVISIONS.index(division)]
        return self.league.teams(*(f"{club} {letter}" for club in CLUBS))

    def wait_until_told(self, what: str, number: int) -> None:
        """Wait until so many have been told of a thing, each by a mail that is noted as sent."""
        sent = OutboxMessage.objects.filter(notification__what=what, state=MessageState.SENT)
        self.ledger.learn_names()
        wait_for(
            lambda: sent.count() >= number, seconds=PATIENCE_S, what=f"not all are told: {what}"
        )

    def wait_until_quiet(self) -> None:
        """Wait until everything that happened is looked at, and no mail waits.

        What is told only after a while, should it still be so then, is due at once here.
        """
        wait_for(self._is_quiet, seconds=PATIENCE_S, what="something waits")

    def _is_quiet(self) -> bool:
        is_looked_at = not Undelivered.objects.exists()
        ended = [MessageState.SENT, MessageState.NOT_NEEDED]
        waits = OutboxMessage.objects.exclude(state__in=ended)
        if is_looked_at:
            waits.filter(due_at__gt=timezone.now()).update(due_at=timezone.now())
        return is_looked_at and not waits.exists()

    def letters(self) -> list[Letter]:
        return [_letter(text) for text in self.mail_server.took]

    def is_on(self, match: Match) -> bool:
        tables = Table.objects.filter(round=match.round, number=match.number)
        return tables.filter(result=None).exists()

    def free_days(self, match: Match) -> tuple[datetime, datetime]:
        """Return two evenings on which neither side plays, after the match's own."""
        own = self.league.date(match).begins_at
        assert own is not None
        moments = (
            self.league.date(other).begins_at
            for name in match.names
            for other in self.league.matches_of(name)
        )
        busy = {moment.date() for moment in moments if moment is not None}
        later = (own + number * DAY for number in range(2, 30))
        one, other, *_more = (day for day in later if day.date() not in busy)
        return one, other


def _letter(text: str) -> Letter:
    found = email.message_from_string(text, policy=email.policy.default)
    body = found.get_body(("plain",))
    assert body is not None
    words = f"{found['Subject']}\n{body.get_content()}"
    return Letter(str(found["To"]), str(found["Message-ID"]), words)


def test_everybody_is_told_once_in_a_season_with_mishaps(start_quick_worker):
    queue.empty()
    with running(MoodyServer) as mail_server:
        season = Season(mail_server, start_quick_worker)
        before_the_season(season)

        worker = season.start_worker()
        calendars_are_made(season)
        a_worker_dies_behind_a_mail(season, worker)
        the_mail_server_is_silent(season)
        another_worker_dies_among_notices(season)
        the_secretary_decides_a_day(season)
        a_club_withdraws(season)
        matches_are_played(season)
        standings_are_final(season)
        season.wait_until_quiet()
    promotion(season)

    letters = season.letters()
    season.ledger.check(letters)
    # what the mail server had taken from the worker that died, not yet noted, comes a second time:
    # the mail that was held up, and perhaps one of the worker's other thread for mails
    arrived = Counter(letter.message_id for letter in letters)
    again = [number for number in arrived.values() if number > 1]
    assert again in ([2], [2, 2])
    sent = OutboxMessage.objects.filter(state=MessageState.SENT)
    assert {mail.message_id for mail in sent} == set(arrived)
    assert len(arrived) > 50


def before_the_season(season: Season) -> None:
    league, now = season.league, timezone.now()
    # no worker is there yet: an invitation that is answered by then is told to nobody
    league.clubs_are_invited(now)
    league.clubs_join(now)
    between_clubs.clubs_join(season.ledger, league)
    league.announce((now + 14 * DAY).date(), (now + 100 * DAY).date(), now)
    for name in CLUBS:
        league.register_players(name, league.clubs[name].people, now)
    between_clubs.players_are_registered(season.ledger, league, league.season.name)
    league.enter_teams(now)
    league.start(now)
    people = [*season.everybody(DIVISIONS[0]), *season.everybody(DIVISIONS[1]), league.sue]
    for user in people:
        # mails come at any time of the day that the test runs
        user.notification_choices.create(club=league.club, quiet_from="00:00", quiet_until="00:00")


def calendars_are_made(season: Season) -> None:
    """A worker makes them, and a draft is told to nobody."""
    league, now = season.league, timezone.now()
    demands: dict[str, Any] = {
        "starts_on": league.season.starts_on.isoformat(),
        "ends_on": league.season.ends_on.isoformat(),
        "rest_days": 3,
        "return_days": 42,
        "same_club_first": 3,
        "seconds": 1,
        "keeps_published": "on",
        **{f"wish_{name}": "0" for name in WISHES},
    }
    for event in league.events.values():
        press(league.sue, league.desk("calendar_demands", event.slug, 1), now, **demands)
    made = Job.objects.filter(kind="calendar", state=JobState.DONE)
    wait_for(lambda: made.count() == len(DIVISIONS), what="the calendars are not made")


def publish(season: Season, division: str) -> None:
    league = season.league
    page = league.desk("calendar_publish", league.events[division].slug, 1)
    press(league.sue, page, timezone.now())
    season.ledger.expect(season.everybody(division), What.DATED, division)
    season.ledger.learn_names()


def a_worker_dies_behind_a_mail(season: Season, worker: Child) -> None:
    publish(season, DIVISIONS[0])
    assert season.mail_server.held.acquire(timeout=PATIENCE_S), "nobody sends a mail"
    kill_all_of(worker)


def the_mail_server_is_silent(season: Season) -> None:
    """It was when the next worker came; what happened before that is told when it speaks."""
    league, team = season.league, f"{MILL} A"
    publish(season, DIVISIONS[1])
    new = league.team(team)[1]
    match = league.match(team, f"{HARBOUR} A")
    name_captain(league, match, team, new, timezone.now())
    season.ledger.expect([new], What.CAPTAIN, team)
    with season.mail_server.hushes():
        season.worker = season.start_worker()
        met = season.mail_server.met_in_silence
        assert met.acquire(timeout=PATIENCE_S), "nobody comes to the silent mail server"
    season.wait_until_told(What.DATED, sum(len(season.everybody(one)) for one in DIVISIONS))
    season.wait_until_told(What.CAPTAIN, 1)


def another_worker_dies_among_notices(season: Season) -> None:
    """Two captains agree on another day, and the worker dies while that is being noted."""
    league, one, other = season.league, f"{HARBOUR} A", f"{STATION} A"
    match = league.match(one, other)
    propose(league, match, one, *season.free_days(match), at=timezone.now())
    season.ledger.expect([league.captain(other)], What.DATE, one, other)
    season.wait_until_told(What.DATE, 1)
    with held_up("notifications_notification"):
        accept(league, match, other, at=timezone.now())
        wait_until_held("notifications_notification")
        kill_all_of(season.worker)
    told = set(league.teams(one, other)) - {league.captain(other)}
    season.ledger.expect(told, What.DATE, one, other)
    season.worker = season.start_worker()
    season.wait_until_quiet()


def the_secretary_decides_a_day(season: Season) -> None:
    league, one, other = season.league, f"{MILL} B", f"{STATION} B"
    match = league.match(one, other)
    day, _other_day = season.free_days(match)
    rule(league, match, day, at=timezone.now())
    season.ledger.expect(league.teams(one, other), What.DATE, one, other)
    season.wait_until_quiet()


def a_club_withdraws(season: Season) -> None:
    """Each of its teams has played once; who was to play the others learns that they are off."""
    league = season.league
    for letter in LETTERS:
        first, *others = league.matches_of(f"{QUAY} {letter}")
        play(season, first)
        for match in others:
            round = f"round {match.round.number} of {match.round.stage.event.name}"
            season.ledger.expect(league.teams(*match.names), What.BYE, round)
    season.ledger.learn_names()
    withdraw_club(league, QUAY, "no players left", timezone.now())
    between_clubs.a_club_is_withdrawn(season.ledger, league)
    season.wait_until_quiet()


def matches_are_played(season: Season) -> None:
    for division in DIVISIONS:
        for match in season.league.matches(division):
            if season.is_on(match):
                play(season, match)


def play(season: Season, match: Match) -> None:
    """Harbour Street wins whatever it plays; a score that is confirmed at once asks nobody."""
    league = season.league
    for team in match.names:
        people = [league.captain(team), league.team(team)[-1]]
        line_up(league, match, team, people, timezone.now())
    points = {name: 400 - 100 * CLUBS.index(name[:-2]) for name in match.names}
    enter_result(league, match, points, at=timezone.now())
    confirm_result(league, match, at=timezone.now())


def standings_are_final(season: Season) -> None:
    league = season.league
    who: dict[str, Any] = {"actor": league.secretary, "at": timezone.now()}
    for letter, event in zip(LETTERS, league.events.values(), strict=True):
        for round in event.stages.get().rounds.order_by("number"):
            rounds.close_round(round=round, **who)
        wait_for(lambda: not behind("standings").count, what="the standings are not made")
        events.finish_event(event=event, **who)
        stayed = league.teams(*(f"{club} {letter}" for club in CLUBS if club != QUAY))
        season.ledger.expect(stayed, What.FINAL, event.name)
    season.ledger.learn_names()


def promotion(season: Season) -> None:
    """The winner of the second division goes up: Quay Side left a place in the first."""
    league, now = season.league, timezone.now()
    league.put_into_divisions(QUAY, now)
    draft = draft_of(league.season, fresh=True)
    press(
        league.sue, league.desk("season_sign", league.season.slug), now, digest=draft.digest
    )
    signed = SignedMoves.objects.get(season=league.season)
    assert signed.digest == draft.digest
    after = {draft.sheet.names[move.key].full: move.after for move in draft.moves}
    assert after[f"{HARBOUR} B"] == 1
