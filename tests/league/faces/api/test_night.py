"""A whole night by the API alone: the director sets it going, two phones play it."""

from typing import Any

import pytest

from league.play.results.models import Submission
from tests.league.faces.api.factories import V1, client_with_link, keyed, make_night
from tests.league.play.results.factories import pinochle

pytestmark = pytest.mark.django_db


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json()


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
