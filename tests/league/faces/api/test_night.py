"""A whole night by the API alone: the director sets it going, two phones play it."""

from typing import Any

import pytest
from django.utils import timezone

from league.play.events import services as events
from league.play.results.models import Submission
from league.tables.standings.services import rebuild, want
from tests.league.faces.api.factories import V1, client_of, client_with_link, keyed, make_night
from tests.league.factories import make_member
from tests.league.play.events.factories import DIRECTOR, add_pairs, make_event
from tests.league.play.events.factories import NOW as EARLIER
from tests.league.play.results.factories import pinochle

pytestmark = pytest.mark.django_db


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_director_sets_an_event_going_draws_opens_and_closes_its_round() -> None:
    event = make_event(deals_a_round=1)
    add_pairs(event, 3)
    director = client_of(make_member(event.club, role="director").user)
    at = f"{V1}/events/{event.pk}"
    assert ok(director.post(f"{at}/move", {"move": "open"}))["state"] == "open"
    two = [event.club.players.create(name=name).pk for name in ("Zoe", "Yan")]
    added = ok(director.post(f"{at}/entries", {"players": two, "name": "The Late"}), 201)
    assert (added["name"], [m["name"] for m in added["members"]]) == ("The Late", ["Zoe", "Yan"])
    gone = ok(director.post(f"{V1}/entries/{added['id']}/withdraw", {"reason": "ill"}))
    assert gone["state"] == "withdrawn"
    assert ok(director.post(f"{V1}/entries/{added['id']}/reinstate"))["state"] == "accepted"
    assert ok(director.post(f"{at}/move", {"move": "start"}))["state"] == "running"
    assert ok(director.post(f"{at}/move", {"move": "start"}))["state"] == "running"
    stage = ok(director.get(at))["stages"][0]["id"]
    preview = ok(director.get(f"{V1}/stages/{stage}/draw"))
    data = {"expected_version": preview["expected_version"]}
    drawn = ok(director.post(f"{V1}/stages/{stage}/draw", data), 201)
    again = ok(director.post(f"{V1}/stages/{stage}/draw", data), 201)
    assert [one["id"] for one in drawn] == [one["id"] for one in again]
    assert len(drawn) == len(preview["rounds"]) == 3
    first = drawn[0]["id"]
    assert ok(director.post(f"{V1}/rounds/{first}/open"))["state"] == "open"
    deadline = {"deadline": "2026-04-01T20:00:00Z"}
    assert ok(director.post(f"{V1}/rounds/{first}/deadline", deadline))["deadline"]
    refused = director.post(f"{V1}/rounds/{first}/close", {})
    assert ok(refused, 409)["code"] == "tables_unfinished"
    closed = ok(director.post(f"{V1}/rounds/{first}/close", {"even_unfinished": True}))
    assert closed["state"] == "closed"
    assert ok(director.post(f"{V1}/rounds/{first}/reopen"))["state"] == "open"


@pytest.mark.long
def test_a_deal_over_the_tables_link_reads_the_table_and_its_people_once(
    django_assert_max_num_queries,
) -> None:
    night = make_night()
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}"
    ok(phone.post(f"{at}/submit", {"side": 0, "data": pinochle()}, **keyed()), 201)

    # the service's ten; the table, three for its names, two for its key, two for a savepoint
    with django_assert_max_num_queries(18):
        sent = ok(phone.post(f"{at}/submit", {"side": 0, "data": pinochle()}, **keyed()), 201)

    assert sent == ok(phone.get(f"{V1}/deals/{sent['id']}"))


