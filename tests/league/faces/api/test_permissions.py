"""Every write tried by everybody: 401 without a login, 403 without the right, 404 where unseen."""

from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from league.play.rounds import services as rounds
from league.play.rounds.links import link_of
from tests.league.faces.api.factories import (
    ROLES,
    V1,
    Night,
    client_of,
    client_with_link,
    keyed,
    make_night,
)
from tests.league.factories import actor_of, make_club
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import NOW, make_adjustment, pinochle, submit

pytestmark = [pytest.mark.django_db, pytest.mark.long]

OWNER_DIRECTOR = {"owner", "director"}
SCORERS = {"owner", "director", "scorer"}
EVERYBODY = [*ROLES, "seated", "stranger"]

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
BY_LINK = {"preview", "submit", "confirm for all", "take back", "end", "dispute"}


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


def test_only_the_right_roles_may() -> None:
    night, ids = prepared()
    refused = {
        (what, role)
        for what in WRITES
        for role in EVERYBODY
        if attempt(night.client(role), what, ids) == (403, "permission_denied")
    }
    wanted = {(what, role) for what in WRITES for role in EVERYBODY if role not in WRITES[what][2]}
    assert refused == wanted


def test_without_a_login_nobody_may() -> None:
    _night, ids = prepared()
    answers = {what: attempt(client_of(), what, ids) for what in WRITES}
    assert answers == dict.fromkeys(WRITES, (401, "not_authenticated"))


def test_people_of_another_club_may_not() -> None:
    _night, ids = prepared()
    other = make_night(make_club("Hill Cards")).client("owner")
    answers = {what: attempt(other, what, ids) for what in WRITES}
    assert answers == dict.fromkeys(WRITES, (403, "permission_denied"))


@pytest.mark.parametrize("role", ["stranger", "player", "nobody"])
def test_a_hidden_event_is_not_there_for_those_who_do_not_run_it(role: str) -> None:
    night, ids = prepared(visibility="hidden")
    below = [what for what, write in WRITES.items() if "{club}" not in write[0]]
    answers = {what: attempt(night.client(role), what, ids) for what in below}
    assert answers == dict.fromkeys(below, (404, "not_found"))


def test_a_link_of_another_table_may_not() -> None:
    night, ids = prepared()
    foreign = client_with_link(night.other_table)
    answers = {what: attempt(foreign, what, ids) for what in WRITES}
    assert answers == dict.fromkeys(WRITES, (403, "permission_denied"))


def test_the_tables_own_link_does_what_players_do_and_nothing_else() -> None:
    night, ids = prepared()
    own = client_with_link(night.table)
    refused = {what for what in WRITES if attempt(own, what, ids) == (403, "permission_denied")}
    assert refused == set(WRITES) - BY_LINK


def test_a_forged_link_opens_nothing() -> None:
    night, ids = prepared()
    real = link_of(night.table)
    client = client_of()
    forged = real[:-1] + ("A" if real[-1] != "A" else "B")
    client.credentials(HTTP_AUTHORIZATION=f"Table {forged}")
    answers = {what: attempt(client, what, ids) for what in WRITES}
    assert answers == dict.fromkeys(WRITES, (401, "link_forged"))


def test_a_link_ends_with_its_round() -> None:
    night, ids = prepared()
    client = client_with_link(night.table)
    rounds.close_round(round=night.round, even_unfinished=True, actor=DIRECTOR, at=NOW)
    answers = {what: attempt(client, what, ids) for what in WRITES}
    assert answers == dict.fromkeys(WRITES, (403, "link_closed"))


def test_a_player_acts_for_the_own_side_only() -> None:
    night, ids = prepared()
    at = f"{V1}/tables/{ids['table']}"
    other = {"side": 1, "data": pinochle()}
    answer = night.client("seated").post(f"{at}/submit", other, **keyed())
    assert answer.status_code == 403
    answer = night.client("seated").post(f"{at}/confirm", {"side": 0})
    assert answer.json() == {"confirmed": [ids["deal"]]}


def test_a_player_may_withdraw_until_the_event_runs() -> None:
    from league.play.events import services as events
    from tests.league.factories import make_user
    from tests.league.play.events.factories import add_pairs, make_event

    event = events.open_event(event=make_event(), actor=DIRECTOR, at=NOW)
    (entry,) = add_pairs(event, 1)
    member = entry.members.first()
    assert member is not None
    member.player.user = make_user("Ann Lee")
    member.player.save()
    answer = client_of(member.player.user).post(f"{V1}/entries/{entry.pk}/withdraw", {})
    assert answer.status_code == 200


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


def test_links_are_shown_to_those_who_run_the_round() -> None:
    night, ids = prepared()
    at = f"{V1}/tables/{ids['table']}/link"
    seen = {role: night.client(role).get(at).status_code for role in [*EVERYBODY, "nobody"]}
    assert {role for role, status in seen.items() if status == 200} == SCORERS
    assert seen["nobody"] == 401


def test_the_journal_is_for_directors_and_owners() -> None:
    night, _ids = prepared()
    at = f"{V1}/clubs/{night.club.slug}/journal"
    seen = {role: night.client(role).get(at).status_code for role in [*EVERYBODY, "nobody"]}
    assert {role for role, status in seen.items() if status == 200} == OWNER_DIRECTOR
    assert (seen["nobody"], seen["scorer"]) == (401, 403)
