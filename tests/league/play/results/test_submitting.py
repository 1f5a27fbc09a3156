"""Submitting deals: what is kept, what confirms, what contradicts, what is refused."""

from uuid import uuid4

import pytest

from games.models import Deal
from league.foundation.journal.models import Happening
from league.foundation.once.services import KeyReused
from league.play.results import services as results
from league.play.results.models import Dispute, Submission, TableResult
from league.play.rounds import services as rounds
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import (
    ALL_PASS,
    BOB,
    NOW,
    make_director,
    make_pinochle_game,
    make_pitch_table,
    make_table,
    pinochle,
    pitch,
    play,
    states,
    submit,
)

pytestmark = pytest.mark.django_db


def result_of(table):
    row = TableResult.objects.get(table=table)
    return row.state, row.totals, row.deals, row.deals_unconfirmed, row.is_complete, row.winner


@pytest.mark.long
def test_a_submitted_deal_is_scored_and_waits_for_the_other_side():
    table = make_table()

    submission = submit(table)

    assert (submission.number, submission.state, submission.by_side) == (1, "submitted", 0)
    assert (submission.deal.score, submission.deal.made) == ([64, 42], True)
    assert result_of(table) == ("playing", [64, 42], 1, 1, False, None)
    kinds = list(Happening.objects.filter(subject_type="table").values_list("kind", flat=True))
    assert kinds == ["deal.submitted"]


@pytest.mark.long
def test_the_dealer_is_known_and_moves_on():
    table = make_table()

    dealers = [submission.deal.data["dealer"] for submission in play(table, *[pinochle()] * 3)]

    assert dealers == [0, 1, 2]


@pytest.mark.long
def test_the_same_key_again_is_the_same_submission_and_takes_no_other_deal():
    table, key = make_table(), uuid4()

    first = submit(table, key=key)

    assert submit(table, key=key).pk == first.pk
    with pytest.raises(KeyReused):
        submit(table, pinochle(points=(31, 19)), key=key)
    assert (Submission.objects.count(), Deal.objects.count()) == (1, 1)


@pytest.mark.long
def test_the_same_numbers_from_the_other_side_confirm():
    table = make_table()
    first = submit(table)

    second = submit(table, side=1, number=1, actor=BOB)

    assert second.pk == first.pk
    assert states(table) == [(1, "confirmed")]
    assert result_of(table) == ("playing", [64, 42], 1, 0, False, None)
    assert list(first.confirmations.values_list("side", "by_name")) == [(1, "Bob Lee")]


@pytest.mark.long
def test_a_key_that_confirmed_is_remembered_even_when_the_deal_was_corrected_since():
    table, key = make_table(), uuid4()
    first = submit(table)
    submit(table, side=1, number=1, key=key)
    results.correct(
        submission=first,
        data=pinochle(points=(31, 19)),
        reason="miscounted",
        actor=make_director(table),
        at=NOW,
    )

    again = submit(table, side=1, number=1, key=key)

    assert again.pk == first.pk
    assert states(table) == [(1, "corrected"), (1, "confirmed")]


@pytest.mark.long
def test_what_only_one_side_names_does_not_contradict():
    table = make_table()
    submit(table)

    submit(table, pinochle(trump="S"), side=1, number=1)

    assert states(table) == [(1, "confirmed")]


@pytest.mark.long
def test_a_full_record_agrees_with_the_summary_of_the_same_deal():
    from random import Random

    from games import services as games

    table = make_table()
    ruleset = games.ruleset("double-deck-pinochle", "standard", {}, 4)
    record = games.random_record(ruleset, Random(5), 0)
    submit(table, {"summary": games.summary_of(ruleset, record)["summary"]})

    submit(table, record, side=1, number=1)

    assert states(table) == [(1, "confirmed")]


