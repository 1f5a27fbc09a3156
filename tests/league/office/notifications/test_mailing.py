"""The mails themselves: how one leaves them, what stops an address, what a dead worker leaves."""

from datetime import UTC, datetime, timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.outbox.models import MessageState, OutboxMessage
from league.office.notifications.bounces import read_bounces, take_bounce
from league.office.notifications.choice_links import choices_token, choices_url
from league.office.notifications.models import Preference, StoppedAddress
from league.office.personal_data.services.forgetting import forget_player
from tests.league.office.notifications.notifying_club import NotifyingClub, turn
from tests.mail_servers import REPORT, bounce_of

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)


@pytest.fixture
def club(time_machine):
    time_machine.move_to(MONDAY, tick=False)
    made = NotifyingClub(MONDAY, deadline=MONDAY + timedelta(days=6))
    turn(MONDAY)
    mail.outbox.clear()
    return made


@pytest.fixture
def notified(club):
    """The club with its first round opened and everybody notified."""
    club.open_round(MONDAY)
    turn(MONDAY)
    return club


def mail_to(user):
    return next(one for one in mail.outbox if one.to == [user.email])


@pytest.mark.long
def test_a_mail_names_the_address_that_stops_them_with_one_click(notified):
    ann = notified.users[0]
    headers = mail_to(ann).extra_headers

    assert headers["List-Unsubscribe"] == f"<{choices_url(ann, notified.club)}>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_one_click_stops_the_mails_and_looking_changes_nothing(notified):
    ann = notified.users[0]
    page = reverse("account:choices_by_link", args=[choices_token(ann, notified.club)])
    strict = Client(enforce_csrf_checks=True)

    assert strict.get(page).status_code == 200
    assert not Preference.objects.exists()
    answer = strict.post(page, {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert Preference.objects.get(user=ann, club=notified.club).by_mail is False
    assert strict.post(page, {"List-Unsubscribe": "One-Click"}).status_code == 200


@pytest.mark.long
def test_of_somebody_whom_the_club_has_forgotten_one_click_stores_nothing(notified):
    ann = notified.users[0]
    page = reverse("account:choices_by_link", args=[choices_token(ann, notified.club)])
    strict = Client(enforce_csrf_checks=True)
    strict.post(page, {"List-Unsubscribe": "One-Click"})
    player = notified.club.players.get(user=ann)
    forget_player(player=player, by=Act(SYSTEM, MONDAY))
    assert not Preference.objects.exists()

    assert strict.post(page, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert strict.post(page, {"stop": ""}, follow=True).status_code == 200
    assert not Preference.objects.exists()


def test_an_address_that_is_refused_for_good_is_stopped(club, monkeypatch):
    ann = club.users[0]
    club.open_round(MONDAY)
    refuse(monkeypatch, ann.email, 550)
    turn(MONDAY)

    stopped = StoppedAddress.objects.get()
    assert (stopped.user, stopped.reason, stopped.code) == (ann, "refused", "550")
    states = OutboxMessage.objects.filter(notification__user=ann).values_list("state", flat=True)
    assert list(states) == [MessageState.STOPPED]


def refuse(monkeypatch, address, code):
    """Have the mail server refuse one recipient and take all others."""
    name = "django.core.mail.backends.locmem.EmailBackend.send_messages"
    from django.core.mail.backends.locmem import EmailBackend

    takes = EmailBackend.send_messages

    def send(self, messages):
        for message in messages:
            if address in message.to:
                raise SMTPRecipientsRefused({address: (code, b"no")})
        return takes(self, messages)

    monkeypatch.setattr(name, send)


def report(user, message_id, *, action="failed", status="5.1.1"):
    return bounce_of(message_id, user.email, action=action, status=status)


def test_a_bounce_stops_the_address_and_says_so(notified, client):
    ann = notified.users[0]
    raw = report(ann, mail_to(ann).extra_headers["Message-ID"])

    assert take_bounce(raw, MONDAY) == 1
    assert take_bounce(raw, MONDAY) == 1
    stopped = StoppedAddress.objects.get()
    assert (stopped.user, stopped.reason, stopped.code) == (ann, "bounced", "5.1.1")
    client.force_login(ann)
    assert "the mail came back" in client.get(reverse("account:home")).content.decode()
    client.force_login(notified.dora)
    page = client.get(reverse("desk:notifications", args=[notified.club.slug])).content.decode()
    assert ann.email in page


@pytest.mark.long
def test_a_report_that_somebody_made_up_stops_nothing(notified):
    ann, bob = notified.users[:2]
    made_up = "<11111111-1111-4111-8111-111111111111@localhost>"
    of_bob = mail_to(bob).extra_headers["Message-ID"]

    assert take_bounce(report(ann, made_up), MONDAY) == 0
    assert take_bounce(report(ann, of_bob), MONDAY) == 0
    assert take_bounce(report(ann, "nonsense"), MONDAY) == 0
    assert not StoppedAddress.objects.exists()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\x00",
        b"Subject: hello\n\nHello",
        REPORT.encode()[:300],
        bounce_of("<1@localhost>", "ann@example.org", action="delayed", status="4.4.1"),
        bounce_of("<1@localhost>", "ann@example.org", action="failed", status="4.2.2"),
        bounce_of("<1@localhost>", "ann@example.org", action="delivered", status="2.0.0"),
    ],
)
def test_what_says_of_no_address_that_it_failed_for_good_is_read_as_none(raw):
    assert read_bounces(raw) == []
