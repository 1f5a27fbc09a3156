"""Other programs in the walk: one with a webhook, and one asking for what has changed."""

from django.utils import timezone

from league.foundation.journal.services import deliver_all
from league.office.webhooks.exchange import Answer
from league.office.webhooks.services import number_changes
from tests.league.faces.api.client.year import CLUB
from tests.league.office.webhooks.receivers import take_turn


def tell_other_programs(year):
    owner, nobody = year.owner, year.nobody
    pass_on_what_happened()
    hook = _add_a_webhook(owner)
    cursor = nobody("clubs_changes", club=CLUB)["cursor"]
    names = ("Ann", "Bob", "Cy", "Di")
    event, _stage, round_ = year.started("Followed", *names, visibility="public")
    owner("rounds_open", round_=round_, body={})
    pass_on_what_happened()
    changes = nobody("clubs_changes", club=CLUB, after=cursor)["results"]
    assert ("round.opened", event) in {(change["type"], change["event"]) for change in changes}
    assert "round.drawn" not in {change["type"] for change in changes}  # for directors alone
    of_event = owner("events_changes", event=event, after="start")["results"]
    assert {"round.drawn", "round.opened"} <= {one["type"] for one in of_event}
    nobody("clubs_changes", club=CLUB, after="1.5", fails=409)
    _look_at_what_was_sent(owner, hook)
    _change_the_secret(owner, hook)
    owner("webhooks_remove", club=CLUB, webhook=hook)
    assert owner("webhooks_list", club=CLUB)["count"] == 0


def tell_people(year):
    """Choose the own notifications, write to the players of an event, and read what was sent."""
    owner, nobody = year.owner, year.nobody
    chosen = owner("notification_choices_read", club=CLUB)
    body = chosen | {"daily": ["rulings"], "never": ["standings"]}
    set_so = owner("notification_choices_set", club=CLUB, body=body)
    assert (set_so["daily"], set_so["never"]) == (["rulings"], ["standings"])
    nobody("notification_choices_read", club=CLUB, fails=401)
    event, _stage, _round = year.started("Notified", "Ann", "Bob", "Cy", "Di")
    matches = year.bea("my_matches_list")["results"]
    assert all(match["club"] == CLUB for match in matches)
    for one in year.bea("my_availability_list")["results"][:1]:
        asked = {name: one[name] for name in ("player", "event", "day")}
        year.bea("my_availability_set", body=asked | {"answer": "perhaps", "note": "at eight"})
        said = year.bea("my_availability_list")["results"][0]
        assert (said["answer"], said["note"]) == ("perhaps", "at eight")
    nobody("my_matches_list", fails=401)
    unknown = {"player": 1_000_000, "event": None, "day": "2199-01-01", "answer": None}
    year.bea("my_availability_set", body=unknown, fails=403)
    words = {"title": "Please bring a pen", "text": "We start at half past seven."}
    sent = owner("messages_send", event=event, body=words)
    assert sent["recipients"] >= 1
    owner("messages_send", event=event, body=words | {"table": 1}, fails=400)
    log = owner("notifications_list", club=CLUB)["results"]
    assert {(row["topic"], row["event"]) for row in log} >= {("messages", event)}


def pass_on_what_happened():
    """Do what workers do: tell what happened to webhooks, and number it for who asks."""
    deliver_all(at=timezone.now())
    number_changes()


def _add_a_webhook(owner):
    body = {"address": "https://a.example/hook", "topics": ["results"]}
    hook = owner("webhooks_add", club=CLUB, body=body)["id"]
    owner("webhooks_change", club=CLUB, webhook=hook, body={"topics": ["results", "rounds"]})
    shown = owner("webhooks_read", club=CLUB, webhook=hook)
    assert (shown["topics"], shown["is_on"]) == (["results", "rounds"], True)
    assert [one["id"] for one in owner("webhooks_list", club=CLUB)["results"]] == [hook]
    return hook


def _look_at_what_was_sent(owner, hook):
    tried = owner("webhooks_test", club=CLUB, webhook=hook)
    assert tried["state"] == "waiting"
    got = []
    take_turn(timezone.now(), _receiver(got))
    rows = owner("webhooks_messages", club=CLUB, webhook=hook)["results"]
    sent = {row["type"]: row for row in rows if row["state"] == "delivered"}
    assert {"webhook.test", "round.opened"} <= sent.keys()
    assert sent["round.opened"]["body"].encode() in got
    assert sent["round.opened"]["attempts"][0]["status"] == 204
    again = owner("webhooks_send_again", club=CLUB, webhook=hook, message=tried["id"])
    assert (again["state"], again["message_id"]) == ("waiting", tried["message_id"])


def _receiver(got):
    """Stand in for the program that gets messages: take the body and answer with 204."""

    def take(_address, body, _headers):
        got.append(body)
        return Answer(status=204)

    return take


def _change_the_secret(owner, hook):
    before = owner("webhooks_secret", club=CLUB, webhook=hook)
    after = owner("webhooks_rotate_secret", club=CLUB, webhook=hook)
    assert (before["previous_secret"], after["previous_secret"]) == ("", before["secret"])
    assert after["secret"] != before["secret"]
