"""Every write tried by everybody: 401 without a login, 403 without the right, 404 where unseen."""

from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from tests.league.faces.api.factories import (
    ROLES,
    V1,
    Night,
    client_with_link,
    keyed,
    make_night,
)
from tests.league.factories import actor_of
from tests.league.play.results.factories import make_adjustment, pinochle, submit

pytestmark = [pytest.mark.django_db, pytest.mark.long]

OWNER_DIRECTOR = {"owner", "director"}
SCORERS = {"owner", "director", "scorer"}

# what -> (address, with a method before it where it is not POST, body, who with an account may)
WRITES: dict[str, tuple[str, dict[str, Any], set[str]]] = {
    "add a player": ("clubs/{club}/players", {"name": "Zoe"}, OWNER_DIRECTOR),
    "change a player": ("PATCH clubs/{club}/players/{player}", {"name": "Zoe"}, OWNER_DIRECTOR),
    "set up an event": (
        "clubs/{club}/events",
        {
            "name": "Friday Pitch",
            "starts_on": "2026-03-14",
            "variant": "pitch",
            "entry_kind": "individual",
            "stage": {"format": "individual_tables"},
        },
        OWNER_DIRECTOR,
    ),
    "change an event": ("PATCH events/{event}", {"about": "x"}, OWNER_DIRECTOR),
    "add a stage": ("events/{event}/stages", {"format": "round_robin"}, OWNER_DIRECTOR),
    "change a stage": ("PATCH stages/{stage}", {"name": "x"}, OWNER_DIRECTOR),
    "sign up": ("events/{event}/sign-up", {"players": [1]}, set(ROLES)),
    "seed": ("PUT events/{event}/seeds", {"entries": []}, OWNER_DIRECTOR),
    "change an entry": ("PATCH entries/{entry}", {"name": "x"}, OWNER_DIRECTOR),
    "remove an entry": ("DELETE entries/{entry}", {}, OWNER_DIRECTOR),
    "redraw": ("rounds/{round}/redraw", {}, OWNER_DIRECTOR),
    "undo a draw": ("rounds/{round}/undo-draw", {}, OWNER_DIRECTOR),
    "substitute": ("PUT tables/{table}/seats/0", {"player": None}, OWNER_DIRECTOR),
    "name the reserves": ("PUT events/{event}/reserves", {"players": []}, OWNER_DIRECTOR),
    "move": ("events/{event}/move", {"move": "finish"}, OWNER_DIRECTOR),
    "add an entry": ("events/{event}/entries", {"players": [1]}, OWNER_DIRECTOR),
    "withdraw": ("entries/{entry}/withdraw", {}, OWNER_DIRECTOR),
    "accept": ("entries/{entry}/accept", {}, OWNER_DIRECTOR),
    "reinstate": ("entries/{entry}/reinstate", {}, OWNER_DIRECTOR),
    "draw": ("stages/{stage}/draw", {}, OWNER_DIRECTOR),
    "prepare deals": ("stages/{stage}/prepared-deals", {}, OWNER_DIRECTOR),
    "look at deals": (
        "stages/{stage}/prepared-deals/look",
        {"first": 1, "last": 1, "reason": "x"},
        OWNER_DIRECTOR,
    ),
    "publish a seed": ("stages/{stage}/prepared-deals/release", {}, OWNER_DIRECTOR),
    "open": ("rounds/{round}/open", {}, OWNER_DIRECTOR),
    "close": ("rounds/{round}/close", {}, OWNER_DIRECTOR),
    "reopen": ("rounds/{round}/reopen", {}, OWNER_DIRECTOR),
    "deadline": ("rounds/{round}/deadline", {"deadline": None}, OWNER_DIRECTOR),
    "edit": (
        "rounds/{round}/edit",
        {"changes": [{"change": "rest", "entries": [1]}], "expected_version": 1},
        OWNER_DIRECTOR,
    ),
    "adjust": (
        "stages/{stage}/adjustments",
        {"entry": 1, "kind": "award", "points": "1", "reason": "x"},
        OWNER_DIRECTOR,
    ),
    "revoke": ("adjustments/{adjustment}/revoke", {}, OWNER_DIRECTOR),
    "play off": (
        "stages/{stage}/play-offs",
        {"entries": [{"entry": 1, "points": "1"}, {"entry": 2, "points": "2"}]},
        OWNER_DIRECTOR,
    ),
    "ask for a bye": (
        "stages/{stage}/bye-requests",
        {"entry": 1, "round": 2, "worth": "half"},
        OWNER_DIRECTOR,
    ),
    "renew the link": ("tables/{table}/renew-link", {}, OWNER_DIRECTOR),
    "settle": ("tables/{table}/settle", {"number": 1, "choose": 1, "reason": "x"}, OWNER_DIRECTOR),
    "decide": ("tables/{table}/decide", {"side": 0, "reason": "x"}, OWNER_DIRECTOR),
    "award": ("tables/{table}/award", {"points": [1, 0], "reason": "x"}, OWNER_DIRECTOR),
    "forfeit": ("tables/{table}/forfeit", {"absent": [1]}, OWNER_DIRECTOR),
    "enter": ("tables/{table}/enter", {"data": pinochle()}, SCORERS),
    "confirm for all": ("tables/{table}/confirm", {}, SCORERS | {"seated"}),
    "preview": ("tables/{table}/preview", {"data": pinochle()}, SCORERS | {"seated"}),
    "submit": ("tables/{table}/submit", {"side": 0, "data": pinochle()}, {"seated"}),
    "take back": ("tables/{table}/take-back", {"side": 0}, {"seated"}),
    "end": ("tables/{table}/end", {}, OWNER_DIRECTOR | {"seated"}),
    "dispute": ("deals/{deal}/dispute", {"side": 0, "reason": "x"}, {"seated"}),
    "correct": ("deals/{deal}/correct", {"data": pinochle(), "reason": "x"}, SCORERS),
    "void": ("deals/{deal}/void", {"reason": "x"}, SCORERS),
}


