"""The command that recomputes prepared deals, as docs/prepared-deals.md shows it."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

PAGE = Path(__file__).parents[2] / "docs" / "prepared-deals.md"
SEED = "00112233445566778899aabbccddeeff" * 2


def printed(*arguments):
    out = StringIO()
    call_command("prepared_deals", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_example_of_the_page_comes_out():
    page = PAGE.read_text()
    commitment, line = printed(SEED, "--variant", "pitch", "--players", "4", "--purpose", "example")
    deal = json.loads(line)

    assert f"`{commitment}`" in page
    assert all(f"`{hand}`" in page for hand in deal["hands"])
    assert deal["dealer"] == 0


def test_range_of_deals_is_printed_in_order():
    lines = printed(SEED, "--variant", "double-deck-pinochle", "--deals", "3-5")

    assert [json.loads(line)["deal"] for line in lines] == [3, 4, 5]
    assert [json.loads(line)["dealer"] for line in lines] == [2, 3, 0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["00", "--variant", "pitch"], "64 hexadecimal"),
        ([SEED, "--variant", "bridge"], 'no game "bridge"'),
        ([SEED, "--variant", "pitch", "--players", "9"], "2 to 7|2, 3, 4|players"),
        ([SEED, "--variant", "pedro", "--deals", "0"], "1-24"),
        ([SEED, "--variant", "pedro", "--deals", "9-3"], "1-24"),
        ([SEED, "--variant", "pedro", "--deals", "1-100000"], "at most"),
        ([SEED, "--variant", "pedro", "--options", "{"], "Expecting"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        printed(*arguments)
