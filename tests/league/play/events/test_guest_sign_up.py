"""Guests sign up without an account: by a mailed link, a day long, and the director accepts."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.urls import reverse

from league.clubs.models import Player
from league.clubs.services.players import add_player
from league.foundation.journal.actor import Act
from league.foundation.journal.services import deliver_all
from league.foundation.outbox.models import OutboxMessage, Way
from league.foundation.outbox.services import send_next
from league.play.events import services as events
from league.play.events.models import Entry
from league.play.events.services.signing_up import SignUpClosed, sign_up_guest
from tests.league.factories import make_club
from tests.league.play.events.factories import DIRECTOR, NOW, make_event

pytestmark = pytest.mark.django_db

ZOE = {"name": " Zoe  Quinn ", "partners": "Yan Poe", "email": "Zoe@example.org"}


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def make_open(**fields):
    event = make_event(
        make_club(), entry_mode="guests", entries_close_at=NOW + timedelta(days=3), **fields
    )
    return events.open_event(event=event, by=Act(DIRECTOR, NOW))


@pytest.fixture
def event():
    return make_open()


def page_of(event):
    return reverse("public:sign_up", args=[event.club.slug, event.slug])


def mailed():
    """Send what waits, as a worker does, and return the last mail."""
    while send_next(Way.MAIL, at=NOW, rows=OutboxMessage.objects.order_by("pk")):
        pass
    return mail.outbox[-1]


def link_in(sent):
    return re.search(r"/clubs/\S+/sign-up/\S+/", sent.body)[0]


def link_for(client, event, **typed):
    assert client.post(page_of(event), ZOE | typed).status_code == 200
    return link_in(mailed())


def test_a_guest_and_a_partner_are_entered_once_and_accepted(client, event):
    asked = client.get(page_of(event)).content.decode()
    assert "Without an account" in asked
    assert "sign in" in asked

    link = link_for(client, event)
    assert not Player.objects.filter(name="Zoe Quinn").exists()  # nothing is kept yet
    assert "You sign up as Zoe Quinn" in client.get(link).content.decode()
    assert not Entry.objects.exists()  # whoever looks at links beforehand signs nobody up
    for _twice in range(2):
        assert "You are signed up" in client.post(link).content.decode()

    entry = Entry.objects.get()
    assert entry.state == "applied"
    assert [member.player.name for member in entry.members.all()] == ["Zoe Quinn", "Yan Poe"]
    assert entry.members.first().player.email == "zoe@example.org"
    assert all(member.player.is_guest for member in entry.members.all())

    events.accept_entry(entry=entry, by=Act(DIRECTOR, NOW))
    deliver_all(at=NOW)
    sent = mailed()
    assert (sent.to, sent.subject) == (["zoe@example.org"], "You play in Spring cup")
    assert page_of(event).removesuffix("sign-up/") in sent.body


def test_who_is_known_by_the_address_is_that_player(client, event):
    known = add_player(
        club=event.club, name="Zoë Quinn", email="zoe@example.org", by=Act(DIRECTOR, NOW)
    )
    client.post(link_for(client, event))

    assert Entry.objects.get().members.first().player == known


def test_what_a_stranger_typed_is_in_no_mail(client, event):
    assert client.post(page_of(event), ZOE | {"name": "Buy at evil.example"}).status_code == 200
    sent = mailed()

    assert "evil" not in sent.subject + sent.body.replace(link_in(sent), "")


def test_two_of_one_address_are_two_people(client, event):
    add_player(club=event.club, name="Ann Quinn", email="zoe@example.org", by=Act(DIRECTOR, NOW))
    client.post(link_for(client, event))
    client.post(link_for(client, event, name="Xen Quinn", partners="Wim Fox"))

    names = {
        tuple(member.player.name for member in entry.members.all()) for entry in Entry.objects.all()
    }
    assert names == {("Zoe Quinn", "Yan Poe"), ("Xen Quinn", "Wim Fox")}


def test_a_link_is_over_after_a_day_and_good_for_its_event_alone(client, clock, event):
    link = link_for(client, event)
    other = make_event(
        event.club, "Other cup", entry_mode="guests", entries_close_at=NOW + timedelta(days=9)
    )
    events.open_event(event=other, by=Act(DIRECTOR, NOW))

    wrong = client.post(link.replace(event.slug, other.slug))
    clock.shift(timedelta(days=1, seconds=1))
    late = client.post(link)

    for answer in (wrong, late):
        assert (answer.status_code, Entry.objects.count()) == (404, 0)
        assert "does not work any more" in answer.content.decode()


def test_the_sixth_link_in_an_hour_is_refused(client, event):
    answers = [client.post(page_of(event), ZOE) for _again in range(6)]

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]


def test_sign_up_that_is_closed_takes_no_guest(client, event):
    link = link_for(client, event)
    events.change_event(event=event, changes={"entry_mode": "self"}, by=Act(DIRECTOR, NOW))

    assert client.get(page_of(event)).url.startswith("/account/sign-in/")
    answer = client.post(link)
    assert (answer.status_code, Entry.objects.count()) == (422, 0)
    token = link.rstrip("/").rsplit("/", 1)[-1]
    with pytest.raises(SignUpClosed, match="Only players of the club"):
        sign_up_guest(event=event, token=token, at=NOW)
