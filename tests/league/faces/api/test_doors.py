"""The doors answer what the commands answer; what these refuse is a problem over HTTP."""

import json
from http import HTTPStatus
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.services import schemas, variants
from league.faces.api.doors.views import DRAW, GAME, RANK, SUMMARY
from tests.league.faces.api.factories import V1, client_of
from tests.league.play.results.factories import pinochle

VECTORS = Path(__file__).parents[3] / "vectors"
pytestmark = pytest.mark.django_db  # the throttle looks for an account


def commanded(command: str, requests: list[Any], folder: Path) -> list[Any]:
    """Return the command's answers to these requests."""
    file = folder / "requests.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in requests))
    out = StringIO()
    call_command(command, str(file), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def over_http(answer: dict[str, Any]) -> dict[str, Any]:
    """Return a command's answer as a door gives it."""
    besides = {name: value for name, value in answer.items() if name != "error"}
    if "error" not in answer:
        return besides
    error = dict(answer["error"])
    status = 400 if error["kind"] == "malformed" else 422
    return besides | {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": error.pop("message"),
        "code": error["rule"],
        **error,
    }


def some_vectors() -> list[Any]:
    lines = [
        line for file in sorted(VECTORS.glob("*.jsonl")) for line in file.read_text().splitlines()
    ]
    return [json.loads(line) for line in lines[:: max(1, len(lines) // 60)]]


def test_score_answers_a_list_as_the_command_does(tmp_path: Path) -> None:
    requests = [SUMMARY, GAME, *some_vectors(), {}, [], 3, {"variant": "chess"}]
    answers = []
    for first in range(0, len(requests), 15):  # a request has at most 20 rulesets
        answer = client_of().post(f"{V1}/score", requests[first : first + 15])
        assert answer.status_code == 200
        answers += answer.json()
    assert answers == commanded("score", requests, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (SUMMARY, 200),
        (GAME, 200),
        ({"variant": "chess"}, 400),
        ({"variant": "double-deck-pinochle", "dealer": 0, **pinochle(points=(30, 18))}, 422),
        (7, 400),
    ],
)
def test_score_answers_one_object_as_the_command_does(
    request_: Any, status: int, tmp_path: Path
) -> None:
    answer = client_of().post(f"{V1}/score", request_)
    assert answer.json() == over_http(commanded("score", [request_], tmp_path)[0])
    assert answer.status_code == status


def test_an_action_against_the_rules_is_unprocessable(tmp_path: Path) -> None:
    illegal = next(
        one
        for one in map(json.loads, _lines())
        if "error" in one.get("expect", {})
        and commanded("score", [one], tmp_path)[0]["error"]["kind"] == "illegal"
    )
    assert client_of().post(f"{V1}/score", illegal).status_code == 422


def _lines() -> list[str]:
    return [
        line
        for name in ("pitch", "double-deck-pinochle")
        for file in sorted(VECTORS.glob(f"{name}*.jsonl"))
        for line in file.read_text().splitlines()
    ]


def test_no_more_than_a_hundred_deals_at_once() -> None:
    assert len(client_of().post(f"{V1}/score", [SUMMARY] * 100).json()) == 100
    answer = client_of().post(f"{V1}/score", [SUMMARY] * 101)
    assert (answer.status_code, answer.json()["code"]) == (400, "too_many")


DRAWS: list[Any] = [DRAW, {"format": "double_round_robin", **{"entries": DRAW["entries"]}}]
BAD_DRAWS: list[Any] = [{}, [], {"format": "chaos", "entries": []}, DRAW | {"entries": []}]
BAD_RANKS: list[Any] = [{}, 3, RANK | {"entries": []}, RANK | {"tiebreaks": ["luck"]}]


@pytest.mark.parametrize("one", [*DRAWS, *BAD_DRAWS])
def test_draw_answers_as_the_command_does(one: Any, tmp_path: Path) -> None:
    answer = client_of().post(f"{V1}/draw", one, format="json")
    expected = commanded("draw", [one], tmp_path)[0]
    assert answer.json() == over_http(expected)
    assert (answer.status_code == 200) == ("error" not in expected)


@pytest.mark.parametrize("one", [RANK, RANK | {"id": 7}, *BAD_RANKS])
def test_rank_answers_as_the_command_does(one: Any, tmp_path: Path) -> None:
    answer = client_of().post(f"{V1}/rank", one, format="json")
    expected = commanded("rank", [one], tmp_path)[0]
    assert answer.json() == over_http(expected)
    assert (answer.status_code == 200) == ("error" not in expected)


def test_a_draw_of_too_many_is_for_the_command() -> None:
    many = {"format": "round_robin", "entries": [{"id": str(n)} for n in range(257)]}
    answer = client_of().post(f"{V1}/draw", many)
    assert (answer.status_code, answer.json()["code"]) == (400, "too_many")


def test_the_games_with_all_there_is_to_choose() -> None:
    listed = client_of().get(f"{V1}/variants").json()["results"]
    assert [one["id"] for one in listed] == [info.id for info in variants()]
    for info in variants():
        answer = client_of().get(f"{V1}/variants/{info.id}").json()
        assert answer["schemas"] == json.loads(json.dumps(schemas(info.id)))
        assert [one["name"] for one in answer["options"]] == [o.name for o in info.options]
        assert all(one["label"] and one["help"] for one in answer["options"])
        assert all(one["choices"] or one["minimum"] is not None for one in answer["options"])
        assert [one["id"] for one in answer["presets"]] == [p.id for p in info.presets]
        for preset in answer["presets"]:
            sections = preset["house_rules"]
            assert all(one["heading"] and one["rules"] for one in sections)
            rules = [rule for one in sections for rule in one["rules"]]
            assert all(rule["sentence"] and not rule["differs"] for rule in rules)
            assert len({rule["option"] for rule in rules}) > 3
    assert client_of().get(f"{V1}/variants/chess").status_code == 404
