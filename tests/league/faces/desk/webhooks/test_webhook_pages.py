"""Webhooks at the desk: added, looked at, tried, switched, removed; by owners alone."""

import pytest
from django.urls import reverse

from league.foundation.outbox.models import OutboxMessage
from league.office.webhooks.models import Attempt, Webhook
from tests.league.faces.desk.clients import client_of
from tests.league.factories import NOW
from tests.league.office.webhooks.receivers import make_webhook

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(club):
    return client_of(club, "owner")


def page(client, name, *args, status=200):
    answer = client.get(reverse(f"desk:{name}", args=args))
    assert answer.status_code == status
    return answer.content.decode()


def send(client, name, *args, **fields):
    return client.post(reverse(f"desk:{name}", args=args), fields)


def test_an_owner_adds_one_and_comes_to_its_page(club, owner):
    answer = send(owner, "webhooks", club.slug, address="https://a.example/x", topics=["rounds"])

    webhook = Webhook.objects.get()
    assert answer["Location"] == reverse("desk:webhook", args=[club.slug, webhook.pk])
    shown = page(owner, "webhook", club.slug, webhook.pk)
    assert "https://a.example/x" in shown
    assert "Nothing has been sent yet." in shown
    assert webhook.secret not in shown
    assert webhook.secret in page(owner, "webhook_secret", club.slug, webhook.pk)


def test_the_log_says_what_came_back_and_has_a_button_to_send_again(club, owner):
    webhook = make_webhook(club)
    message = OutboxMessage.objects.create(
        way="webhook",
        webhook=webhook,
        kind="table.confirmed",
        body='{"a": 1}',
        made_at=NOW,
        due_at=NOW,
    )
    by = {"message": message, "at": NOW, "duration_ms": 41}
    Attempt.objects.create(status=502, excerpt="<b>bad</b>", **by)
    Attempt.objects.create(failure="too_slow", **by)

    text = page(owner, "webhook", club.slug, webhook.pk)

    assert "The server answered 502." in text
    assert "did not answer within 15 seconds" in text
    assert "&lt;b&gt;bad&lt;/b&gt;" in text
    OutboxMessage.objects.update(state="given_up", ended_at=NOW)
    send(owner, "webhook_again", club.slug, webhook.pk, message.pk)
    assert OutboxMessage.objects.get().state == "waiting"


def test_a_test_a_switch_a_secret_and_the_end(club, owner):
    webhook = make_webhook(club)
    at = (club.slug, webhook.pk)

    send(owner, "webhook_test", *at)
    assert OutboxMessage.objects.get().kind == "webhook.test"
    send(owner, "webhook_switch", *at, "off")
    assert "Off: by hand" in page(owner, "webhooks", club.slug)
    send(owner, "webhook_test", *at)
    assert "switch it on first" in page(owner, "webhook", *at)
    send(owner, "webhook_switch", *at, "on")
    send(owner, "webhook_new_secret", *at)
    assert "is good until" in page(owner, "webhook_secret", *at)
    assert send(owner, "webhook_switch", *at, "sideways").status_code == 404
    send(owner, "webhook_remove", *at)
    assert not Webhook.objects.exists()
