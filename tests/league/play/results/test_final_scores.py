"""Final scores in the place of deals: taken, confirmed, disputed, corrected, and never mixed."""

import pytest
from django.db import IntegrityError, transaction

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.play.results import services as results
from league.play.results.models import TableResult
from tests.league.play.results.factories import (
    BOB,
    NOW,
    make_director,
    make_pinochle_game,
    make_table,
    pinochle,
    play,
    submit,
)

pytestmark = pytest.mark.django_db


def final(*score, **more):
    return {"final_score": list(score), **more}


def result_of(table):
    row = TableResult.objects.get(table=table)
    return row.state, row.totals, row.final_scores, row.deals, row.winner


def make_game(of="table", **fields):
    return make_pinochle_game(final_scores=of, **fields)


def make_timed(of="game"):
    timed = {"table_play": "timed", "deals_a_round": None, "minutes_a_round": 50}
    return make_table(final_scores=of, **timed)


def test_a_final_score_is_the_whole_table_and_waits_for_the_other_side():
    table = make_game()

    submission = submit(table, final(520, 340))

    assert (submission.number, submission.state, submission.deal.form) == (1, "submitted", "final")
    assert submission.deal.data == {"final_score": [520, 340]}
    assert result_of(table) == ("entered", [520, 340], 1, 0, 0)
    results.confirm(table=table, side=1, by=Act(BOB, NOW))
    assert result_of(table) == ("confirmed", [520, 340], 1, 0, 0)
    with pytest.raises(results.SubmittedDifferently, match="already entered another final score"):
        submit(table, final(530, 340), number=2)


@pytest.mark.long
def test_the_winner_is_who_won_and_not_who_has_more():
    table = make_game()

    with pytest.raises(results.DealRefused, match="say who won"):
        submit(table, final(540, 510))
    submit(table, final(540, 510, winner=1))

    assert result_of(table)[-1] == 1


def test_the_deals_of_a_round_bound_a_final_score():
    table = make_table(final_scores="table")

    with pytest.raises(results.DealRefused, match="3 deals bring a side from"):
        submit(table, final(9_000, 10))
    submit(table, final(150, 150))

    assert result_of(table) == ("entered", [150, 150], 1, 0, None)


def test_an_event_that_enters_deals_takes_no_final_score():
    with pytest.raises(results.NoFinalScores, match="each deal is entered"):
        submit(make_pinochle_game(), final(520, 340))


def test_a_table_that_plays_compared_deals_takes_no_final_score():
    table = make_game()
    table.deal_numbers = [1, 2]
    table.save(update_fields=["deal_numbers"])

    with pytest.raises(results.NoFinalScores, match="deals that other tables play too"):
        submit(table, final(520, 340))


def test_deals_and_final_scores_are_never_mixed_at_a_table():
    with_deals, with_score = make_game(), make_game()
    play(with_deals, pinochle())
    submit(with_score, final(520, 340))

    for number in (1, 2):
        with pytest.raises(results.DealsAndFinalScores, match=r"entered at this table \(1\)"):
            submit(with_deals, final(520, 340), number=number, side=1)
        with pytest.raises(results.DealsAndFinalScores, match="no deals are added"):
            submit(with_score, pinochle(), number=number, side=1)
    director = make_director(with_score)
    with pytest.raises(results.DealsAndFinalScores):
        results.enter(table=with_score, data=pinochle(), by=Act(director, NOW))
    assert result_of(with_score)[2:4] == (1, 0)


@pytest.mark.long
def test_the_database_keeps_no_result_of_both():
    table = make_game()
    submit(table, final(520, 340))

    with (
        pytest.raises(IntegrityError, match="table_has_deals_or_final_scores"),
        transaction.atomic(),
    ):
        TableResult.objects.filter(table=table).update(deals=1)


def test_a_game_that_was_stopped_is_for_the_director_to_enter():
    table = make_game()

    with pytest.raises(results.DirectorSaysUnfinished, match="tell the director"):
        submit(table, final(300, 340, unfinished=True))
    results.enter(
        table=table, data=final(300, 340, unfinished=True), by=Act(make_director(table), NOW)
    )

    assert result_of(table) == ("confirmed", [300, 340], 1, 0, 1)


def test_the_games_of_a_timed_round_add_up_until_the_players_end_it():
    table = make_timed()

    submit(table, final(520, 340))
    submit(table, final(120, 210, unfinished=True))

    assert result_of(table) == ("playing", [640, 550], 2, 0, None)
    results.confirm(table=table, side=1, by=Act(BOB, NOW))
    results.end_table(table=table, side=0, by=Act(BOB, NOW))
    assert result_of(table) == ("confirmed", [640, 550], 2, 0, 0)
    with pytest.raises(results.TableFinished, match="ended after game 2"):
        submit(table, final(520, 340))
    assert "after 2 games" in sentence_of(Happening.objects.get(kind="table.ended"))
