"""The check before a deal is sent: every answer stands there, and one tap leads to it."""

import re

import pytest

from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.results.models import Submission
from tests.league.faces.table.phone import Phone
from tests.league.faces.table.typed import PINOCHLE
from tests.league.play.results.factories import (
    BOB,
    NOW,
    make_table,
    submit,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def test_a_tap_on_an_answer_leads_to_its_question_with_everything_kept():
    phone = Phone(make_table(), seat=0)
    asked = re.findall(r'<div class="question([^"]*)"', phone.get().content.decode())
    assert (asked[0], set(asked[1:])) == ("", {" not-now"})

    form = phone.post(
        "deals/", phone.form() | PINOCHLE | {"do": "change:melds"}, **{"hx-request": "true"}
    )

    html = form.content.decode()
    assert form.status_code == 200
    assert 'data-fix="melds"' in html
    assert re.search(r'name="points-0" value="30"', html)


@pytest.mark.long
def test_a_side_that_has_not_submitted_a_disputed_deal_enters_its_own_numbers():
    table = make_table()
    submission = submit(table)
    submit(table)
    results.dispute(submission=submission, side=1, reason="31, not 30", by=Act(BOB, NOW))
    ours, theirs = Phone(table, seat=1), Phone(table, seat=0)

    assert "?ours=1#next-deal" in ours.get().content.decode()
    assert "agree, enter your own score" in text_of(ours.get()).lower()
    # nobody sent another score to whoever sent this one: there is nothing to agree to
    assert "agree, enter" not in text_of(theirs.get()).lower()
    assert "Leave it to the director and play on." in text_of(theirs.get())
    assert "?ours=1" not in theirs.get().content.decode()
    html = ours.get("?ours=1").content.decode()
    assert 'name="number" value="1"' in html
    assert "data-ours" in html
    checked = ours.check(PINOCHLE | {"number": "1", "points-0": "31"})
    ours.send_checked(checked)

    assert list(Submission.objects.filter(number=1).values_list("by_side", "state")) == [
        (0, "disputed"),
        (1, "disputed"),
    ]
    assert "Enter our score" not in text_of(ours.get())
