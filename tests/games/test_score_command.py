"""The `score` door for files: in order, a bad line is an answer, never a stop."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games import score_file
from games.score_door import score
from games.score_file import read_json

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors" / "double-deck-pinochle.jsonl"


def run(*arguments, send=None, **variables):
    return subprocess.run(
        [sys.executable, "manage.py", "score", *arguments],
        cwd=ROOT,
        input=send,
        env={**os.environ, **variables},
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


def test_two_processes_give_the_same_answers_in_the_same_order(tmp_path, monkeypatch):
    file = tmp_path / "deals.jsonl"
    file.write_text(VECTORS.read_text() * 5)
    monkeypatch.setattr(score_file, "BLOCK", 10_000)  # more blocks than may wait

    assert scored(file, "--processes", "2") == scored(file, "--processes", "1")


def test_input_that_cannot_be_read_ends_with_2_and_a_sentence():
    done = run("nothing.jsonl")

    assert done.returncode == 2
    assert done.stdout == ""
    assert "nothing.jsonl" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_is_answered_without_the_site():
    """A variable that the site would refuse is never looked at."""
    done = run(str(VECTORS), "--summary", DATABASE_URL="nonsense://")

    assert done.returncode == 0
    assert done.stdout.startswith("lines: 104\n")


@pytest.mark.parametrize(
    "text",
    [
        b'{"a": [1, -0, 0.5, 1e3, true, null, "\\u00e9\\ud83d\\ude00", "\xc3\xa9"], "a": 2}',
        b"100000000000000000000", b"-9223372036854775809", b"123456789012345678901.5",
        b"1e400", b"[NaN, Infinity, -Infinity]", b'"\\ud800"', b'"\xed\xa0\x80"',
        b"\xef\xbb\xbf{}", '"é"'.encode("utf-16"), b" [ ] \r\n", b"{}", b'{"a":{"a":[]}}',
    ],
)  # fmt: skip
def test_lines_are_read_as_json_reads_them(text):
    assert repr(read_json(text)) == repr(json.loads(text))


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[1,]", b"01", b"1.", b"'a'", b'"\t"', b"{} {}", b"\x0b1"]
)
def test_what_json_refuses_is_refused(text):
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)
    with pytest.raises(json.JSONDecodeError):
        read_json(text)