def prepared(**fields: Any) -> tuple[Night, dict[str, Any]]:
    """Make a night with something of everything that can be written to."""
    night = make_night(**fields)
    submission = submit(night.table, side=1)
    entry = night.event.entries.order_by("pk")[0]
    director = actor_of(night.users["director"])
    made = make_adjustment(night.stage, entry, actor=director)
    return night, {
        "club": night.club.slug,
        "player": night.club.players.order_by("pk")[0].pk,
        "event": night.event.pk,
        "stage": night.stage.pk,
        "round": night.round.pk,
        "table": night.table.pk,
        "entry": entry.pk,
        "deal": submission.pk,
        "adjustment": made.pk,
    }


def attempt(client: APIClient, what: str, ids: dict[str, Any]) -> tuple[int, str]:
    """Return the status and the error's code of a write, and undo what it did."""
    address, body, _may = WRITES[what]
    method, _space, at = address.rpartition(" ")
    send = getattr(client, (method or "POST").lower())
    with transaction.atomic():
        answer = send(f"{V1}/{at.format(**ids)}", body, **keyed())
        transaction.set_rollback(True)
    code = answer.json()["code"] if answer.status_code >= 400 else ""
    return answer.status_code, code


def test_a_link_of_another_table_may_not() -> None:
    night, ids = prepared()
    foreign = client_with_link(night.other_table)
    answers = {what: attempt(foreign, what, ids) for what in WRITES}
    assert answers == dict.fromkeys(WRITES, (403, "permission_denied"))


def test_a_player_acts_for_the_own_side_only() -> None:
    night, ids = prepared()
    at = f"{V1}/tables/{ids['table']}"
    other = {"side": 1, "data": pinochle()}
    answer = night.client("seated").post(f"{at}/submit", other, **keyed())
    assert answer.status_code == 403
    answer = night.client("seated").post(f"{at}/confirm", {"side": 0})
    assert answer.json() == {"confirmed": [ids["deal"]]}


def test_a_sessions_write_needs_its_csrf_token() -> None:
    night, ids = prepared()
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(night.users["director"], "django.contrib.auth.backends.ModelBackend")
    assert client.get(f"{V1}/events/{ids['event']}").status_code == 200
    status, code = attempt(client, "close", ids)
    assert (status, code) == (403, "permission_denied")
    client.cookies["csrftoken"] = token = "a" * 32
    answer = client.post(
        f"{V1}/rounds/{ids['round']}/close", {"even_unfinished": True}, HTTP_X_CSRFTOKEN=token
    )
    assert answer.status_code == 200
