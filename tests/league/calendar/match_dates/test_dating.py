"""Venues, homes and dates of matches: what is stored, what is refused, who is notified."""

from datetime import UTC, datetime, time

import pytest
from django.utils import timezone, translation

from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import DateState, EntryHome, MatchDate
from league.calendar.match_dates.selectors import (
    coming_matches_of,
    date_of_table,
    dates_of_round,
    dates_of_stage,
)
from league.calendar.match_dates.services import DateInvalid, HomeTerms, NothingToPublish
from league.calendar.match_dates.typed_days import DaysUnclear, read_days, written_days
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import RowsRefused
from league.play.rounds.models import RoundState
from tests.league.calendar.match_dates.factories import make_drawn_league, make_venue
from tests.league.play.events.factories import DIRECTOR, NOW, make_other_club

pytestmark = pytest.mark.django_db
BY = Act(DIRECTOR, NOW)
TUESDAY = datetime(2026, 3, 10, 19, tzinfo=UTC)
FRIDAY = datetime(2026, 3, 13, 19, tzinfo=UTC)


def kinds_noted():
    found = Happening.objects.order_by("pk").values_list("kind", flat=True)
    return [kind for kind in found if kind.startswith(("match.", "dates."))]


def first_round(stage):
    return stage.rounds.get(number=1)


def date_first(stage, state=DateState.DRAFT, begins_at=TUESDAY, **fields):
    return match_dates.set_date(
        round=first_round(stage), number=1, begins_at=begins_at, state=state, **fields, by=BY
    )


def test_homes_of_which_one_is_wrong_change_nothing():
    stage = make_drawn_league()
    elsewhere = make_venue(make_other_club())
    here = make_venue(stage.event.club)
    one, other = stage.event.entries.order_by("number")[:2]
    good = HomeTerms(venue=here, weekdays=(1,), begins_at=time(19))
    bad = HomeTerms(venue=elsewhere, weekdays=(1,), begins_at=time(19))
    with pytest.raises(RowsRefused) as refused:
        match_dates.set_homes(event=stage.event, homes={one: good, other: bad}, by=BY)
    assert list(refused.value.rows) == [1]
    assert not EntryHome.objects.exists()


def test_a_draft_is_seen_by_nobody_and_noted_nowhere():
    stage = make_drawn_league()
    date_first(stage)
    assert dates_of_stage(stage) == []
    assert len(dates_of_stage(stage, even_drafts=True)) == 1
    assert kinds_noted() == []


@pytest.mark.long
def test_a_published_match_that_moves_counts_up_and_says_from_where_to_where():
    stage = make_drawn_league()
    hall = make_venue(stage.event.club)
    date_first(stage, venue=hall, home_side=1)
    match_dates.publish_dates(stage=stage, by=BY)
    moved = date_first(stage, DateState.RULED, FRIDAY, venue=hall)
    again = date_first(stage, DateState.RULED, FRIDAY, venue=hall)
    assert (moved.sequence, again.sequence, again.home_side) == (1, 1, 1)
    noted = Happening.objects.get(kind="match.moved").data
    assert noted["old"]["begins_at"] == TUESDAY.isoformat()
    assert noted["new"]["begins_at"] == FRIDAY.isoformat()
    assert (noted["new"]["venue_name"], noted["sequence"]) == ("Sailors’ Hall", 1)


@pytest.mark.parametrize(
    ("number", "state", "begins_at"),
    [
        (9, DateState.DRAFT, TUESDAY),
        (1, DateState.DRAFT, None),
        (1, DateState.POSTPONED, TUESDAY),
        (1, DateState.RULED, datetime(1, 1, 2, tzinfo=UTC)),
    ],
)
def test_what_cannot_be_a_date_is_refused(number, state, begins_at):
    stage = make_drawn_league()
    with pytest.raises(DateInvalid):
        match_dates.set_date(
            round=first_round(stage), number=number, begins_at=begins_at, state=state, by=BY
        )
    assert not MatchDate.objects.exists()


def test_publishing_opens_all_rounds_that_have_dates():
    stage = make_drawn_league()
    for round in stage.rounds.filter(number__lte=2):
        match_dates.set_date(round=round, number=1, begins_at=TUESDAY, state=DateState.DRAFT, by=BY)
    opened = match_dates.publish_dates(stage=stage, by=BY)
    states = dict(stage.rounds.values_list("number", "state"))
    assert [round.number for round in opened] == [1, 2]
    assert states == {1: RoundState.OPEN, 2: RoundState.OPEN, 3: RoundState.DRAWN}
    table = first_round(stage).tables.get(number=1)
    assert date_of_table(table).begins_at == TUESDAY
    assert list(dates_of_round(first_round(stage))) == [1]
    with pytest.raises(NothingToPublish):
        match_dates.publish_dates(stage=stage, by=BY)


def test_players_see_their_own_coming_matches():
    stage = make_drawn_league()
    date_first(stage)
    match_dates.publish_dates(stage=stage, by=BY)
    plays = first_round(stage).placements.filter(table__number=1).first().entry
    idle = first_round(stage).placements.filter(table__number=2).first().entry
    player, other = plays.members.first().player, idle.members.first().player
    assert [date.number for date in coming_matches_of([player], NOW)] == [1]
    assert coming_matches_of([other], NOW) == []
    assert coming_matches_of([player], FRIDAY) == []


@pytest.mark.parametrize(
    "text",
    [
        "24.12.2026 – 26.12.2026",
        "24.12.2026-26.12.2026",
        "24. 12. 2026 bis 26. 12. 2026",
        "24 Dec 2026 - 26 December 2026",
        "Dec 24, 2026 to Dec. 26, 2026",
        "12/24/2026..12/26/2026",
        "24/12/2026, 25/12/2026, 26/12/2026",
        "24. Dezember 2026; 25.12.2026; 26. Dez 2026",
        "2026年12月24日～2026年12月26日",
        "2026/12/24 2026/12/25 2026/12/26",
    ],
)
def test_days_are_read_as_people_write_them(text):
    assert read_days(text) == ["2026-12-24", "2026-12-25", "2026-12-26"]


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
def test_days_are_read_back_as_they_are_shown(language, zone):
    days = ["2026-03-01", "2026-05-30", "2026-05-31", "2026-06-01", "2026-12-24"]
    with translation.override(language), timezone.override(zone):
        assert read_days(written_days(days)) == days


@pytest.mark.parametrize(
    "text",
    [
        *("soon", "2026-02-30", "2027-01-01..2026-01-01", "1900-01-01..2199-01-01"),
        *("31.2.2026", "3/4/2026", "24 Foo 2026"),
    ],
)
def test_days_that_are_none_are_named(text):
    with pytest.raises(DaysUnclear, match=text.split(" ")[0][:10]):
        read_days(text)
