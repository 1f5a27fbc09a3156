"""What the description says of each operation is true: who may ask, which types, what stays."""

from django.utils import timezone

from deploy.workshop.api_promise import broken, promises, read_promised
from league.faces.api.deprecations import DEPRECATED
from league.faces.api.description import description


def test_what_the_last_release_promised_still_holds_or_was_said_to_go():
    gone = broken(read_promised(), promises(description("en")))
    over = {name for name, one in DEPRECATED.items() if one.until <= timezone.localdate()}
    assert [one for one in gone if one.partition(":")[0].partition("?")[0] not in over] == []


def test_what_goes_is_noticed():
    before = {"players_list": "GET /players", "Player.name": "string", "Event.method": "any"}
    now = {"players_list": "GET /people", "Event.method": "object"}
    assert broken(before, now) == [
        "players_list: GET /players before, GET /people now",
        "Player.name: string before, nothing now",
    ]
