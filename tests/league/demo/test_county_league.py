"""The demo's association: clubs with registered players, a league of theirs, a captain's turn."""

from random import Random

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from league.calendar.availability.models import Availability
from league.calendar.match_dates.models import MatchDate
from league.clubs.models import User
from league.demo import county_league, season_behind
from league.demo.club import open_demo
from league.demo.season_behind import evenings_of, season_to_play
from league.office.associations.models import AssociatedClub, Association, Registration
from league.play.events.models import EntryClub, Event
from league.play.results.models import TableResult, TableState
from league.play.rounds.models import RoundState

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def county():
    open_demo(now=timezone.now())
    evenings = evenings_of(season_behind._behind(season_to_play()))
    (evening,) = [one for one in evenings if one.name == county_league.LEAGUE]
    assert not evening.is_over()
    evening.play(Random(evening.name))
    assert evening.is_over()
    cache.clear()
    return Event.objects.get(slug=county_league.LEAGUE)


def test_three_clubs_are_in_it_with_their_players_and_one_asks(county):
    association = Association.objects.get()
    states = AssociatedClub.objects.values_list("club__slug", "state")
    assert dict(states) == {
        "harbour": "member",
        "lighthouse-cards": "member",
        "mill-lane-cards": "member",
        "chapel-row-cards": "asked",
    }
    assert Registration.objects.filter(season__club=association.club).count() == 4 * 3
    assert EntryClub.objects.filter(entry__event=county).count() == 4


def test_the_captain_has_a_result_to_confirm_and_the_last_round_is_to_come(county, client):
    amos = User.objects.get(email="captain@demo.example")
    waiting = TableResult.objects.filter(
        table__round__stage__event=county, state=TableState.ENTERED
    )
    (his,) = waiting.filter(table__placements__entry__captain__player__user=amos)
    entered = his.table.submissions.get()
    own = his.table.placements.get(entry__captain__player__user=amos)
    assert entered.by_side != own.side
    last = county.stages.get().rounds.get(number=3)
    assert last.state == RoundState.OPEN
    dates = MatchDate.objects.filter(round=last)
    assert dates.count() == 2
    assert dates.earliest("begins_at").begins_at > timezone.now()

    client.force_login(amos)
    page = client.get(reverse("public:my_page")).content.decode()
    assert "Three Rivers league" in page


def test_team_mates_have_said_whether_they_come(county):
    said = Availability.objects.filter(event=county)
    assert set(said.values_list("answer", flat=True)) == {"comes", "perhaps"}
    assert said.count() == 4 * 2
