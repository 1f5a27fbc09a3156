"""The mails themselves: how one leaves them, what stops an address, what a dead worker leaves."""

from datetime import UTC, datetime, timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from league.foundation.jobs.turns import lost_after
from league.foundation.journal.actor import SYSTEM
from league.foundation.journal.services import deliver_all
from league.foundation.outbox import services as outbox
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.office.notifications import services
from league.office.notifications.bounces import read_bounces, take_bounce
from league.office.notifications.choice_links import choices_token, choices_url
from league.office.notifications.models import Preference, StoppedAddress
from league.office.personal_data.services.forgetting import forget_player
from tests.league.office.notifications.club_that_tells import ClubThatTells, turn
from tests.mail_servers import REPORT, bounce_of

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)


@pytest.fixture
def club(time_machine):
    time_machine.move_to(MONDAY, tick=False)
    made = ClubThatTells(MONDAY, deadline=MONDAY + timedelta(days=6))
    turn(MONDAY)
    mail.outbox.clear()
    return made


@pytest.fixture
def told(club):
    """The club with its first round opened and everybody told."""
    club.open_round(MONDAY)
    turn(MONDAY)
    return club


def mail_to(user):
    return next(one for one in mail.outbox if one.to == [user.email])


@pytest.mark.long
def test_the_first_line_says_it_all_and_the_page_is_at_its_end(told, settings):
    ann = told.users[0]
    letter = mail_to(ann)
    lines = letter.body.splitlines()

    assert lines[0] == letter.subject
    assert "Ann Lee & Bob Lee" in letter.subject
    assert lines[0].endswith("at table 1 (Harbour Cards)")
    assert "Play it by Sun 15 Mar 2026, 12:00." in letter.body
    page = reverse("public:table", args=["harbour-cards", "spring-cup", told.table(1).pk])
    assert f"{settings.SITE_URL}{page}" in letter.body
    (html, kind) = letter.alternatives[0]
    assert kind == "text/html"
    assert f'href="{settings.SITE_URL}{page}"' in html


@pytest.mark.long
def test_a_person_is_written_to_in_their_language(club):
    ann = club.users[0]
    ann.language = "ja"
    ann.save()
    club.open_round(MONDAY)
    turn(MONDAY)

    assert '<html lang="ja">' in mail_to(ann).alternatives[0][0]


