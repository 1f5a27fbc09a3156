"""Who comes or leaves after a draw: the round knows it, and nobody opens it unawares."""

import pytest

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, RoundState
from league.play.rounds.selectors import waiting_in
from league.play.rounds.services.seating import arrangement_of
from league.play.rounds.without_table import changes_in_words, changes_since, find_unseated
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_pairs,
    add_singles,
    make_running,
)
from tests.league.play.rounds.factories import (
    close_round,
    draw,
    make_played,
    open_round,
)

pytestmark = pytest.mark.django_db

SINGLES = {
    "variant": "partnership-pinochle",
    "preset": "bga",
    "entry_kind": "individual",
    "method": {"name": "total_points"},
    "tiebreaks": ["wins"],
}
FIELDS = {
    **{name: {"format": name} for name in ("round_robin", "double_round_robin", "knockout")},
    **{name: {"format": name} for name in ("double_elimination", "mitchell", "howell")},
    **{
        name: {"format": name, "rounds_planned": 3}
        for name in ("swiss", "monrad", "danish", "ladder")
    },
    **{
        name: {"format": name, "rounds_planned": 2} | SINGLES
        for name in ("winners_move", "seat_chart", "individual")
    },
    "individual_tables": PITCH | {"rounds_planned": 3},
}


def withdraw(entry):
    return events.withdraw_entry(entry=entry, by=Act(DIRECTOR, NOW))


def redraw(round, seed=7):
    return rounds.redraw_round(round=round, seed=seed, by=Act(DIRECTOR, NOW))[0]


def add(event):
    make = add_singles if event.entry_kind == "individual" else add_pairs
    return make(event, 1)[0]


def fresh(round):
    return Round.objects.select_related("stage__event").get(pk=round.pk)


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FIELDS)
def test_whoever_comes_after_the_draw_is_named_until_it_is_drawn_again(name):
    drawn = draw(make_running(8, **FIELDS[name]))
    event, first = drawn[0].stage.event, drawn[0]
    assert not changes_since(fresh(first))

    late = [add(event) for _place in range(4)]

    changes = changes_since(fresh(first))
    assert list(changes.late) == late
    assert changes.left == ()
    assert [one.entry for one in find_unseated(event, first)] == late
    with pytest.raises(rounds.DrawStale) as refused:
        open_round(fresh(first))
    assert str(refused.value).startswith(changes_in_words(first, changes))
    assert fresh(first).state == RoundState.DRAWN

    again = redraw(fresh(first))
    assert not changes_since(fresh(again))
    assert {one.pk for one in late} <= arrangement_of(again).entries
    assert find_unseated(event, again) == []
    assert open_round(fresh(again)).state == RoundState.OPEN


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FIELDS)
def test_a_round_drawn_with_somebody_who_has_left_is_stale(name):
    # a seat chart is drawn for full tables only
    entries, leaving = (12, 4) if name == "seat_chart" else (8, 2)
    drawn = draw(make_running(entries, **FIELDS[name]))
    event, first = drawn[0].stage.event, drawn[0]
    gone = [event.entries.get(number=number) for number in range(1, leaving + 1)]
    for entry in gone:
        withdraw(entry)

    assert list(changes_since(fresh(first)).left) == gone
    with pytest.raises(rounds.DrawStale, match="Withdrawn since round 1 was drawn: "):
        open_round(fresh(first))

    again = redraw(fresh(first))
    assert not {one.pk for one in gone} & arrangement_of(again).entries
    assert not changes_since(fresh(again))


def test_whoever_is_out_of_a_bracket_is_not_without_a_table(django_assert_max_num_queries):
    event = make_running(4, format="knockout")
    (first,) = draw(event)
    open_round(first)
    for table in first.tables.all():
        make_played(table)
    close_round(first)
    (second,) = draw(event)

    with django_assert_max_num_queries(6):
        assert find_unseated(event, fresh(second)) == []
    assert not changes_since(fresh(second))
    assert waiting_in(second) == []
