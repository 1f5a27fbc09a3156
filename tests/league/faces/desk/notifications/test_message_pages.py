"""A director writes to the players: typed, looked at, sent once; and what was sent is shown."""

from copy import deepcopy
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from time_machine import travel

from league.office.notifications.models import DirectorMessage, Notification
from league.office.notifications.topics import Topic
from tests.league.office.notifications.notifying_club import NotifyingClub, turn

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)
WORDS = {"to": "event", "title": "Please bring a pen", "text": "We start at half past seven."}


@pytest.fixture(scope="module")
def prepared_club(module_rows):
    with travel(MONDAY, tick=False):
        made = NotifyingClub(MONDAY, deadline=MONDAY + timedelta(days=6))
        made.open_round(MONDAY)
        turn(MONDAY)
    return made


@pytest.fixture
def club(prepared_club, time_machine):
    time_machine.move_to(MONDAY, tick=False)
    return deepcopy(prepared_club)


@pytest.fixture
def dora(club, client):
    client.force_login(club.dora)
    return client


@pytest.fixture
def page(club):
    return reverse("desk:message_new", args=[club.club.slug, club.event.slug])


def test_a_message_is_looked_at_with_its_number_of_people_before_it_is_sent(dora, page):
    shown = dora.post(page, WORDS).content.decode()

    assert "Please bring a pen" in shown
    assert "Send it to 8 people" in shown
    assert not DirectorMessage.objects.exists()


def test_it_is_sent_once_and_to_those_it_was_meant_for(dora, club, page):
    table = club.table(2)
    sent = WORDS | {"to": f"table:{table.pk}", "send": "1", "sent_once": KEY}
    for _time in range(2):
        assert dora.post(page, sent).status_code == 302

    mails = turn(MONDAY)

    assert sorted(to for to, _subject in mails) == sorted(club.people_at(2))
    assert DirectorMessage.objects.get().recipients == 4


KEY = "11111111-1111-4111-8111-111111111111"


def test_the_log_says_what_was_sent_to_whom_and_why(dora, club):
    log = reverse("desk:notifications", args=[club.club.slug])
    ann = Notification.objects.get(user=club.users[0])

    shown = dora.get(log, {"person": "Ann"}).content.decode()

    assert "Ann Lee: a match" in shown
    assert "by e-mail: sent" in shown
    assert "Bob Lee: a match" not in shown
    one = dora.get(reverse("desk:notification", args=[club.club.slug, ann.pk])).content.decode()
    assert "Dora Director opened round 1 of Spring cup" in one
    assert "round 1 of Spring cup at table 1 (Harbour Cards)" in one
    ann.deliveries.update(state="waiting", ended_at=None)
    assert "by e-mail: waits" in dora.get(log, {"person": "Ann"}).content.decode()


def test_a_person_chooses_and_what_was_chosen_is_shown(client, club):
    ann = club.users[0]
    client.force_login(ann)
    page = reverse("account:choices", args=[club.club.slug])
    chosen = {
        "by_mail": "on",
        "quiet_from": "21:00",
        "quiet_until": "08:30",
        **{f"topic_{topic}": "daily" for topic in TOPICS},
    }
    assert client.post(page, chosen).status_code == 302
    row = ann.notification_choices.get()

    assert (row.by_mail, row.by_push, sorted(row.daily)) == (True, False, sorted(TOPICS))
    shown = client.get(page).content.decode()
    assert 'value="21:00"' in shown
    assert client.post(page, chosen | {"quiet_from": "25:00"}).status_code == 422


TOPICS = sorted(Topic.values)
