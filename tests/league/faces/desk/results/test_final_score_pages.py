"""Final scores at the desk: of one table, of a whole round, corrected and settled."""

import re
from uuid import uuid4

import pytest

from league.play.results.models import Submission, TableResult
from tests.league.faces.desk.results.desk import GAME, Desk, scores_address
from tests.league.play.results.factories import make_table, submit
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def final(*score, **more):
    return {"final_score": list(score), **more}


def typed(*scores, **more):
    return {"kind": "final", **{f"score-{n}": str(s) for n, s in enumerate(scores)}, **more}


def test_a_refused_score_is_kept_and_who_won_is_asked():
    desk = Desk(make_table(**GAME))

    answer = desk.post("score_enter", **typed(540, 510), do="write", key=uuid4())

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "say who won" in text_of(answer)
    assert 'name="score-0" value="540"' in html
    assert not re.search(r'data-question="winner"[^>]*hidden', html)
    desk.post("score_enter", **typed(540, 510, winner="1"), do="write", key=uuid4())
    assert TableResult.objects.get().winner == 1


def test_a_final_score_is_corrected_struck_out_and_restored():
    table = make_table(**GAME)
    submit(table, final(520, 340))
    desk = Desk(table)

    page = desk.get("deal_correct", 1)
    assert 'name="score-0" value="520"' in page.content.decode()
    desk.post("deal_correct", 1, **typed(510, 340), do="write", reason="typo", key=uuid4())
    assert TableResult.objects.get().totals == [510, 340]
    assert "Final score" in text_of(desk.get("deal_history", 1))
    desk.post("deal_void", 1, reason="wrong table")
    assert TableResult.objects.get().totals == [0, 0]
    struck = Submission.objects.get(state="void")
    desk.post("deal_restore", 1, submission=struck.pk)
    assert TableResult.objects.get().totals == [510, 340]


def test_one_wrong_score_of_a_round_keeps_them_all_in_the_form():
    first = make_table(entries=4, **GAME)
    one, two = first.round.tables.order_by("number")
    desk = Desk(first)
    sent = {f"t{one.pk}-score-0": "520", f"t{one.pk}-score-1": "340"}
    sent |= {f"t{two.pk}-score-0": "5200", f"t{two.pk}-score-1": "340"}

    answer = desk.client.post(scores_address(desk), sent)

    assert answer.status_code == 422
    assert "cannot have 5,200" in text_of(answer)
    assert 'value="520"' in answer.content.decode()
    assert not Submission.objects.exists()
