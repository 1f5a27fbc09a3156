"""What workers made of the highlights of every event and season of the demo is what facts say."""

import pytest
from django.test import Client

from league.play.events.models import Event, Season
from league.tables.highlights.models import EventHighlights, SeasonTop
from league.tables.highlights.services import event_facts, season_columns


@pytest.mark.long
def test_highlights_of_the_demo_are_those_of_its_facts(demo: Client, db: None) -> None:
    events = Event.objects.select_related("club").exclude(state__in=("draft", "open"))
    seasons = Season.objects.select_related("club").filter(events__in=events).distinct()
    assert {event.state for event in events} >= {"running", "finished"}
    assert len(seasons) > 1

    for event in events:
        facts = event_facts(event)
        assert EventHighlights.objects.filter(pk=event.pk).values(*facts).get() == facts
    for season in seasons:
        columns = season_columns(season)
        assert SeasonTop.objects.filter(pk=season.pk).values(*columns).get() == columns
