"""Which questions of a deal are asked together, and which of them are shown first."""

import pytest

from league.play.results.deal_form import DealForm
from league.play.results.deal_words import Names
from league.play.results.table_plan import plan_of
from tests.league.play.results.factories import make_pitch_table, make_table

pytestmark = pytest.mark.django_db

AWARDS = [["awards.high"], ["awards.low"], ["awards.jack"], ["awards.game"]]


def form_at(table, data=None):
    return DealForm(data, plan=plan_of(table), names=Names(table, public=False))


@pytest.mark.long
def test_what_is_answered_beforehand_stands_in_the_step_of_its_question():
    form = form_at(make_pitch_table())

    assert form.steps == [["bid", "passed_out"], ["declarer"], ["trump"], *AWARDS]
    assert form.first_step == ["bid", "passed_out"]


@pytest.mark.long
def test_a_question_that_is_not_asked_is_in_no_step():
    form = form_at(make_pitch_table(), {"passed_out": "true"})

    assert form.steps == [["passed_out"]]


def test_the_first_mistake_is_shown_first():
    form = form_at(make_table(), {"bid": "60", "declarer": "0"})
    form.refuse("These melds are too few.", "melds")

    assert form.first_step == ["melds"]


@pytest.mark.long
def test_one_answer_that_is_to_be_fixed_is_shown_alone():
    form = form_at(make_pitch_table())
    form.fix = "bid"

    assert form.first_step == ["bid"]
