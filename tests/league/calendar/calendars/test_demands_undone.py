"""A calendar has the demands again that it had before a change, unless they changed since."""

import pytest

from league.calendar.calendars import services as calendars
from league.calendar.calendars.models import LeagueCalendar
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from tests.league.calendar.calendars.making import demand, make_ready
from tests.league.play.events.factories import DIRECTOR, NOW

pytestmark = pytest.mark.django_db

BY = Act(DIRECTOR, NOW)


def last():
    return Happening.objects.latest("id")


def demands():
    return list(LeagueCalendar.objects.values("starts_on", "blocked", "rest_days", "wishes"))


def undo(stage, change):
    calendars.undo_demands(stage=stage, change=change.pk, by=BY)


def test_demands_are_as_they_were_and_the_journal_says_so():
    stage = make_ready()
    before = demands()
    demand(stage, rest_days=7, blocked=["2026-04-06"], wishes={"alternate": 9})
    change = last()

    undo(stage, change)
    undo(stage, change)

    assert demands() == before
    assert last().data["undoes"] == change.pk


def test_demands_that_somebody_changed_since_stay():
    stage = make_ready()
    demand(stage, rest_days=7)
    change = last()
    demand(stage, rest_days=7, blocked=["2026-04-06"])

    with pytest.raises(OutOfDate, match="somebody has changed what the calendar must keep"):
        undo(stage, change)

    assert (demands()[0]["rest_days"], demands()[0]["blocked"]) == (7, ["2026-04-06"])