@pytest.mark.long
def test_other_numbers_from_the_other_side_stand_beside_and_neither_counts():
    table = make_table()
    first = submit(table)

    second = submit(table, pinochle(points=(31, 19)), side=1, number=1, actor=BOB)

    assert states(table) == [(1, "disputed"), (1, "disputed")]
    assert result_of(table) == ("disputed", [0, 0], 0, 0, False, None)
    dispute = Dispute.objects.get()
    assert (dispute.submission_id, dispute.rival_id, dispute.by_side) == (first.pk, second.pk, 1)


@pytest.mark.long
def test_the_same_score_by_another_bid_is_another_submission():
    table = make_table()
    submit(table, pinochle(bid=60))

    submit(table, pinochle(bid=59), side=1, number=1)

    assert states(table) == [(1, "disputed"), (1, "disputed")]


@pytest.mark.long
def test_the_same_side_has_to_take_its_deal_back_first():
    table = make_table()
    submit(table)

    with pytest.raises(results.SubmittedDifferently) as refused:
        submit(table, pinochle(points=(31, 19)), number=1)

    assert "as deal 2" in str(refused.value)
    assert states(table) == [(1, "submitted")]


@pytest.mark.long
def test_the_same_side_submitting_the_same_again_changes_nothing():
    table = make_table()
    first = submit(table)

    assert submit(table, number=1).pk == first.pk
    assert states(table) == [(1, "submitted")]


@pytest.mark.long
def test_a_third_side_that_says_the_same_confirms_and_another_one_contradicts():
    table = make_pitch_table(players=4)
    submit(table, pitch(), side=0)

    submit(table, pitch(), side=2, number=1)
    assert states(table) == [(1, "confirmed")]

    submit(table, pitch(jack=1), side=3, number=1)
    assert states(table) == [(1, "disputed"), (1, "disputed")]


@pytest.mark.long
def test_a_third_submission_is_kept_beside_the_two():
    table = make_pitch_table(players=4)
    submit(table, pitch(), side=0)
    submit(table, pitch(jack=1), side=1, number=1)

    submit(table, pitch(jack=2), side=2, number=1)

    assert states(table) == [(1, "disputed")] * 3
    assert Dispute.objects.filter(settled_at__isnull=True).count() == 2


@pytest.mark.long
def test_what_the_rules_forbid_is_refused_in_words_and_changes_nothing():
    table = make_table()

    with pytest.raises(results.DealRefused) as refused:
        submit(table, pinochle(points=(30, 18)))

    assert str(refused.value) == "Points add up to 48; they must be 50."
    assert (refused.value.field, refused.value.refusal.rule) == ("points", "points_total")
    assert not Submission.objects.exists()
    assert not TableResult.objects.filter(version__gt=0).exists()


def test_a_refusal_names_the_players():
    table = make_table()

    with pytest.raises(results.WrongDealer) as refused:
        submit(table, pinochle() | {"dealer": 2})

    assert "Ann Lee" in str(refused.value)


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "data",
    [
        {},
        {"summary": None},
        {"summary": []},
        {"summary": {"declarer": 9}},
        {"summary": {"declarer": "\x00"}},
        {"dealer": None, "summary": {}},
        {"hands": ["AS"] * 4},
        pinochle(bid=10**30),
        pinochle() | {"variant": "pitch"},
    ],
)
def test_nonsense_is_refused(data):
    table = make_table()

    with pytest.raises(results.DealRefused):
        submit(table, data)


@pytest.mark.long
def test_what_readers_of_records_ignore_is_not_kept():
    table = make_table()

    submission = submit(table, pinochle() | {"why": "\x00", "id": "x"})

    assert submission.deal.data.keys() == {"dealer", "summary"}


@pytest.mark.long
def test_no_deal_is_submitted_before_the_one_before_it():
    table = make_table()

    with pytest.raises(results.DealMissing) as refused:
        submit(table, number=2)

    assert "Deal 1 has not been entered yet" in str(refused.value)


