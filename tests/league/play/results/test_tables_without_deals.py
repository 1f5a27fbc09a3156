"""What the site says of tables that have only their final score: the truth, and no deals."""

import pytest

from league.foundation.journal.actor import Act
from league.office.documents.recaps import news_of
from league.play.events import services as events
from league.tables.ratings.rated_tables import tables_played
from league.tables.statistics.at_tables import highest_deals
from league.tables.statistics.models import SeatCount
from tests.league.play.events.factories import make_event
from tests.league.play.results.factories import BOB, NOW, make_table, pinochle, play
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
def test_neither_statistics_nor_ratings_nor_highlights_invent_a_deal(mixed):
    with_deals, _without = mixed
    event = event_of(with_deals)

    count(with_deals.round.stage)

    assert set(SeatCount.objects.values_list("table", flat=True)) == {with_deals.pk}
    assert [one.fact.table for one in tables_played(event.club_id)] == [with_deals.pk]
    assert {deal.table_id for deal in highest_deals(event)} == {with_deals.pk}
    news = news_of(event)
    assert (news.deals, news.night_deal.points) == (3, 64)


def test_a_scoring_deal_by_deal_takes_no_final_scores():
    event = make_event(method={"name": "matchpoints"})

    with pytest.raises(events.EventInvalid, match="counts deal by deal"):
        events.change_event(event=event, changes={"final_scores": "table"}, by=Act(BOB, NOW))
    plain = make_event(final_scores="table")
    with pytest.raises(events.EventInvalid, match="counts deal by deal") as refused:
        events.change_event(
            event=plain, changes={"method": {"name": "matchpoints"}}, by=Act(BOB, NOW)
        )
    assert refused.value.field == "method"


def test_games_are_scored_only_where_games_are_played():
    event = make_event(table_play="deals", deals_a_round=4)

    with pytest.raises(events.EventInvalid, match="not games to the target"):
        events.change_event(event=event, changes={"final_scores": "game"}, by=Act(BOB, NOW))