def test_two_phones_submit_confirm_take_back_and_end_with_the_tables_link() -> None:
    night = make_night(table_play="timed", deals_a_round=None, minutes_a_round=60)
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}"
    sent = keyed()
    body = {"side": 0, "number": 1, "data": pinochle()}
    first = ok(phone.post(f"{at}/submit", body, **sent), 201)
    same = ok(phone.post(f"{at}/submit", body, **sent), 201)
    assert first["id"] == same["id"]
    assert first["score"] == [64, 42]
    assert first["state"] == "submitted"
    assert sum(line["points"] for line in first["lines"] if line["side"] == 0) == 64
    confirmed = ok(phone.post(f"{at}/confirm", {"side": 1, "submissions": [first["id"]]}))
    assert confirmed == {"confirmed": [first["id"]]}
    second = ok(phone.post(f"{at}/submit", {"side": 1, "data": pinochle()}, **keyed()), 201)
    assert second["number"] == 2
    back = ok(phone.post(f"{at}/take-back", {"side": 1, "submission": second["id"]}))
    assert (back["id"], back["state"]) == (second["id"], "void")
    ended = ok(phone.post(f"{at}/end", {"side": 0}))
    assert (ended["state"], ended["is_complete"]) == ("confirmed", True)
    assert [side["points"] for side in ended["sides"]] == [64, 42]
    assert [row["running"] for row in ended["sheet"]] == [[64, 42]]


def test_other_numbers_are_disputed_side_by_side_and_the_director_settles() -> None:
    night = make_night()
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}"
    ours = ok(phone.post(f"{at}/submit", {"side": 0, "data": pinochle()}, **keyed()), 201)
    other = {"side": 1, "number": 1, "data": pinochle(points=(28, 22))}
    theirs = ok(phone.post(f"{at}/submit", other, **keyed()), 201)
    assert theirs["state"] == "disputed"
    director = night.client("director")
    data = {"number": 1, "choose": theirs["id"], "reason": "counted again"}
    settled = ok(director.post(f"{at}/settle", data))
    assert (settled["id"], settled["state"], settled["disputes"]) == (theirs["id"], "confirmed", [])
    assert Submission.objects.get(pk=ours["id"]).state == "void"


def test_a_side_disputes_a_deal_and_a_scorer_corrects_strikes_out_and_enters() -> None:
    night = make_night()
    phone, scorer = client_with_link(night.table), night.client("scorer")
    at = f"{V1}/tables/{night.table.pk}"
    submission = ok(phone.post(f"{at}/submit", {"side": 0, "data": pinochle()}, **keyed()), 201)
    deal = f"{V1}/deals/{submission['id']}"
    disputed = ok(phone.post(f"{deal}/dispute", {"side": 1, "reason": "We took 22."}))
    assert disputed["state"] == "disputed"
    assert [one["reason"] for one in disputed["disputes"]] == ["We took 22."]
    right = {"data": pinochle(points=(28, 22)), "reason": "recounted"}
    corrected = ok(scorer.post(f"{deal}/correct", right))
    assert (corrected["state"], corrected["replaces"]) == ("confirmed", submission["id"])
    struck = ok(scorer.post(f"{V1}/deals/{corrected['id']}/void", {"reason": "misdealt"}))
    assert struck["state"] == "void"
    entered = ok(scorer.post(f"{at}/enter", {"data": pinochle()}, **keyed()), 201)
    assert (entered["state"], entered["by_side"], entered["number"]) == ("confirmed", None, 1)


def test_a_scorer_confirms_for_everybody_and_a_director_awards() -> None:
    night = make_night()
    at = f"{V1}/tables/{night.table.pk}"
    phone = client_with_link(night.table)
    submission = ok(phone.post(f"{at}/submit", {"side": 0, "data": pinochle()}, **keyed()), 201)
    assert ok(night.client("scorer").post(f"{at}/confirm", {})) == {"confirmed": [submission["id"]]}
    director = night.client("director")
    awarded = ok(director.post(f"{at}/award", {"points": [12.5, 0], "reason": "no show"}))
    assert (awarded["is_awarded"], awarded["sides"][0]["points"]) == (True, 12.5)
    back = ok(director.post(f"{at}/award", {"points": None, "reason": "they came"}))
    assert (back["is_awarded"], back["sides"][0]["points"]) == (False, 64)


