"""The check before a deal is sent: every answer stands there, and one tap leads to it."""

import re
from html import unescape
from random import Random

import pytest

from games import services as games
from games.engine.summary_fields import flat_answers, is_asked
from league.play.results import services as results
from league.play.results.deal_inputs import first_answers
from league.play.results.deal_words import CONTRACT
from league.play.results.models import Submission
from league.play.results.table_plan import plan_of
from tests.league.faces.table.phone import Phone
from tests.league.faces.table.typed import PINOCHLE, PITCH
from tests.league.play.results.factories import (
    BOB,
    NOW,
    make_pitch_table,
    make_table,
    pinochle,
    play,
    submit,
)
from tests.league.play.results.typed import as_typed
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


def answers(page):
    html = page.content.decode()
    rows = re.findall(r'value="change:([a-z_.]+)">(.*?)</button>', html, re.DOTALL)
    return {name: " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split()) for name, text in rows}


@pytest.mark.long
def test_the_check_shows_what_was_answered():
    checked = Phone(make_table(), seat=0).check(PINOCHLE | {"trump": "H"})

    assert answers(checked) == {
        "bid": "Bid 60",
        "declarer": "Declarer Ann Lee",
        "trump": "Trump Hearts",
        "melds": "Meld Ann Lee & Bob Lee 34 Cy Lee & Di Lee 22",
        "outcome": "How the deal ended All tricks were played",
        "points": "Points in play Ann Lee & Bob Lee 30 Cy Lee & Di Lee 20",
        "last_trick": "Last trick Ann Lee & Bob Lee",
    }


@pytest.mark.long
def test_at_other_games_it_shows_theirs():
    checked = Phone(make_pitch_table(), seat=0).check(PITCH)

    assert answers(checked)["declarer"] == "Pitcher Bob Lee"
    assert answers(checked)["awards.jack"].endswith("Nobody")


def test_a_tap_on_an_answer_leads_to_its_question_with_everything_kept():
    phone = Phone(make_table(), seat=0)

    form = phone.post(
        "deals/", phone.form() | PINOCHLE | {"do": "change:melds"}, **{"hx-request": "true"}
    )

    html = form.content.decode()
    assert form.status_code == 200
    assert 'data-fix="melds"' in html
    assert re.search(r'name="points-0" value="30"', html)


def make_table_of(variant):
    """Make a table of a game by its usual rules, whoever is on a side there."""
    ruleset = games.ruleset(variant)
    alone = ruleset.sides == ruleset.players
    seats = {"least_seats": ruleset.players, "most_seats": ruleset.players}
    fields = {"variant": variant, **seats}
    if alone:
        format = "round_robin" if ruleset.players == 2 else "individual_tables"
        fields |= {"entry_kind": "individual", "format": format, **TOTAL}
    return ruleset, make_table(entries=ruleset.players if alone else 2, **fields)


TOTAL = {"method": {"name": "total_points"}, "tiebreaks": []}


def typed_for(ruleset, seed=1):
    """Return a whole deal of the plain player as the form sends it."""
    record = games.random_record(ruleset, Random(seed), dealer=0)
    deal = {"dealer": 0, **games.summary_of(ruleset, record)}
    typed = as_typed(ruleset, deal)
    del typed["dealer"]
    return deal["summary"], typed


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("variant", [info.id for info in games.variants()])
def test_at_every_game_one_tap_leads_to_each_answer_with_the_others_kept(variant):
    ruleset, table = make_table_of(variant)
    phone = Phone(table, seat=0)
    summary, typed = typed_for(ruleset)

    checked = phone.check(typed)
    assert checked.status_code == 200, text_of(checked)
    shown = answers(checked)
    assert {name for name in CONTRACT if summary.get(name) is not None} <= shown.keys()
    given: dict[str, object] = dict.fromkeys(
        (f.name for f in games.summary_fields(ruleset) if f.kind == "flag"), False
    )
    given |= flat_answers(summary)
    # that it was not passed out is no answer anybody gave
    unsaid = {name for name in first_answers(plan_of(table)) if given[name] is False}
    assert shown.keys() | unsaid == {
        field.name
        for field in games.summary_fields(ruleset)
        if is_asked(field, given) and (given.get(field.name) is not None or field.nullable)
    }
    assert not unsaid & shown.keys()

    key = phone.form()
    for question in shown:
        form = phone.post(
            "deals/", key | typed | {"do": f"change:{question}"}, **{"hx-request": "true"}
        )
        html = form.content.decode()
        assert f'data-fix="{question}"' in html
        # the question is among those of the form, so that the script finds it
        assert f'data-question="{question}"' in html
        again = phone.check(typed)
        assert answers(again) == shown


@pytest.mark.long
@pytest.mark.parametrize("question", ["", "nobody-asks", '"><script>'])
def test_what_is_no_question_leads_to_the_whole_form(question):
    phone = Phone(make_table(), seat=0)

    form = phone.post("deals/", phone.form() | PINOCHLE | {"do": f"change:{question}"})

    assert form.status_code == 200
    assert "data-fix" not in form.content.decode()


@pytest.mark.long
def test_a_side_that_has_not_submitted_a_disputed_deal_enters_its_own_numbers():
    table = make_table()
    submission = submit(table)
    submit(table)
    results.dispute(submission=submission, side=1, reason="31, not 30", actor=BOB, at=NOW)
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


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", ["2", "7", "0", "x", "9" * 5000])
def test_no_other_deal_is_entered_out_of_turn(number):
    table = make_table()
    submission = submit(table)
    results.dispute(submission=submission, side=1, reason="31, not 30", actor=BOB, at=NOW)

    html = Phone(table, seat=1).get(f"?ours={number}").content.decode()

    assert 'name="number" value="2"' in html
    assert "data-ours" not in html


def test_the_last_deal_of_a_table_that_is_over_can_be_entered_by_the_other_side():
    table = make_table(deals_a_round=1)
    submission = submit(table, pinochle())
    results.dispute(submission=submission, side=1, reason="31, not 30", actor=BOB, at=NOW)

    html = Phone(table, seat=1).get("?ours=1").content.decode()

    assert "data-ours" in html


@pytest.mark.long
def test_a_finished_table_leads_to_the_standings_and_to_ones_own_place():
    table = make_table()
    seated, stranger = Phone(table, seat=1), Phone(table)
    event = table.round.stage.event
    standings = f'href="/clubs/{event.club.slug}/events/{event.slug}/standings/"'
    assert standings not in seated.get().content.decode()
    play(table, pinochle(), pinochle(), pinochle())

    entry = table.seats.get(number=1).placement.entry_id
    own = f'href="/clubs/{event.club.slug}/events/{event.slug}/why/{entry}/"'
    assert standings in seated.get().content.decode()
    assert own in seated.get().content.decode()
    assert standings in stranger.get().content.decode()
    assert "/why/" not in stranger.get().content.decode()


@pytest.mark.long
def test_a_finished_table_of_a_hidden_event_leads_nowhere():
    table = make_table(visibility="hidden")
    play(table, pinochle(), pinochle(), pinochle())

    assert "/standings/" not in Phone(table, seat=0).get().content.decode()
