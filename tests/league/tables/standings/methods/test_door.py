import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.league.tables.standings.methods.results import matches, request, table

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[5]
GOOD = request("match_points", "point_difference", matches("a 5 b 3, c 7 d 1"))


def run(text):
    return subprocess.run(
        [sys.executable, "manage.py", "rank", "-"],
        cwd=ROOT,
        input=text.encode(),
        capture_output=True,
        timeout=180,
        check=False,
    )


def test_one_answer_a_line_in_order_and_a_bad_line_spoils_no_other():
    lines = [json.dumps(GOOD), "nonsense", '{"method": {}}', json.dumps(GOOD | {"id": 9})]

    finished = run("\n".join(lines))

    answers = [json.loads(line) for line in finished.stdout.decode().splitlines()]
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert [one.get("error", {}).get("rule") for one in answers] == [
        None,
        "not_json",
        "missing_key",
        None,
    ]
    assert answers[3] == {"id": 9} | answers[0]
    assert table(answers[0]["rows"]) == [("1", "c", 2), ("2", "a", 2), ("3", "b", 0), ("4", "d", 0)]


def test_what_is_no_json_at_all_ends_with_2_and_one_error():
    finished = run("rank me\n")

    assert finished.returncode == 2
    assert json.loads(finished.stdout)["error"]["rule"] == "not_json"
