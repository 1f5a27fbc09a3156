"""What workers made of an event's highlights equals what its facts say, after every few acts."""

from datetime import timedelta

import time_machine
from django.utils import timezone

from league.foundation.jobs.catching_up import catch_up_next, kinds
from league.foundation.journal.services import deliver_all
from league.play.events.models import Event
from league.tables.highlights.models import EventHighlights, SeasonTop
from league.tables.highlights.services import event_facts, season_columns
from tests.nights.kept_pages import MOMENT

# what may wait for more results has waited long enough
AFTER_WAITING = timedelta(minutes=5)
TURNS = 3  # what follows what has followed


def highlights_hold(event: Event) -> None:
    """Have the workers do all that waits, and compare."""
    with time_machine.travel(MOMENT, tick=False):
        deliver_all()
        for _turn in range(TURNS):
            for what in kinds():
                at = timezone.now() + AFTER_WAITING
                while catch_up_next(what, large=what == "outlook", at=at) is not None:
                    pass
        stored = EventHighlights.objects.filter(pk=event.pk)
        facts = event_facts(event)
        made = stored.values(*facts).first()
        if made is None:
            assert event.state in ("draft", "open")
        else:
            assert made == facts
        if event.season is not None:
            columns = season_columns(event.season)
            top = SeasonTop.objects.filter(pk=event.season_id).values(*columns).first()
            assert top in (columns, None)
