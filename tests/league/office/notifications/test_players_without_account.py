"""Players with an address and no account are mailed where they play and what came of it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from league.foundation.club_limits import services as club_limits
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.outbox.models import OutboxMessage
from league.office.notifications.bounces import take_bounce
from league.office.notifications.choice_links import player_mails_token, player_mails_url
from league.office.notifications.models import Notification
from league.office.notifications.services import recipients_of
from league.office.notifications.services.director_messages import Audience
from league.office.personal_data.services.forgetting import forget_player
from tests.league.office.notifications.notifying_club import NotifyingClub, turn
from tests.mail_servers import bounce_of

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
DEADLINE = MONDAY + timedelta(days=14)
ADDRESS = "paul@example.org"


@pytest.fixture
def club(time_machine):
    """A league in which one player has only an address."""
    time_machine.move_to(MONDAY, tick=False)
    made = NotifyingClub(MONDAY, deadline=DEADLINE)
    made.paul = made.users[0].players.get()
    made.paul.user, made.paul.email = None, ADDRESS
    made.paul.save()
    return made


def mails_to_paul(at):
    return [subject for to, subject in turn(at) if to == ADDRESS]


def letter():
    return next(one for one in mail.outbox if one.to == [ADDRESS])


def test_a_player_without_an_account_is_mailed_where_and_when_to_play(club):
    club.club.language = "de"
    club.club.save()
    club.open_round(MONDAY)

    (subject,) = mails_to_paul(MONDAY)

    assert "Runde 1" in subject
    assert player_mails_url(club.paul) in letter().body
    assert reverse("account:choices", args=[club.club.slug]) not in letter().body
    assert letter().extra_headers["List-Unsubscribe"] == f"<{player_mails_url(club.paul)}>"
    assert mails_to_paul(MONDAY) == []


def test_what_captains_and_accounts_are_notified_of_is_not_mailed(club):
    """A director's words neither: whoever starts a club could write to anybody."""
    club.open_round(MONDAY)
    turn(MONDAY)
    turn(DEADLINE - timedelta(days=1))

    assert set(Notification.objects.exclude(player=None).values_list("what", flat=True)) == {
        "match"
    }
    assert all(person.user for person in recipients_of(Audience(event=club.event)))
    assert len(recipients_of(Audience(event=club.event))) == len(club.users) - 1


@pytest.mark.parametrize("sent", [{}, {"List-Unsubscribe": "One-Click"}])
def test_one_click_stops_the_mails_and_looking_changes_nothing(club, sent):
    page = reverse("account:player_mails", args=[player_mails_token(club.paul)])
    strict = Client(enforce_csrf_checks=True)
    club.open_round(MONDAY)

    assert "Send me no more" in strict.get(page).content.decode()
    club.paul.refresh_from_db()
    assert club.paul.takes_mail
    assert strict.post(page, sent, follow=True).status_code == 200

    assert "sends you no more" in strict.get(page).content.decode()
    assert mails_to_paul(MONDAY) == []


def test_what_waits_is_stopped_with_the_mails(club):
    club.open_round(MONDAY.replace(hour=1))
    assert mails_to_paul(MONDAY.replace(hour=1)) == []  # at night
    Client().post(reverse("account:player_mails", args=[player_mails_token(club.paul)]))

    assert mails_to_paul(MONDAY) == []
    assert OutboxMessage.objects.get(notification__player=club.paul).state == "stopped"


def test_a_mail_that_came_back_ends_them(club):
    club.open_round(MONDAY)
    turn(MONDAY)

    assert take_bounce(bounce_of(letter().extra_headers["Message-ID"], ADDRESS), MONDAY) == 1

    club.paul.refresh_from_db()
    assert not club.paul.takes_mail


def test_no_more_go_out_in_a_day_than_the_site_allows(club, settings):
    settings.CLUB_PLAYER_MAILS_A_DAY = 0
    club.open_round(MONDAY)

    sent = turn(MONDAY)

    assert ADDRESS not in [to for to, _subject in sent]
    assert len(sent) == len(club.users) - 1
    assert club_limits.used(club.club.pk, MONDAY)["player_mails"] == 0


def test_nobody_writes_to_a_player_who_was_forgotten(club):
    club.open_round(MONDAY.replace(hour=1))
    turn(MONDAY.replace(hour=1))
    forget_player(player=club.paul, by=Act(SYSTEM, MONDAY.replace(hour=2)))

    assert mails_to_paul(MONDAY) == []


def test_a_bad_link_opens_nothing(client):
    assert client.get(reverse("account:player_mails", args=["17:abc"])).status_code == 404
