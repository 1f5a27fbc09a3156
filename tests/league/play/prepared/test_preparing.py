"""Deals prepared for a stage: one secret, every table its deals, nothing changed afterwards."""

import pytest
from django.db import IntegrityError, transaction

from games import services as games
from league.foundation.journal.models import Happening
from league.play.prepared import services as prepared
from league.play.prepared.models import PreparedSet
from league.play.results.sheet import read_sheet
from league.play.rounds.models import Table
from league.play.rounds.selectors import table_with_names
from tests.league.play.events.factories import make_event, make_running
from tests.league.play.prepared.factories import (
    OTHER_SEED,
    SEED,
    draw,
    make_mitchell,
    open_first,
    prepare,
)
from tests.league.play.results.factories import submit

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_set_is_committed_to_and_the_journal_names_no_seed():
    event = make_mitchell()
    made = prepare(event)

    assert made.commitment == games.commitment_of(SEED, f"event {event.pk} stage 1")
    assert made.released_at is None
    happening = Happening.objects.get(kind="deals.prepared")
    assert happening.data["commitment"] == made.commitment
    assert SEED not in str(happening.data)


def test_preparing_twice_keeps_the_first_seed_and_the_higher_number():
    event = make_mitchell()
    first = prepare(event, deals=4)
    again = prepare(event, OTHER_SEED, deals=9)
    lower = prepare(event, OTHER_SEED, deals=2)

    assert PreparedSet.objects.count() == 1
    assert (again.seed, again.deals, lower.deals) == (SEED, 9, 9)
    assert again.commitment == first.commitment


def test_movement_keeps_its_deals_and_the_dealer_goes_with_the_deal():
    event = make_mitchell(3)
    draw(event)
    made = prepare(event)
    tables = Table.objects.filter(round__stage__event=event)

    assert made.deals == 6
    assert {n for table in tables for n in table.deal_numbers} == {1, 2, 3, 4, 5, 6}
    assert all(t.first_dealer == (t.deal_numbers[0] - 1) % 4 for t in tables)


@pytest.mark.long
def test_round_robin_plays_the_same_deals_at_all_tables_drawn_before_or_after():
    before, after = (make_running(4, table_play="deals", deals_a_round=3) for _ in range(2))
    draw(before)
    prepare(before)
    prepare(after, OTHER_SEED)
    draw(after)

    for event in (before, after):
        rows = Table.objects.filter(round__stage__event=event)
        assert {(t.round.number, tuple(t.deal_numbers), t.first_dealer) for t in rows} == {
            (1, (1, 2, 3), 0),
            (2, (4, 5, 6), 3),
            (3, (7, 8, 9), 2),
        }
        assert PreparedSet.objects.get(stage__event=event).deals == 9


@pytest.mark.long
def test_sheet_asks_the_dealer_of_the_deal():
    event = make_mitchell()
    prepare(event)
    table = open_first(event)[1]
    sheet = read_sheet(table_with_names(table.pk))

    first = table.deal_numbers[0]
    assert [sheet.dealer_of(place) for place in (1, 2)] == [(first - 1) % 4, first % 4]


@pytest.mark.long
def test_deals_are_not_prepared_when_one_has_been_played():
    event = make_mitchell()
    table = open_first(event)[0]
    submit(table)

    with pytest.raises(prepared.DealsBegun, match="Table 1 of round 1 has played"):
        prepare(event)


def test_drafts_and_games_to_a_target_are_refused_in_words():
    with pytest.raises(prepared.DealsNotPossible, match="being set up"):
        prepare(make_event())
    game = make_running(4, table_play="game", deals_a_round=None)
    with pytest.raises(prepared.DealsNotPossible, match="a game to the target"):
        prepare(game)
    with pytest.raises(prepared.DealsNotPossible, match="not 501"):
        prepare(make_mitchell(), deals=501)
    assert not PreparedSet.objects.exists()


@pytest.mark.long
def test_database_keeps_what_was_committed_to():
    made = prepare(make_mitchell())
    for change in ({"seed": OTHER_SEED}, {"commitment": "0" * 64}, {"purpose": "x"}, {"deals": 1}):
        with pytest.raises(IntegrityError), transaction.atomic():
            PreparedSet.objects.filter(pk=made.pk).update(**change)