def test_a_director_says_who_did_not_come_and_takes_it_back() -> None:
    night = make_night()
    director, at = night.client("director"), f"{V1}/tables/{night.table.pk}"
    gone = ok(director.post(f"{at}/forfeit", {"absent": [1]}))
    assert (gone["forfeit"], gone["winner"], gone["is_awarded"]) == ([1], 0, False)
    assert ok(director.post(f"{at}/forfeit", {"absent": None}))["forfeit"] == []
    assert night.client("scorer").post(f"{at}/forfeit", {"absent": [1]}).status_code == 403


def test_a_preview_writes_nothing() -> None:
    night = make_night()
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}"
    preview = ok(phone.post(f"{at}/preview", {"data": pinochle()}))
    assert (preview["score"], preview["running"], preview["number"]) == ([64, 42], [64, 42], 1)
    assert not Submission.objects.exists()


def test_a_penalty_is_given_once_shown_in_the_standings_and_revoked() -> None:
    night = make_night()
    director, entry = night.client("director"), night.event.entries.order_by("pk")[0]
    at = f"{V1}/stages/{night.stage.pk}/adjustments"
    data = {"entry": entry.pk, "round": 1, "kind": "penalty", "points": "5", "reason": "late"}
    sent = keyed()
    made = ok(director.post(at, data, **sent), 201)
    assert ok(director.post(at, data, **sent), 201)["id"] == made["id"]
    assert made["points"] == -5
    want(stage_ids=[night.stage.pk], at=timezone.now())
    rebuild(stage_id=night.stage.pk, at=timezone.now())
    rows = ok(client_of().get(f"{V1}/stages/{night.stage.pk}/standings"))["results"]
    assert next(row["points"] for row in rows if row["entry"] == entry.pk) == -5
    revoked = ok(director.post(f"{V1}/adjustments/{made['id']}/revoke"))
    assert revoked["revoked_at"]
    assert ok(client_of().get(at))["count"] == 0
    assert ok(director.get(at))["count"] == 1


def test_a_draw_is_edited_after_a_preview_of_what_it_breaks() -> None:
    night = make_night()
    director, at = night.client("director"), f"{V1}/rounds/{night.round.pk}"
    version = ok(director.get(at))["version"]
    before = [[s["entries"] for s in t["sides"]] for t in _tables(director, night)]
    swap = {"change": "swap", "entries": [before[0][0][0], before[1][0][0]]}
    data = {"changes": [swap], "expected_version": version, "reason": "one car"}
    preview = ok(director.post(f"{at}/edit", data | {"preview": True}))
    assert preview["written"] is False
    assert preview["tables_changed"] == [1, 2]
    assert preview["breaks"]
    assert [[s["entries"] for s in t["sides"]] for t in _tables(director, night)] == before
    assert ok(director.post(f"{at}/edit", data))["version"] == version + 1
    after = [[s["entries"] for s in t["sides"]] for t in _tables(director, night)]
    assert after[0][0] == before[1][0]
    stale = director.post(f"{at}/edit", data)
    assert ok(stale, 409)["code"] == "out_of_date"


def _tables(client: Any, night: Any) -> Any:
    return ok(client.get(f"{V1}/rounds/{night.round.pk}/tables"))["results"]


def test_a_renewed_link_closes_the_one_before() -> None:
    night = make_night()
    director, at = night.client("director"), f"{V1}/tables/{night.table.pk}"
    phone = client_with_link(night.table)
    assert ok(director.get(f"{at}/link"))["url"].endswith("/")
    fresh = ok(director.post(f"{at}/renew-link"))["token"]
    assert ok(phone.get(at), 401)["code"] == "link_renewed"
    phone.credentials(HTTP_AUTHORIZATION=f"Table {fresh}")
    assert ok(phone.get(at))["id"] == night.table.pk


def test_an_entry_that_applied_is_accepted() -> None:
    event = make_event()
    event = events.open_event(event=event, actor=DIRECTOR, at=EARLIER)
    add_pairs(event, 1)
    entry = event.entries.get()
    entry.state = "applied"
    entry.save()
    director = client_of(make_member(event.club, role="director").user)
    assert ok(director.post(f"{V1}/entries/{entry.pk}/accept"))["state"] == "accepted"
