"""Anybody starts a club where the site is open, once the address is proved."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth import get_user
from django.core import mail
from django.urls import reverse

from league.clubs.models import Club, User
from league.clubs.services.accounts import SIGN_UP
from league.foundation.outbox.models import OutboxMessage, Way
from league.foundation.outbox.services import send_next
from tests.league.factories import NOW, PASSWORD, make_club, make_member, make_user

pytestmark = pytest.mark.django_db

ASK = "/account/sign-up/"
EMAIL = "eve@example.org"


@pytest.fixture(autouse=True)
def open_site(settings):
    settings.OPEN_SIGN_UP = True


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def ask(client, email=EMAIL, **more):
    return client.post(ASK, {"email": email}, **more)


def mailed(at=NOW):
    """Send what waits, as a worker does, and return the mail."""
    assert send_next(Way.MAIL, at=at, rows=OutboxMessage.objects.order_by("-pk"))
    return mail.outbox[-1]


def link_in(sent):
    return re.search(r"/account/sign-up/\S+/", sent.body)[0]


def test_from_the_front_page_to_a_club_of_ones_own(client, clock):
    make_club()
    assert f'href="{ASK}"' in client.get("/").content.decode()
    assert ask(client).status_code == 200
    assert not User.objects.filter(email=EMAIL).exists()  # the address is not proved yet

    link = link_in(mailed())
    assert "eve@example.org" in client.get(link).content.decode()
    answer = client.post(link, {"name": "  Eve  Fox ", "password": PASSWORD})
    assert answer.url == reverse("desk:club_new")
    user = User.objects.get(email=EMAIL)
    assert (user.name, user.address_confirmed_at) == ("Eve Fox", NOW)
    assert get_user(client) == user

    words = {"time_zone": "Europe/Berlin", "language": "en", "names_sorted_by": "first"}
    assert client.post(answer.url, {"name": "Fox Club", **words}).status_code == 302
    assert Club.objects.get(name="Fox Club").members.get(user=user).role == "owner"


def test_without_a_password_it_is_signed_in_to_by_mail(client, clock):
    ask(client)
    client.post(link_in(mailed()), {"name": "Eve", "password": ""})
    assert not User.objects.get(email=EMAIL).has_usable_password()


def test_the_answer_does_not_say_whether_there_is_an_account(client, clock):
    make_member(make_club(), make_user("Ann Lee", email="ann@example.org"))
    known, unknown = ask(client, "ann@example.org"), ask(client)
    assert known.content.decode().replace("ann@example.org", EMAIL) == unknown.content.decode()
    assert "within a day" not in known.content.decode()  # a link to sign in does not last as long
    assert list(OutboxMessage.objects.values_list("kind", flat=True)) == [SIGN_UP, SIGN_UP]


def test_who_has_an_account_is_mailed_a_link_to_sign_in(client, clock):
    make_user("Ann Lee", email="ann@example.org")
    ask(client, "Ann@Example.org ")
    sent = mailed()
    assert sent.to == ["ann@example.org"]
    assert "/account/link/" in sent.body
    assert reverse("desk:club_new").replace("/", "%2F") in sent.body


def test_a_closed_account_is_mailed_nothing(client, clock):
    user = make_user("Ann Lee", email="ann@example.org")
    User.objects.filter(pk=user.pk).update(is_active=False)
    ask(client, "ann@example.org")
    send_next(Way.MAIL, at=NOW, rows=OutboxMessage.objects.all())
    assert mail.outbox == []


def test_a_link_works_for_a_day_and_makes_one_account(client, clock):
    ask(client)
    link = link_in(mailed())
    client.post(link, {"name": "Eve", "password": ""})
    client.logout()

    again = client.post(link, {"name": "Eve", "password": ""})
    assert again.url == reverse("account:sign_in")
    assert User.objects.filter(email=EMAIL).count() == 1

    clock.shift(timedelta(days=1, seconds=1))
    assert client.get(link).url == ASK
    assert client.get(f"{ASK}{'x' * 40}/").url == ASK


def test_an_address_is_sent_five_links_a_day(client, clock):
    assert [ask(client).status_code for _ in range(6)] == [200] * 5 + [429]
    assert ask(client, "other@example.org").status_code == 200
    clock.shift(timedelta(days=1))
    assert ask(client).status_code == 200


def test_a_network_asks_for_twenty_links_a_day(client, clock):
    answers = [ask(client, f"eve{number}@example.org").status_code for number in range(21)]
    assert answers == [200] * 20 + [429]
    assert ask(client, EMAIL, REMOTE_ADDR="198.51.100.7").status_code == 200


def test_a_site_that_is_not_open_makes_accounts_by_invitation(client, clock, settings):
    make_club()
    ask(client)
    link = link_in(mailed())
    settings.OPEN_SIGN_UP = False

    assert ASK not in client.get("/").content.decode()
    assert ASK not in client.get(reverse("account:sign_in")).content.decode()
    shown = client.get(ASK).content.decode()
    assert "ask your club for one" in shown
    assert "Send me the link" not in shown
    assert ask(client).status_code == 422
    assert client.post(link, {"name": "Eve", "password": ""}).url == ASK
    assert not User.objects.filter(email=EMAIL).exists()
