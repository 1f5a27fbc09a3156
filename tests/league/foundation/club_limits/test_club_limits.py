"""What one club may ask of the site in a day: counted exactly, said in a sentence, for it alone."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.urls import reverse

from league.clubs import services as clubs
from league.clubs.models import Player, Role
from league.clubs.services.player_import import import_players
from league.clubs.services.player_list import read_players_csv
from league.foundation.club_limits.models import ClubUse
from league.foundation.club_limits.services import (
    IMPORTS,
    JOBS,
    MAILS,
    LimitReached,
    TooManyPlayers,
    count,
    used,
)
from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Act
from league.play.events import services as events
from tests.league.faces.api.factories import make_token_of
from tests.league.factories import NOW, actor_of, make_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


def make_event(club, owner, name="Autumn Cup"):
    return events.create_event(
        club=club,
        name=name,
        starts_on=NOW.date(),
        variant="pitch",
        entry_kind="pair",
        by=Act(actor_of(owner), NOW),
    )


@pytest.mark.long
def test_the_event_too_many_is_refused_with_the_number_and_the_time(club, owner, settings):
    settings.CLUB_EVENTS_A_DAY = 2
    make_event(club, owner, "One")
    make_event(club, owner, "Two")
    with pytest.raises(LimitReached) as refused:
        make_event(club, owner, "Three")

    assert str(refused.value) == (
        "Your club created 2 events today, as many as it may in a day. Wait 5 hours, or ask "
        "whoever runs this site for more."
    )
    assert refused.value.wait == 4.5 * 3_600
    assert club.events.count() == used(club.pk, NOW)["events"] == 2
    # another club is another tenant
    make_event(make_club("Hill Cards", owner=owner), owner)


def test_what_fails_is_not_counted(club, owner):
    with transaction.atomic():
        make_event(club, owner)
        transaction.set_rollback(True)

    assert used(club.pk, NOW)["events"] == 0


def test_the_next_day_begins_again_in_the_same_row(club, settings):
    settings.CLUB_MAILS_A_DAY = 3
    count(MAILS, club.pk, NOW, more=3)
    with pytest.raises(LimitReached):
        count(MAILS, club.pk, NOW.replace(hour=23, minute=59))
    tomorrow = datetime(2026, 3, 15, tzinfo=UTC)
    count(MAILS, club.pk, tomorrow)

    assert used(club.pk, tomorrow)["mails"] == 1
    assert ClubUse.objects.count() == 1


def test_more_at_once_than_there_is_room_for_counts_nothing(club, settings):
    settings.CLUB_MAILS_A_DAY = 3
    count(MAILS, club.pk, NOW, more=2)
    for more in (2, 4):
        with pytest.raises(LimitReached):
            count(MAILS, club.pk, NOW, more=more)
    with pytest.raises(LimitReached):
        count(MAILS, club.pk + 1, NOW, more=4)

    assert used(club.pk, NOW)["mails"] == 2
    assert used(club.pk + 1, NOW)["mails"] == 0


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_moment_exactly_as_many_pass_as_may(club, settings):
    settings.CLUB_JOBS_A_DAY = 5

    def once(_number):
        try:
            with transaction.atomic():
                count(JOBS, club.pk, NOW)
        except LimitReached:
            return 0
        finally:
            connection.close()
        return 1

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(once, range(12))) == 5


def test_an_import_an_invitation_and_a_job_too_many_are_refused(club, owner, settings):
    settings.CLUB_IMPORTS_A_DAY = settings.CLUB_MAILS_A_DAY = settings.CLUB_JOBS_A_DAY = 1
    by = Act(actor_of(owner), NOW)

    def bring(name):
        return import_players(club=club, rows=read_players_csv(f"name\n{name}\n"), by=by)

    def invite(email):
        clubs.invite(club=club, email=email, role=Role.SCORER, invited_by=owner, by=by)

    def enqueue(subject):
        jobs.enqueue(kind="people", club_id=club.pk, subject_id=subject, by=by)

    for act, limit in ((bring, IMPORTS), (invite, MAILS), (enqueue, JOBS)):
        first, second = {
            bring: ("Ann Lee", "Ben Ito"),
            invite: ("ann@example.org", "ben@example.org"),
            enqueue: (1, 2),
        }[act]
        act(first)
        with pytest.raises(LimitReached, match="as it may in a day"):
            act(second)
        assert used(club.pk, NOW)[limit.name] == 1
    assert not club.players.filter(name="Ben Ito").exists()
    assert not club.invitations.filter(email="ben@example.org").exists()
    assert Job.objects.filter(club_id=club.pk).count() == 1


def test_a_job_requested_twice_is_one_job_and_counts_once(club, owner):
    for _ in range(2):
        jobs.enqueue(kind="people", club_id=club.pk, subject_id=1, by=Act(actor_of(owner), NOW))

    assert used(club.pk, NOW)["jobs"] == 1


def test_players_beyond_the_most_are_refused_before_anybody_is_added(club, owner, settings):
    settings.CLUB_PLAYERS = 3
    who = {"club": club, "by": Act(actor_of(owner), NOW)}
    clubs.add_players(names=["Ann Lee", "Ben Ito"], **who)
    rows = read_players_csv("name\nCem Ak\nDora Davis\n")
    for act in (
        lambda: clubs.add_players(names=["Cem Ak", "Dora Davis"], **who),
        lambda: import_players(rows=rows, **who),
    ):
        with pytest.raises(TooManyPlayers) as refused:
            act()
        assert "can have 3 players; yours has 2, and 2 more would be too many" in str(refused.value)
    clubs.add_player(name="Cem Ak", **who)
    with pytest.raises(TooManyPlayers):
        clubs.add_player(name="Dora Davis", **who)

    assert Player.objects.filter(club=club).count() == 3


def test_a_program_gets_429_and_when_to_come_back(client, club, owner, settings):
    settings.CLUB_EVENTS_A_DAY = 1
    headers = {"Authorization": f"Token {make_token_of(owner, club=club, scopes=['direct'])}"}
    body = {
        "name": "Autumn Cup",
        "starts_on": "2026-10-01",
        "variant": "pitch",
        "entry_kind": "individual",
        "stage": {"format": "individual_tables", "rounds_planned": 3},
    }
    address = reverse("api:new_event", args=[club.slug])

    def create():
        key = {"Idempotency-Key": str(uuid4())}
        return client.post(
            address, json.dumps(body), content_type="application/json", headers=headers | key
        )

    assert create().status_code == 201
    refused = create()
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 86_400
    assert refused.json()["code"] == "club_limit"
    assert "Your club created 1 events today" in refused.json()["detail"]
