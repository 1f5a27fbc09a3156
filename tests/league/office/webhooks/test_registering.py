"""Owners add, change, switch and test webhooks; what cannot be one is refused with a sentence."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from league.foundation.club_limits.services import LimitReached
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.outbox.models import MessageState
from league.foundation.records import services as records
from league.foundation.records.rules import TooMany
from league.office.webhooks.addresses import checked_address
from league.office.webhooks.models import MOST_WEBHOOKS, Off, Webhook
from league.office.webhooks.services import (
    OVERLAP,
    WebhookIsOff,
    rotate_secret,
    send_again,
    send_test,
    switch_off,
    switch_on,
)
from tests.league.factories import NOW, actor_of, make_club, make_user
from tests.league.office.webhooks.receivers import make_webhook
from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user("Olive Owner")


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


def add(club, owner, address="https://hooks.example/a?key=secret", topics=("rounds", "results")):
    webhook = Webhook(club=club, address=address, topics=[*topics])
    records.save(webhook, by=Act(actor=actor_of(owner), at=NOW))
    return webhook


def test_a_webhook_has_a_secret_and_the_journal_the_host_alone(club, owner):
    webhook = add(club, owner)

    assert webhook.topics == ["results", "rounds"]
    assert webhook.secret.startswith("whsec_")
    assert add(club, owner).secret != webhook.secret
    added = Happening.objects.first().data
    assert (added["name"], added["after"]["topics"]) == ("hooks.example", ["results", "rounds"])
    assert "secret" not in str(added)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("http://hooks.example/", "beginning with https://"),
        ("ftp://hooks.example/", "beginning with https://"),
        ("hooks.example", "beginning with https://"),
        ("https://", "beginning with https://"),
        ("https://ann:pass@hooks.example/", "passwords"),
        ("https://hooks.example/#part", "passwords"),
        ("https://127.0.0.1/", "private network"),
        ("https://[::1]/", "private network"),
        ("https://[::ffff:10.0.0.1]/", "private network"),
        ("https://169.254.169.254/latest", "private network"),
        ("https://hooks.example:25/", "it is 25"),
        ("https://hooks.example:99999/", "look for a slip"),
        ("https://hooks.example/a b", "no spaces"),
        ("https://hooks.example/\r\nX: y", "no spaces"),
        (f"https://hooks.example/{'x' * 500}", "500 characters"),
    ],
)
def test_addresses_that_cannot_be_asked_are_refused(club, owner, address, says):
    with pytest.raises(ValidationError) as refused:
        add(club, owner, address)

    assert says in refused.value.message_dict["address"][0]


def test_a_site_at_home_may_tell_programs_at_home(settings):
    settings.WEBHOOK_PRIVATE_ADDRESSES = True

    assert checked_address("http://192.168.1.5:80/a") == "http://192.168.1.5:80/a"
    with pytest.raises(ValidationError):
        checked_address("http://169.254.169.254/")


def test_events_of_other_clubs_are_refused(club, owner):
    webhook = add(club, owner)
    other = make_stage(club=make_club("Other")).event

    webhook.event = other
    with pytest.raises(ValidationError, match="an event of your club"):
        records.save(webhook, by=Act(actor=actor_of(owner), at=NOW))


def test_a_club_has_so_many_and_may_remove_one(club, owner):
    for _webhook in range(MOST_WEBHOOKS):
        last = add(club, owner)
    with pytest.raises(TooMany) as refused:
        add(club, owner)
    assert refused.value.code == "too_many_webhooks"

    records.remove(last, by=Act(actor=actor_of(owner), at=NOW))

    assert add(club, owner).pk != last.pk


def test_for_a_day_both_secrets_are_good_and_then_the_new_one_alone(club, owner):
    webhook = add(club, owner)
    before = webhook.secret

    webhook = rotate_secret(webhook=webhook, by=Act(actor_of(owner), NOW))

    assert webhook.secret != before
    last = NOW + OVERLAP - timedelta(seconds=1)
    assert webhook.secrets_at(last) == [webhook.secret, before]
    assert webhook.secrets_at(NOW + OVERLAP) == [webhook.secret]


def test_switched_on_again_it_is_sent_what_waits(club, owner):
    webhook = add(club, owner)
    message = send_test(webhook=webhook, at=NOW)
    webhook = switch_off(webhook=webhook, by=Act(actor_of(owner), NOW))
    assert webhook.off == Off.BY_HAND
    with pytest.raises(WebhookIsOff):
        send_test(webhook=webhook, at=NOW)

    later = NOW + timedelta(days=1)
    webhook = switch_on(webhook=webhook, by=Act(actor_of(owner), later))

    message.refresh_from_db()
    assert (webhook.off, message.state, message.due_at) == ("", MessageState.WAITING, later)
    kinds = list(Happening.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["webhook.added", "webhook.switched_off", "webhook.switched_on"]


def test_a_message_is_sent_again_under_its_id_with_all_its_attempts(club):
    webhook = make_webhook(club)
    message = send_test(webhook=webhook, at=NOW)
    type(message).objects.update(state="given_up", ended_at=NOW, attempts=10)

    again = send_again(message=webhook.messages.get(), at=NOW)

    assert (again.reference, again.state, again.attempts) == (message.reference, "waiting", 0)


def test_a_club_sends_so_many_by_hand_in_a_day(club, settings):
    settings.CLUB_WEBHOOK_TESTS_A_DAY = 2
    webhook = make_webhook(club)
    for _time in range(2):
        send_test(webhook=webhook, at=NOW)

    with pytest.raises(LimitReached, match="2 webhook messages by hand"):
        send_test(webhook=webhook, at=NOW)
