"""What of the journal becomes a message, and what a message says."""

import json
from datetime import timedelta

import pytest

from league.foundation.journal.models import Happening, Undelivered
from league.foundation.journal.services import deliver_all
from league.foundation.outbox.models import OutboxMessage
from league.office.webhooks import services
from league.office.webhooks.exchange import Answer
from league.office.webhooks.models import Change, Off
from league.office.webhooks.services import dispatch
from league.office.webhooks.topics import is_sent, known_topics
from league.tables.standings.models import StageStandings
from tests.league.factories import NOW, make_club, make_user
from tests.league.office.webhooks.receivers import happen, make_webhook, take_turn
from tests.league.tables.standings.factories import make_stage

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def club():
    return make_club()


def kinds_sent(webhook):
    return list(webhook.messages.order_by("pk").values_list("kind", flat=True))


@pytest.mark.long
def test_a_webhook_is_sent_its_topics_alone(club):
    webhook = make_webhook(club, "https://a.example/", "rounds", "players")
    for kind in ("round.opened", "table.confirmed", "player.added", "player.kept_apart"):
        happen(club, kind)

    deliver_all(at=NOW)

    assert kinds_sent(webhook) == ["round.opened", "player.added"]


@pytest.mark.long
def test_one_of_an_event_is_sent_that_event_alone():
    stage = make_stage()
    club = stage.event.club
    webhook = make_webhook(club, event=stage.event)
    happen(club)
    happen(club, event_id=stage.event_id + 1)
    happening = happen(club, event_id=stage.event_id)

    deliver_all(at=NOW)

    assert [message.subject_id for message in webhook.messages.all()] == [happening.pk]


def test_other_clubs_and_what_was_before_are_not_sent(club):
    webhook = make_webhook(club, added_at=NOW)
    happen(make_club("Other"))
    happen(club, at=NOW - timedelta(seconds=1))

    deliver_all(at=NOW)

    assert kinds_sent(webhook) == []


def test_handed_over_twice_a_happening_is_one_message_and_one_change(club):
    make_webhook(club)
    happening = happen(club)

    dispatch([happening], NOW)
    dispatch([happening], NOW)

    assert (OutboxMessage.objects.count(), Change.objects.count()) == (1, 1)


def test_history_that_a_new_reader_is_handed_is_sent_to_nobody(club):
    make_webhook(club, added_at=NOW - timedelta(days=90))
    old = happen(club, at=NOW - timedelta(days=40))

    dispatch([old], NOW)

    assert (OutboxMessage.objects.count(), Change.objects.count()) == (0, 0)


def test_a_message_names_nobody_and_tells_no_result(club):
    topics = ["results", "deals", "entries", "players", "members", "events", "rounds", "evenings"]
    webhook = make_webhook(club, "https://a.example/", *topics)
    secret = {"reason": "Secretreason", "player": "Secretname", "seed": "Secretseed"}
    for kind in sorted(filter(is_sent, known_topics())):
        happen(club, kind, event_id=7, stage_id=3, subject=club, data=secret)

    deliver_all(at=NOW)

    bodies = "".join(webhook.messages.values_list("body", flat=True))
    assert webhook.messages.count() > 60
    assert "Secret" not in bodies


@pytest.mark.long
def test_a_message_says_what_it_is_about_and_where_to_read_it(settings):
    settings.SITE_URL = "https://cards.example"
    stage = make_stage()
    club = stage.event.club
    webhook = make_webhook(club, "https://a.example/", "events")
    written = happen(club, "event.started", event_id=stage.event_id, subject=stage.event)

    deliver_all(at=NOW)

    assert json.loads(webhook.messages.get().body) == {
        "type": "event.started",
        "timestamp": "2026-03-14T19:30:00.000Z",
        "data": {
            "sequence": written.pk,
            "topic": "events",
            "club": club.slug,
            "event": stage.event_id,
            "stage": None,
            "subject": "event",
            "subject_id": stage.event_id,
            "url": f"https://cards.example/api/v1/events/{stage.event_id}",
        },
    }


@pytest.mark.long
def test_standings_are_sent_once_for_several_results_and_when_they_follow_them(monkeypatch):
    stage = make_stage()
    club = stage.event.club
    webhook = make_webhook(club, "https://a.example/", "standings")
    for _result in range(3):
        happen(club, event_id=stage.event_id, stage_id=stage.pk)
    deliver_all(at=NOW)
    message = webhook.messages.get()
    assert message.kind == "standings.changed"
    assert json.loads(message.body)["data"]["url"].endswith(f"/api/v1/stages/{stage.pk}/standings")

    taken = lambda _url, _body, _headers: Answer(status=204)  # noqa: E731
    assert StageStandings.objects.get(stage=stage).is_behind
    assert take_turn(NOW, taken) is None
    StageStandings.objects.update(built=10, wanted=10)
    assert take_turn(NOW, taken) == webhook
    happen(club, event_id=stage.event_id, stage_id=stage.pk)
    deliver_all(at=NOW)
    assert webhook.messages.count() == 2


def test_standings_that_never_stand_still_are_sent_after_a_minute():
    stage = make_stage()
    webhook = make_webhook(stage.event.club, "https://a.example/", "standings")
    happen(stage.event.club, event_id=stage.event_id, stage_id=stage.pk)
    deliver_all(at=NOW)

    later = NOW + timedelta(minutes=1)
    assert take_turn(later, lambda *_what: Answer(status=200)) == webhook


def test_where_too_much_waits_the_webhook_is_switched_off_and_its_owners_are_notified(monkeypatch):
    club = make_club(owner=make_user("Olive Owner"))
    webhook = make_webhook(club, failures=1, failing_since=NOW)
    monkeypatch.setattr(services, "MOST_WAITING", 2)
    for _result in range(2):
        happen(club)

    deliver_all(at=NOW)

    webhook.refresh_from_db()
    assert webhook.off == Off.FULL
    assert OutboxMessage.objects.get(kind="webhook_off", club=club).data["why"] == "full"
    assert Happening.objects.filter(kind="webhook.switched_off").count() == 1
    assert not Undelivered.objects.filter(reader="webhooks").exists()
