"""The end of a table: timed rounds, the director's word, awards; penalties of an entry."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from league.foundation.journal.actor import Act
from league.foundation.refusal import NotAllowed
from league.play.events import services as events
from league.play.results import services as results
from league.play.results.models import TableResult
from league.play.rounds import services as rounds
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import (
    ANN,
    NOW,
    make_adjustment,
    make_director,
    make_pinochle_game,
    make_table,
    pinochle,
    play,
    submit,
)

pytestmark = pytest.mark.django_db


def timed():
    return make_table(table_play="timed", deals_a_round=None, minutes_a_round=50)


def end(table, side=0):
    return results.end_table(table=table, side=side, by=Act(ANN, NOW))


def test_a_timed_table_goes_on_until_somebody_says_it_was_the_last_deal():
    table = timed()
    play(table, *[pinochle()] * 12)
    assert TableResult.objects.get().state == "playing"

    result = end(table)

    assert (result.state, result.is_complete, result.winner) == ("confirmed", True, 0)
    with pytest.raises(results.TableFinished) as refused:
        submit(table)
    assert "ended after deal 12" in str(refused.value)


@pytest.mark.long
def test_the_end_can_be_taken_back():
    table = timed()
    play(table, pinochle())
    end(table)

    result = results.resume_table(table=table, side=1, by=Act(ANN, NOW))

    assert (result.state, result.is_complete) == ("playing", False)
    assert submit(table).number == 2


def test_players_do_not_end_a_fixed_number_of_deals_nor_a_game():
    for table in (make_table(), make_pinochle_game()):
        submit(table)
        with pytest.raises(results.CannotEnd) as refused:
            end(table)
        assert "tell the director" in str(refused.value)


def award(table, points, reason="they did not come", actor=None):
    return results.award(
        table=table, points=points, reason=reason, by=Act(actor or make_director(table), NOW)
    )


def test_awarded_points_count_instead_of_what_was_played():
    table = make_table()
    play(table, pinochle())

    result = award(table, [0, 100])

    assert (result.state, result.awarded, result.winner) == ("confirmed", [0, 100], 1)
    assert result.totals == [64, 42]
    with pytest.raises(results.TableFinished):
        submit(table)


@pytest.mark.long
@pytest.mark.parametrize("points", [[101, 0], [60, -1]])
def test_where_deals_are_compared_an_award_is_a_percentage(points):
    table = make_table(
        entries=6,
        format="mitchell",
        stage_options={"prepared_deals": True},
        method={"name": "matchpoints"},
        tiebreaks=[],
    )
    assert award(table, [60, 40]).awarded == [60, 40]

    with pytest.raises(results.BadAward, match="such as 60 and 40"):
        award(table, points)


def test_an_award_needs_a_reason_and_an_account():
    table = make_table()

    with pytest.raises(results.ReasonMissing):
        award(table, [1, 2], reason="")
    with pytest.raises(NotAllowed):
        award(table, [1, 2], actor=ANN)


def adjust(table, *, actor=None, **more):
    stage = table.round.stage
    fields = {
        "entry": stage.event.entries.order_by("id").first(),
        "kind": "penalty",
        "points": Decimal(5),
        "reason": "late by 20 minutes",
        "actor": actor or make_director(table),
    }
    return make_adjustment(stage, **(fields | more))


def test_an_entry_or_a_round_of_another_event_is_refused():
    from tests.league.factories import make_club

    here, elsewhere = make_table(), make_table(make_club("Other"))

    with pytest.raises(ValidationError, match="does not take part"):
        adjust(here, entry=elsewhere.round.stage.event.entries.first())
    with pytest.raises(ValidationError, match="another stage"):
        adjust(here, round=elsewhere.round)


def test_a_finished_event_is_not_adjusted():
    table = make_table()
    director = make_director(table)
    rounds.close_round(round=table.round, even_unfinished=True, by=Act(DIRECTOR, NOW))
    events.finish_event(event=table.round.stage.event, anyway=True, by=Act(DIRECTOR, NOW))

    with pytest.raises(results.EventNotRunning):
        adjust(table, actor=director)
