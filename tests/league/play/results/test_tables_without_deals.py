"""What the site says of tables that have only their final score: the truth, and no deals."""

import pytest
from django.test import Client
from django.urls import reverse

from league.office.documents.news_of_event import news_of
from league.play.events import services as events
from league.play.events.models import Event
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.results import services as results
from league.tables.ratings.rated_tables import tables_played
from league.tables.seasons import nights_read
from league.tables.standings.methods import FACTS_OF_DEALS, TIEBREAKS
from league.tables.standings.table_facts import table_facts
from league.tables.statistics.models import SeatCount
from league.tables.statistics.together import highest_deals
from tests.league.play.events.factories import make_event
from tests.league.play.results.factories import BOB, NOW, make_director, make_table, pinochle, play
from tests.league.reading import text_of
from tests.league.tables.standings.factories import build, shown
from tests.league.tables.statistics.factories import count

pytestmark = pytest.mark.django_db

FINAL = {"final_score": [260, 100]}


@pytest.fixture
def mixed():
    """Return the two tables of a round: one wrote its deals down, the other its final score."""
    first = make_table(entries=4, final_scores="table", method={"name": "total_points"})
    with_deals, without = first.round.tables.order_by("number")
    play(with_deals, *[pinochle()] * 3)
    play(without, FINAL)
    return with_deals, without


def event_of(table):
    return table.round.stage.event


@pytest.mark.long
def test_both_count_in_the_standings(mixed):
    stage = mixed[0].round.stage
    build(stage)

    assert sorted(points for _rank, _name, points in shown(stage)) == [100, 126, 192, 260]


@pytest.mark.long
def test_neither_statistics_nor_ratings_nor_highlights_invent_a_deal(mixed):
    with_deals, _without = mixed
    event = event_of(with_deals)

    count(with_deals.round.stage)

    assert set(SeatCount.objects.values_list("table", flat=True)) == {with_deals.pk}
    assert [one.fact.table for one in tables_played(event.club_id)] == [with_deals.pk]
    assert {deal.table_id for deal in highest_deals(event)} == {with_deals.pk}
    news = news_of(event)
    assert (news.deals, news.night_deal.points) == (3, 64)


@pytest.mark.long
def test_tiebreaks_by_deals_know_nothing_of_a_final_score(mixed):
    with_deals, _without = mixed
    asked = [name for name, one in TIEBREAKS.items() if one.needs in FACTS_OF_DEALS]

    facts = table_facts([with_deals.round_id], asked, hidden=NOTHING_HIDDEN)

    assert [number for _round, number in facts] == [with_deals.number]


@pytest.mark.long
def test_a_season_counts_the_deals_that_a_table_was_to_play(mixed):
    event = event_of(mixed[0])

    by_entry = nights_read._deals([event.pk], NOTHING_HIDDEN)

    assert {count for deals in by_entry.values() for count in deals.values()} == {3}


@pytest.mark.long
def test_the_public_pages_and_files_show_the_score(mixed):
    _with_deals, without = mixed
    event = event_of(without)
    client = Client()

    page = client.get(reverse("public:table", args=[event.club.slug, event.slug, without.pk]))

    words = text_of(page)
    assert "final score" in words
    assert "dealt by" not in words
    submission = without.submissions.get()
    deal = text_of(client.get(reverse("public:deal", args=[submission.pk])))
    assert "Final score" in deal
    assert "Deal 1" not in deal


def test_a_scoring_deal_by_deal_takes_no_final_scores():
    event = make_event(method={"name": "matchpoints"})

    with pytest.raises(events.EventInvalid, match="counts deal by deal"):
        events.change_event(event=event, changes={"final_scores": "table"}, actor=BOB, at=NOW)
    plain = make_event(final_scores="table")
    with pytest.raises(events.EventInvalid, match="counts deal by deal") as refused:
        events.change_event(
            event=plain, changes={"method": {"name": "matchpoints"}}, actor=BOB, at=NOW
        )
    assert refused.value.field == "method"


def test_games_are_scored_only_where_games_are_played():
    event = make_event(table_play="deals", deals_a_round=4)

    with pytest.raises(events.EventInvalid, match="not games to the target"):
        events.change_event(event=event, changes={"final_scores": "game"}, actor=BOB, at=NOW)


def test_the_next_event_has_the_setting_too():
    event = make_event(final_scores="table")

    copied = events.copy_event(
        event=event,
        name="Next",
        starts_on=event.starts_on,
        season=None,
        with_entries=False,
        draw_lot=lambda: 1,
        actor=BOB,
        at=NOW,
    )

    assert Event.objects.get(pk=copied.event.pk).final_scores == "table"


@pytest.mark.long
def test_the_director_may_award_points_instead_of_a_final_score(mixed):
    _with_deals, without = mixed

    result = results.award(
        table=without, points=[5, 5], reason="wrong", actor=make_director(without), at=NOW
    )

    assert (result.awarded, result.final_scores) == ([5, 5], 1)
