"""Partners named at sign-up: nobody is entered who was not asked, except by a director."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from league.foundation.journal.actor import Act
from league.foundation.outbox.models import Way
from league.foundation.outbox.services import send_next
from league.play.events import services as events
from league.play.events.models import EntryMember
from league.play.events.partner_mails import request_partner_mails
from league.play.events.selectors import requests_for
from league.play.events.services.partner_requests import NotAsked
from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_member, make_user
from tests.league.play.events.factories import DIRECTOR, NOW, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    made = make_event(
        entry_mode="self", most_entries=1, entries_close_at=timezone.now() + timedelta(days=2)
    )
    return events.open_event(event=made, by=Act(DIRECTOR, NOW))


def person(event, name, *, has_account=True):
    user = make_user(name) if has_account else None
    if user:
        make_member(event.club, user)
    return event.club.players.create(name=name, user=user)


@pytest.fixture
def people(event):
    return [person(event, name) for name in ("Ann", "Ben", "Cat")]


def sign_up(event, *players):
    return events.sign_up(event=event, user=players[0].user, players=players, by=Act(DIRECTOR, NOW))


def answer(entry, player, agrees=True):
    return events.answer_partner(
        entry=entry, user=player.user, agrees=agrees, by=Act(DIRECTOR, NOW)
    )


def inside(entry):
    rows = EntryMember.objects.filter(entry=entry, left_at=None).order_by("position")
    return [row.player.name for row in rows.select_related("player")]


def test_a_partner_is_asked_by_mail_and_joins_the_entry_by_agreeing(event, people):
    ann, ben, _cat = people
    entry = sign_up(event, ann, ben)
    for _twice in range(2):
        request_partner_mails(entry.pk, at=timezone.now())
        while send_next(Way.MAIL, at=timezone.now()):
            pass

    assert (entry.state, inside(entry)) == ("applied", ["Ann"])
    assert [message.to for message in mail.outbox] == [[ben.user.email]]
    assert "You are invited to play with Ann in Spring cup." in mail.outbox[0].body
    for _twice in range(2):
        entry = answer(entry, ben)
    assert (entry.state, inside(entry)) == ("accepted", ["Ann", "Ben"])
    assert not requests_for(ben.user)


def test_nobody_answers_for_another(event, people):
    ann, ben, cat = people
    entry = sign_up(event, ann, ben)

    for other in (ann, cat):
        with pytest.raises(NotAsked):
            answer(entry, other)


def test_a_director_accepts_an_entry_whose_partner_has_no_account(event, people):
    ann = people[0]
    entry = sign_up(event, ann, person(event, "Guest", has_account=False))
    request_partner_mails(entry.pk, at=timezone.now())
    assert send_next(Way.MAIL, at=timezone.now()) is None
    taken = events.accept_entry(entry=entry, by=Act(DIRECTOR, NOW))

    assert not mail.outbox
    assert (taken.state, inside(taken)) == ("accepted", ["Ann", "Guest"])


def test_pages_ask_the_partner_show_who_is_silent_and_take_the_answer(event, people, client):
    ann, ben, _cat = people
    path = f"/clubs/{event.club.slug}/events/{event.slug}/sign-up/"
    client.force_login(ann.user, "django.contrib.auth.backends.ModelBackend")
    client.post(path, {"partners": ben.name})
    assert "Your entry is waiting for an answer from Ben" in client.get(path).content.decode()

    client.force_login(ben.user, "django.contrib.auth.backends.ModelBackend")
    account = client.get("/account/").content.decode()
    assert "You are invited to play with Ann in Spring cup" in account
    page = client.get(path).content.decode()
    assert "You are invited to play with Ann in this event." in page
    entry = event.entries.get()
    client.post(path, {"entry": entry.pk, "answer": "agree"})
    entry.refresh_from_db()
    assert entry.state == "accepted"
    gone = client.post(path, {"entry": entry.pk, "answer": "agree"}, follow=True)
    assert "Nobody waits for your answer" in gone.content.decode()


def test_programs_ask_and_answer_as_people_do(event, people):
    ann, ben, cat = people
    made = client_of(ann.user).post(
        f"{V1}/events/{event.pk}/sign-up", {"players": [ann.pk, ben.pk]}
    )
    assert made.json()["state"] == "applied"
    assert made.json()["asked"] == [{"player": ben.pk, "name": "Ben"}]
    path = f"{V1}/entries/{made.json()['id']}/answer"
    assert client_of(cat.user).post(path, {"agrees": True}).status_code == 409
    answered = client_of(ben.user).post(path, {"agrees": True}).json()
    assert (answered["state"], answered["asked"]) == ("accepted", [])
