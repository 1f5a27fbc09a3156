"""Deals as the `score` door reads them, and back."""

import pytest

from league.office.archives.archived_lines import (
    deal_for_the_door,
    deal_from_the_door,
    hide_addresses,
)
from league.office.archives.row_reader import check_deals
from league.office.archives.row_values import BadLine

DEAL = {
    "id": 7,
    "variant": "pitch",
    "preset": "standard",
    "options": {"target": 21},
    "players": 4,
    "form": "record",
    "score": [3, 1],
    "made": True,
    "lines": [{"side": 0, "points": 3}],
    "detail": {},
    "engine_version": "1",
    "created_at": "2026-03-14T19:30:00+00:00",
}


@pytest.mark.parametrize(
    "data",
    [
        {"dealer": 0, "hands": ["AS"]},
        # a phone that says which game it plays, in its own words
        {"dealer": 0, "variant": "pitch", "players": 4, "options": {}, "id": "mine"},
        {"dealer": 0, "why": "a vector"},
    ],
)
def test_a_deal_comes_back_as_it_went(data):
    line = DEAL | {"data": data}

    assert deal_from_the_door({"id": 7} | deal_for_the_door(line)) == line


def test_the_door_reads_the_rules_of_the_deal_and_not_what_was_said():
    line = deal_for_the_door(DEAL | {"data": {"dealer": 0, "options": {}}})

    assert line["options"] == {"target": 21}
    assert line["dealer"] == 0


def test_a_deal_that_nobody_could_have_entered_is_refused_unless_it_was_entered_here():
    line = DEAL | {"lines": [], "data": {"dealer": 0, "summary": {"bid": "many"}}}

    check_deals([line], is_sealed=True)
    with pytest.raises(BadLine, match="declarer"):
        check_deals([line], is_sealed=False)


def test_addresses_are_hidden_wherever_they_stand():
    data = {"email": "bob@example.org", "changes": {"email": ["", "ann@example.co.uk"]}, "n": 3}

    hidden = hide_addresses(data)

    assert hidden == {"email": "…", "changes": {"email": ["", "…"]}, "n": 3}
