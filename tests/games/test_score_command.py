"""The `score` door for files: in order, a bad line is an answer, never a stop."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.score_door import score

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors" / "double-deck-pinochle.jsonl"


def run(*arguments, send=None):
    return subprocess.run(
        [sys.executable, "manage.py", "score", *arguments],
        cwd=ROOT,
        input=send,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


def scored(path, *arguments):
    out = StringIO()
    call_command("score", str(path), *arguments, stdout=out)
    return out.getvalue()


def test_answers_come_in_the_order_of_the_lines():
    answers = [json.loads(line) for line in scored(VECTORS).splitlines()]

    lines = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    assert answers == [json.loads(json.dumps(score(line))) for line in lines]


def test_bad_lines_are_answered_and_empty_ones_skipped(tmp_path):
    file = tmp_path / "deals.jsonl"
    good = VECTORS.read_text().splitlines()[0]
    deep = "[" * 100_000
    file.write_bytes(f"{{\n\n{good}\n[1]\nnull\n{deep}\n".encode() + b"\xff\xfe\n" + good.encode())

    answers = [json.loads(line) for line in scored(file).splitlines()]

    rules = [answer.get("error", {}).get("rule", "scored") for answer in answers]
    assert rules == [
        "not_json", "scored", "not_an_object", "not_an_object", "not_json", "not_json", "scored",
    ]  # fmt: skip


def test_two_processes_give_the_same_answers_in_the_same_order(tmp_path):
    file = tmp_path / "deals.jsonl"
    file.write_text(VECTORS.read_text() * 5)

    assert scored(file, "--processes", "2") == scored(file, "--processes", "1")


def test_summary_counts_what_was_answered():
    counted = scored(VECTORS, "--summary").splitlines()

    assert counted[0] == "lines: 102"
    assert "deal: 52" in counted
    assert "game: 5" in counted
    assert "call: 8" in counted
    assert "refused: 37" in counted
    assert "  card_not_held: 3" in counted


def test_input_that_cannot_be_read_ends_with_2_and_a_sentence():
    done = run("nothing.jsonl")

    assert done.returncode == 2
    assert done.stdout == ""
    assert "nothing.jsonl" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_is_no_input_either(tmp_path):
    said = StringIO()

    with pytest.raises(SystemExit) as ended:
        call_command("score", str(tmp_path), stderr=said)

    assert ended.value.code == 2
    assert str(tmp_path) in said.getvalue()


def test_lines_come_from_the_input_and_refused_ones_do_not_fail():
    done = run("-", send='{"variant": "whist", "id": 4}\n')

    assert done.returncode == 0
    assert json.loads(done.stdout)["id"] == 4
    assert done.stderr == ""
