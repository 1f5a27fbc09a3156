"""How many of an event go up and down, and when it is not the event that decides."""

from datetime import date

import pytest

from league.play.events.models import EntryState, Season, Stage
from league.tables.outlook.division_places import places_of
from league.tables.outlook.models import StageOutlook
from league.tables.outlook.services import recompute_outlook
from league.tables.seasons.keys import key_of_players, key_of_team
from league.tables.seasons.models import Competitor, Division, DivisionEvent, SeasonRules
from tests.league.tables.outlook.last_rounds import four_in_the_last_round
from tests.league.tables.standings.factories import NOW, entry_of, make_stage, player_named

pytestmark = pytest.mark.django_db
FOUR = ("Ann", "Bob", "Cy", "Di")


@pytest.fixture(params=[{}])
def stage(request):
    stage = four_in_the_last_round(**request.param)
    stage.event.season = Season.objects.create(
        club=stage.event.club,
        name="2026",
        slug="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
    )
    stage.event.save()
    return stage


@pytest.fixture
def second(stage):
    """The second of three divisions: one goes up from it, one down."""
    season = stage.event.season
    Division.objects.create(season=season, number=1, name="First", down=1)
    Division.objects.create(season=season, number=3, name="Third", up=1)
    return Division.objects.create(season=season, number=2, name="Second", up=1, down=1)


def put(division, *names, **more):
    for name in names:
        key = key_of_players([player_named(name).pk])
        Competitor.objects.create(season=division.season, key=key, division=division, **more)


def places(stage):
    recompute_outlook(stage_id=stage.pk, at=NOW, from_scratch=True)
    return StageOutlook.objects.get(pk=stage.pk).groups[""]


MATTER, ONLY_THE_WIN = {"size": 4, "up": 1, "down": 1}, {"size": 4, "up": 0, "down": 0}


def test_an_event_of_a_division_decides_before_its_players_are_listed(stage, second):
    DivisionEvent.objects.create(event=stage.event, division=second)

    assert places(stage) == MATTER


@pytest.mark.long
def test_a_guest_or_somebody_of_another_division_leaves_only_the_win(stage, second):
    DivisionEvent.objects.create(event=stage.event, division=second)
    guest = key_of_players([player_named("Di").pk])
    row = Competitor.objects.create(season=second.season, key=guest, is_guest=True)
    assert places(stage) == ONLY_THE_WIN

    row.is_guest, row.division = False, Division.objects.get(number=3)
    row.save()

    assert places(stage) == ONLY_THE_WIN


def test_another_event_of_the_division_means_that_this_one_does_not_decide(stage, second):
    put(second, *FOUR)
    other = make_stage("Eve", "Flo", slug="other", club=stage.event.club)
    other.event.season = stage.event.season
    other.event.save()
    assert places(stage) == MATTER

    DivisionEvent.objects.create(event=other.event, division=second)

    assert places(stage) == ONLY_THE_WIN


@pytest.mark.parametrize("stage", [{"entry_kind": "team"}], indirect=True)
def test_teams_are_known_by_their_names(stage, second):
    SeasonRules.objects.create(season=second.season, rules={"who": "team"})
    for number, entry in enumerate(stage.event.entries.all()):
        entry.name = f"Harbour {number}"
        entry.save()
        key = key_of_team(entry.name)
        Competitor.objects.create(season=second.season, key=key, division=second)

    assert places(stage) == MATTER


@pytest.mark.long
def test_those_who_leave_make_room_below(stage, second):
    put(second, *FOUR)
    Competitor.objects.create(
        season=second.season, key="p999999", division=second, has_withdrawn=True
    )

    assert places(stage) == {"size": 4, "up": 1, "down": 0}


@pytest.mark.long
def test_an_event_of_two_stages_is_not_decided_by_one_of_them(stage, second):
    put(second, *FOUR)
    Stage.objects.create(event=stage.event, number=2, format="knockout")

    assert places(stage) == ONLY_THE_WIN


def test_those_who_take_part_and_stand_elsewhere_leave_only_the_win(stage, second):
    put(second, *FOUR)
    away = stage.event.entries.create(
        number=99, state=EntryState.ACCEPTED, entered_at=NOW, name="Elsewhere"
    )

    four = [entry_of(stage, name).pk for name in FOUR]
    assert places_of(stage.event, four)._asdict() == ONLY_THE_WIN
    away.delete()
    assert places_of(stage.event, four)._asdict() == MATTER
