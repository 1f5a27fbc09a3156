"""Who has no table in a round, said of one person and of two."""

import pytest

from league.play.events.models import EntryState
from league.play.rounds.models import Placement, PlacementKind
from league.play.rounds.selectors import kind_in_words, rests_in_words
from league.play.rounds.without_table import Reason, WithoutTable
from tests.league.play.events.factories import PITCH, make_running

pytestmark = pytest.mark.django_db

ONE_AND_TWO = {
    PlacementKind.TABLE: ("plays", "play"),
    PlacementKind.BYE: ("has a bye", "have a bye"),
    PlacementKind.SIT_OUT: ("sits out", "sit out"),
    PlacementKind.ABSENT: ("is absent", "are absent"),
    PlacementKind.HALF_BYE: (
        "has a half-point bye, asked for",
        "have a half-point bye, asked for",
    ),
    PlacementKind.ZERO_BYE: (
        "rests as asked, without points",
        "rest as asked, without points",
    ),
}


def test_every_way_to_rest_agrees_with_one_name_and_with_two():
    found = {kind: tuple(rests_in_words(kind, count) for count in (1, 2)) for kind in PlacementKind}
    assert found == ONE_AND_TWO


@pytest.mark.long
def test_a_pair_is_two_and_a_single_player_is_one():
    pair = make_running(2).entries.first()
    single = make_running(4, **PITCH).entries.first()
    said = [kind_in_words(Placement(entry=one, kind="bye")) for one in (pair, single)]
    assert said == ["have a bye", "has a bye"]

    pair.state = EntryState.WITHDRAWN
    assert kind_in_words(Placement(entry=pair, kind="absent")) == "have withdrawn"


def test_of_a_pair_without_a_table_the_reason_agrees_too():
    pair = make_running(2).entries.first()
    late = WithoutTable(entry=pair, reason=Reason.LATE)
    assert late.words == "have no table yet and play from the next draw on"
    later = WithoutTable(entry=pair, reason=Reason.LATE, from_round=2)
    assert later.words == "play from round 2 on"