def test_no_deal_follows_the_last_of_a_fixed_number():
    table = make_table(deals_a_round=2)
    play(table, pinochle(), pinochle())

    with pytest.raises(results.TableFinished) as refused:
        submit(table)

    assert "All 2 deals" in str(refused.value)
    assert result_of(table) == ("confirmed", [128, 84], 2, 0, True, 0)


@pytest.mark.long
def test_a_table_is_done_but_unconfirmed_until_the_other_side_agrees():
    table = make_table(deals_a_round=1)

    submit(table)

    assert result_of(table)[0] == "entered"


@pytest.mark.long
def test_a_game_ends_with_the_deal_that_reaches_the_target():
    table = make_pinochle_game()
    big = pinochle(declarer=0, bid=150, melds=(150, 20), points=(30, 20))
    play(table, big, big)
    assert result_of(table) == ("playing", [360, 80], 2, 0, False, None)

    play(table, big)

    assert result_of(table) == ("confirmed", [540, 120], 3, 0, True, 0)
    with pytest.raises(results.TableFinished) as refused:
        submit(table)
    assert "The game ended with deal 3" in str(refused.value)


@pytest.mark.long
def test_an_all_pass_deal_of_pitch_is_dealt_again_by_the_same_dealer():
    table = make_pitch_table(players=4)

    submissions = play(table, ALL_PASS, pitch(declarer=2, high=2, low=2), pitch())

    assert [one.deal.data["dealer"] for one in submissions] == [0, 0, 1]
    assert result_of(table)[1:3] == ([0, 2, 2, 0], 2)


def test_a_smudge_ends_a_game_of_pitch_and_lifts_the_total():
    table = make_pitch_table(players=4, preset="smudge")

    play(table, pitch(declarer=3, bid=4, high=3, low=3, jack=3, game=3))

    assert result_of(table) == ("confirmed", [0, 0, 0, 11], 1, 0, True, 3)


@pytest.mark.long
def test_a_fixed_number_of_deals_does_not_count_those_that_were_passed_out():
    table = make_pitch_table(players=3, table_play="deals", deals_a_round=2)

    play(table, ALL_PASS, pitch(), pitch())

    assert result_of(table)[2:5] == (2, 0, True)


@pytest.mark.long
def test_a_draw_has_no_winner():
    table = make_table(deals_a_round=2)
    mirrored = pinochle(declarer=1, melds=(22, 34), points=(20, 30), last_trick=1)

    play(table, pinochle(), mirrored)

    assert result_of(table) == ("confirmed", [106, 106], 2, 0, True, None)


@pytest.mark.long
def test_a_side_that_is_not_at_the_table_is_refused():
    with pytest.raises(results.NoSuchSide):
        submit(make_table(), side=2)


def test_a_closed_round_is_refused_with_a_sentence():
    table = make_table()
    rounds.close_round(round=table.round, even_unfinished=True, actor=DIRECTOR, at=NOW)

    with pytest.raises(results.RoundNotOpen) as refused:
        submit(table)

    assert "Round 1 is closed" in str(refused.value)


@pytest.mark.long
def test_an_event_that_is_not_running_is_refused():
    from league.play.events import services as events

    table = make_table()
    rounds.close_round(round=table.round, even_unfinished=True, actor=DIRECTOR, at=NOW)
    events.finish_event(event=table.round.stage.event, anyway=True, actor=DIRECTOR, at=NOW)

    with pytest.raises(results.EventNotRunning):
        submit(table)


def test_a_drawn_round_is_not_played_yet():
    from tests.league.play.events.factories import make_running
    from tests.league.play.results.factories import make_round

    event = make_running(2, table_play="deals", deals_a_round=2)
    table = make_round(event, is_open=False).tables.get()

    with pytest.raises(results.RoundNotOpen):
        submit(table)


def test_a_deal_that_the_director_entered_is_disputed_not_submitted_again():
    table = make_table()
    results.enter(table=table, data=pinochle(), actor=make_director(table), at=NOW)

    with pytest.raises(results.SettledByDirector):
        submit(table, pinochle(points=(31, 19)), number=1)