@pytest.mark.long
def test_a_mail_names_the_address_that_stops_them_with_one_click(told):
    ann = told.users[0]
    headers = mail_to(ann).extra_headers

    assert headers["List-Unsubscribe"] == f"<{choices_url(ann, told.club)}>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_one_click_stops_the_mails_and_looking_changes_nothing(told):
    ann = told.users[0]
    page = reverse("account:choices_by_link", args=[choices_token(ann, told.club)])
    strict = Client(enforce_csrf_checks=True)

    assert strict.get(page).status_code == 200
    assert not Preference.objects.exists()
    answer = strict.post(page, {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert Preference.objects.get(user=ann, club=told.club).by_mail is False
    assert strict.post(page, {"List-Unsubscribe": "One-Click"}).status_code == 200


@pytest.mark.long
def test_of_somebody_whom_the_club_has_forgotten_one_click_stores_nothing(told):
    ann = told.users[0]
    page = reverse("account:choices_by_link", args=[choices_token(ann, told.club)])
    strict = Client(enforce_csrf_checks=True)
    strict.post(page, {"List-Unsubscribe": "One-Click"})
    player = told.club.players.get(user=ann)
    forget_player(player=player, actor=SYSTEM, at=MONDAY)
    assert not Preference.objects.exists()

    assert strict.post(page, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert strict.post(page, {"stop": ""}, follow=True).status_code == 200
    assert not Preference.objects.exists()


@pytest.mark.long
def test_a_link_that_is_none_is_not_there(told, client):
    ann = told.users[0]
    good = choices_token(ann, told.club)
    for bad in ("x", good[:-1], good + "x", "a:b:c"):
        assert client.post(reverse("account:choices_by_link", args=[bad])).status_code == 404
    assert not Preference.objects.exists()


@pytest.mark.long
def test_a_mail_is_one_mail_although_the_worker_dies_in_it(club):
    """Whoever dies between taking it and noting it leaves one that is sent under the same id."""
    club.open_round(MONDAY)
    deliver_all(at=MONDAY)
    first = outbox.claim(Way.MAIL, at=MONDAY)  # and its worker is gone
    later = MONDAY + lost_after() + timedelta(seconds=1)
    outbox.sweep(at=later)
    turn(later)

    ids = [one.extra_headers["Message-ID"] for one in mail.outbox]
    assert len(ids) == len(set(ids)) == len(club.users)
    assert first.message_id in ids
    assert set(OutboxMessage.objects.values_list("state", flat=True)) == {MessageState.SENT}


@pytest.mark.long
def test_a_mail_server_that_is_silent_loses_nothing(club, monkeypatch):
    club.open_round(MONDAY)
    backend = "django.core.mail.backends.locmem.EmailBackend.send_messages"
    with monkeypatch.context() as patched:
        patched.setattr(backend, silent)
        assert turn(MONDAY) == []

    told = turn(MONDAY + timedelta(minutes=1))

    assert sorted(to for to, _s in told) == sorted(user.email for user in club.users)


def silent(*_about, **_more):
    raise TimeoutError("it does not answer")


@pytest.mark.long
def test_an_address_that_is_refused_for_good_is_stopped(club, monkeypatch):
    ann = club.users[0]
    club.open_round(MONDAY)
    refuse(monkeypatch, ann.email, 550)
    turn(MONDAY)

    stopped = StoppedAddress.objects.get()
    assert (stopped.user, stopped.reason, stopped.code) == (ann, "refused", "550")
    states = OutboxMessage.objects.filter(notification__user=ann).values_list("state", flat=True)
    assert list(states) == [MessageState.STOPPED]


@pytest.mark.long
def test_an_address_that_is_refused_for_now_is_tried_again(club, monkeypatch):
    ann = club.users[0]
    club.open_round(MONDAY)
    with monkeypatch.context() as patched:
        refuse(patched, ann.email, 451)
        turn(MONDAY)

    assert not StoppedAddress.objects.exists()
    assert [to for to, _s in turn(MONDAY + timedelta(minutes=1))] == [ann.email]


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


def test_a_bounce_stops_the_address_and_says_so(told, client):
    ann = told.users[0]
    raw = report(ann, mail_to(ann).extra_headers["Message-ID"])

    assert take_bounce(raw, MONDAY) == 1
    assert take_bounce(raw, MONDAY) == 1
    stopped = StoppedAddress.objects.get()
    assert (stopped.user, stopped.reason, stopped.code) == (ann, "bounced", "5.1.1")
    client.force_login(ann)
    assert "the mail came back" in client.get(reverse("account:home")).content.decode()
    client.force_login(told.dora)
    page = client.get(reverse("desk:notifications", args=[told.club.slug])).content.decode()
    assert ann.email in page


@pytest.mark.long
@pytest.mark.parametrize(
    ("action", "status"), [("delayed", "4.4.1"), ("failed", "4.2.2"), ("delivered", "2.0.0")]
)
def test_what_may_still_arrive_stops_nothing(told, action, status):
    ann = told.users[0]
    raw = report(ann, mail_to(ann).extra_headers["Message-ID"], action=action, status=status)

    assert take_bounce(raw, MONDAY) == 0
    assert not StoppedAddress.objects.exists()


@pytest.mark.long
def test_a_report_that_somebody_made_up_stops_nothing(told):
    ann, bob = told.users[:2]
    made_up = "<11111111-1111-4111-8111-111111111111@localhost>"
    of_bob = mail_to(bob).extra_headers["Message-ID"]

    assert take_bounce(report(ann, made_up), MONDAY) == 0
    assert take_bounce(report(ann, of_bob), MONDAY) == 0
    assert take_bounce(report(ann, "nonsense"), MONDAY) == 0
    assert not StoppedAddress.objects.exists()


@pytest.mark.parametrize(
    "raw", [b"", b"\xff\x00", b"Subject: hello\n\nHello", REPORT.encode()[:300]]
)
def test_what_is_no_report_is_read_as_none(raw):
    assert read_bounces(raw) == []


@pytest.mark.long
def test_a_message_goes_out_once_however_often_it_is_sent(club):
    from uuid import uuid4

    from league.office.notifications.services.director_messages import Audience

    key = uuid4()
    for _time in range(2):
        services.send_message(
            audience=Audience(event=club.event, table=club.table(2)),
            title="Move to the hall",
            text="The small room is cold.",
            key=key,
            **club.who,
        )

    told = turn(MONDAY)

    assert sorted(to for to, _s in told) == sorted(club.people_at(2))
    assert {subject for _to, subject in told} == {"Spring cup (Harbour Cards): Move to the hall"}
