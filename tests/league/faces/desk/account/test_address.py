"""The e-mail address of an account: a link to the new one changes it, the old one is informed."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from league.clubs.models import User
from tests.league.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return make_user("Ann Lee", email="ann@example.org", password=PASSWORD)


@pytest.fixture
def client(ann, monkeypatch):
    from kombu.exceptions import OperationalError

    def away(*_args, **_kwargs):
        raise OperationalError

    monkeypatch.setattr("league.foundation.queues.current_app.send_task", away)
    monkeypatch.setattr(transaction, "on_commit", lambda work, **_robust: work())
    client = Client()
    client.force_login(ann, "django.contrib.auth.backends.ModelBackend")
    return client


def ask(client, email="new@example.org", password=PASSWORD):
    return client.post("/account/address/", {"email": email, "password": password})


def link():
    return re.search(r"http://[^/\s]+(/\S+)", mail.outbox[0].body)[1]


def test_the_address_changes_when_the_link_is_pressed_and_the_old_one_is_notified(client, ann):
    ask(client, "New@Example.org")
    assert [message.to for message in mail.outbox] == [["new@example.org"]]
    address = link()

    page = Client().get(address).content.decode()
    assert "new@example.org" in page
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"
    answer = Client().post(address)

    ann.refresh_from_db()
    assert ann.email == "new@example.org"
    # to sign in with it, not to a page that would first refuse whoever is signed out
    assert answer.headers["Location"] == "/account/sign-in/"
    assert mail.outbox[1].to == ["ann@example.org"]
    assert "new@example.org" in mail.outbox[1].body


def test_a_link_works_once_and_for_an_hour(client, ann):
    ask(client)
    address = link()
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        client.post(address)
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"

    client.post(address)
    User.objects.filter(pk=ann.pk).update(email="third@example.org")
    client.post(address)
    ann.refresh_from_db()
    assert ann.email == "third@example.org"
    assert client.post(address[:-3] + "xyz/").status_code == 302


def test_an_address_of_somebody_else_is_found_out_only_by_who_reads_its_mail(client, ann):
    make_user("Bob Lee", email="bob@example.org")

    asked = ask(client, "bob@example.org")
    assert "A link is on its way" in asked.content.decode()
    answer = client.post(link(), follow=True)

    assert "Another account has the address bob@example.org" in answer.content.decode()
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"


def test_the_own_address_and_too_many_links_are_refused(client):
    assert ask(client, "ANN@example.org").status_code == 422
    for number in range(5):
        assert ask(client, f"new{number}@example.org").status_code == 200
    refused = ask(client, "new6@example.org")

    assert refused.status_code == 429
    assert "You asked for 5 links within an hour" in refused.content.decode()
    assert len(mail.outbox) == 5


def test_an_open_session_alone_changes_nothing(client, ann):
    wrong = ask(client, password="wrong")
    none = client.post("/account/address/", {"email": "new@example.org"})

    assert (wrong.status_code, none.status_code) == (422, 422)
    assert "This is not the password of your account" in wrong.content.decode()
    assert 'value="new@example.org"' in wrong.content.decode()
    assert not mail.outbox


def test_who_has_no_password_signs_in_by_a_link_first(client, ann):
    ann.set_unusable_password()
    ann.save()
    client.force_login(ann, "django.contrib.auth.backends.ModelBackend")

    assert client.post("/account/address/", {"email": "new@example.org"}).status_code == 403
    assert not mail.outbox
