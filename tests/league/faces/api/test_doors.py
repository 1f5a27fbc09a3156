"""The doors answer what the commands answer; what these refuse is a problem over HTTP."""

import json
from http import HTTPStatus
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from league.faces.api.doors.views import DRAW, GAME, RANK, SUMMARY
from tests.league.faces.api.factories import V1, client_of

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
