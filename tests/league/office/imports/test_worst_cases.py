"""Every reader at its worst: in a request little work for the processor, else in its bounds."""

import json
import resource
import subprocess
import sys

import pytest

from league.office.imports.kinds import KINDS
from league.office.imports.kinds.invitation_lists import INVITATIONS
from league.office.imports.reading.bounds import READ_AT_ONCE, READ_BY_WORKER, BoundMet
from league.office.imports.reading.workbook import check_workbook
from league.office.imports.reading_apart import is_read_at_once
from tests.league.office.imports.workbooks import workbook_of

# in additions of two numbers, of which an idle processor does some 20 million a second; measured:
# 11 million, hundreds where a reader's time grew with more than the length
MOST_ADDITIONS = 20_000_000
MOST_S_OF_A_KIND = 60


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", [kind.name for kind in (*KINDS, INVITATIONS)])
def test_every_kind_reads_its_worst_case_with_little_work(kind):
    limit = (resource.RLIMIT_CPU, (MOST_S_OF_A_KIND, MOST_S_OF_A_KIND))
    done = subprocess.run(
        [sys.executable, "-m", "tests.league.office.imports.worst_cases", kind],
        capture_output=True,
        check=True,
        preexec_fn=lambda: resource.setrlimit(*limit),
    )
    taken = json.loads(done.stdout)

    assert len(taken) >= 8
    assert [case for case in taken if case["additions"] >= MOST_ADDITIONS] == []
    assert [case for case in taken if not case["at_once"]] == []  # what a request reads


@pytest.mark.parametrize(
    ("content", "is_small"),
    [
        (b"a" * 1_000, True),
        (b"a" * 1_001, False),
        (b"a\n" * 2_001, True),
        (b"a\n" * 2_002, False),
        ((b"a" * 999 + b"\n") * 64, True),
        ((b"a" * 900 + b"\n") * 72, False),
        (("山" * 1_000).encode(), True),
    ],
)
def test_a_request_reads_what_is_small(content, is_small):
    assert is_read_at_once(content) == is_small


BOMBS = {
    "a row of empty cells": ("<row>" + "<c/>" * 2_800_000 + "</row>", "", "more than 16384 cells"),
    "empty rows": ("<row/>" * 4_900_000, "", "more than 2000000 cells"),
    "shared strings": ("<row/>", "<si/>" * 4_100_000, "more than 2000000 cells"),
    "elements of strings": ("<row/>", "<t/>" * 4_100_000, "more than 2000000 cells"),
    "elements of settings": ("<row/>", "<x/>" * 61_000, "more than 2000000 cells"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", BOMBS)
def test_a_workbook_that_is_a_bomb_is_refused_before_it_is_read(name):
    rows, strings, sentence = BOMBS[name]
    bomb = workbook_of(rows, strings=strings)
    assert len(bomb) < 100_000
    with pytest.raises(BoundMet, match=sentence):
        check_workbook(bomb, READ_BY_WORKER)
    assert not is_read_at_once(bomb)


def test_elements_of_a_workbook_are_counted_until_there_are_too_many():
    at_most = "<row>" + "<c/>" * 12_000 + "</row>"
    check_workbook(workbook_of(at_most), READ_AT_ONCE)
    with pytest.raises(BoundMet, match="more than 10000 cells"):
        check_workbook(workbook_of(at_most * 4), READ_AT_ONCE)
