import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from league.foundation.doors.request_files import answer_file
from league.play.rounds.drawing import answer, draw_rounds, drawing_once, read_request
from league.play.rounds.drawing.work import Work
from tests.league.play.rounds.drawing.requests import request

ROOT = Path(__file__).parents[5]


def run(*arguments, text=None):
    return subprocess.run(
        [sys.executable, "manage.py", "draw", *arguments],
        cwd=ROOT,
        input=text if isinstance(text, bytes) else (text or "").encode(),
        capture_output=True,
        timeout=180,
        check=False,
    )


def lines(finished):
    return [json.loads(line) for line in finished.stdout.decode().splitlines()]


@pytest.mark.long
def test_one_answer_a_line_in_order_and_a_bad_line_spoils_no_other():
    good = [json.dumps(request("round_robin", count)) for count in (4, 5)]
    finished = run("-", text="\n".join([good[0], "{not json", "", '{"format": 7}', good[1]]))

    answers = lines(finished)

    assert (finished.returncode, finished.stderr) == (0, b"")
    assert [answer.get("error", {}).get("rule") for answer in answers] == [
        None,
        "not_json",
        "missing_key",
        None,
    ]
    assert [len(answers[index]["rounds"]) for index in (0, 3)] == [3, 5]
    assert answers[1]["error"]["message"].startswith("line 2 is not JSON: ")


def test_file_with_one_object_over_many_lines(tmp_path):
    file = tmp_path / "request.json"
    file.write_text(json.dumps(request("individual_tables", 7), indent=2))

    written = []
    code = answer_file(str(file), answer, written.append)

    assert code == 0
    drawn = json.loads(written[0])
    assert [len(table["seats"]) for table in drawn["rounds"][0]["tables"]] == [4, 3]


@pytest.mark.parametrize(
    "data",
    [b"", b"\n\n", b"two\nwords", b"\xff\xfe", b"[" * 100_000, b'{"rounds": NaN}'],
    ids=["empty", "blank", "words", "bytes", "deep", "nan"],
)
def test_what_is_no_json_at_all_is_only_errors_and_2(tmp_path, data):
    (tmp_path / "requests").write_bytes(data)
    written = []

    code = answer_file(str(tmp_path / "requests"), answer, written.append)

    assert code == 2
    assert {json.loads(line)["error"]["rule"] for line in written} == {"not_json"}
    assert all("\n" not in line for line in written)


def test_what_is_asked_for_again_within_one_piece_of_work_is_drawn_once():
    asked = read_request(request("individual_tables", 8))
    with drawing_once():
        first = draw_rounds(asked)

        assert draw_rounds(replace(asked, work=Work())) is first
        assert draw_rounds(replace(asked, options={"seed": 2})) is not first
        assert draw_rounds(replace(asked, work=Work(100_000))) is not first
    assert draw_rounds(asked) is not first
