"""The short heads of the columns of standings: every long head has one, and it is short."""

import pytest
from django.utils import translation

from league.play.events.models import Event
from league.tables.standings.methods import TIEBREAKS
from league.tables.standings.short_heads import SHORT
from league.tables.standings.standings_shown import columns_of

MOST = 8


def test_every_tie_break_with_a_column_has_a_short_head():
    assert set(TIEBREAKS) - {"wins"} <= set(SHORT)


@pytest.mark.parametrize("language", ["en", "ja", "de"])
def test_heads_are_short_and_say_in_full_what_they_mean(language):
    event = Event(method={"name": "match_points"}, tiebreaks=sorted(TIEBREAKS))
    with translation.override(language):
        heads = columns_of(event, with_byes=True)
        assert [head for head in heads[:-1] if len(head.short or head) > MOST] == []
        assert heads[-1].short == ""


def test_deals_that_are_counted_are_no_matches():
    heads = columns_of(Event(method={"name": "matchpoints"}, tiebreaks=[]))
    assert [(head, head.short) for head in heads[:2]] == [
        ("Deals", ""),
        ("Above average", "> avg."),
    ]
