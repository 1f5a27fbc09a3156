"""The season behind the demo: played evening by evening, the same whenever it was interrupted."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from league.demo import season_behind
from league.demo.club import open_demo
from league.demo.other_games import EVENINGS
from league.demo.season_behind import Evening, Progress, play_on, progress_now, season_to_play
from league.demo.town_league import WEEKS_PLAYED
from league.play.events.models import Event, EventState
from league.play.results.models import TableResult
from league.play.rounds.models import RoundState
from league.tables.standings.models import PlayOff
from tests.league.factories import make_club
from tests.league.tables.seasons.factories import make_season

pytestmark = pytest.mark.django_db

# the league's nights, the cup, the town's league, the county's, the Swiss, the rest, its count
ALL = 7 + 1 + WEEKS_PLAYED + 1 + 1 + len(EVENINGS) + 1


@pytest.fixture(autouse=True)
def noted(settings, tmp_path):
    """Where the progress is noted: as in a folder of data of its own."""
    settings.DEMO_SEASON = tmp_path / "demo-season"
    return settings.DEMO_SEASON


def scores():
    """Return what every table of the season has, without numbers that differ by the order."""
    results = TableResult.objects.order_by(
        "table__round__stage__event__slug",
        "table__round__stage__number",
        "table__round__number",
        "table__number",
    )
    return list(
        results.values_list(
            "table__round__stage__event__slug", "table__round__number", "table__number", "totals"
        )
    )


@pytest.mark.long
def test_a_season_interrupted_anywhere_goes_on_where_it_stopped():
    club = open_demo(now=timezone.now())
    assert set(Event.objects.values_list("slug", flat=True)) == {
        *("friday-pitch", "same-cards", "harvest-pairs", "winter-league"),
    }
    assert progress_now() == Progress(0, ALL)

    playing = play_on()
    assert [next(playing) for _ in range(3)] == [Progress(n, ALL) for n in (1, 2, 3)]
    playing.close()
    before = scores()
    assert progress_now() == Progress(3, ALL)
    league = club.events.get(slug="pairs-league")
    nights = league.stages.get().rounds.filter(state=RoundState.CLOSED)
    assert sorted(nights.values_list("number", flat=True)) == [1, 2]

    assert list(play_on())[-1] == Progress(ALL, ALL)

    after = scores()
    assert [one for one in after if one in before] == before
    assert len(after) > len(before)
    league.refresh_from_db()
    assert league.state == EventState.FINISHED
    assert club.seasons.earliest("pk").divisions.count() == 2
    # what the tour and the desk show of a Swiss: some ended level and played for their order
    assert PlayOff.objects.filter(stage__event__slug="wednesday-swiss").exists()
    assert season_to_play() is None
    assert progress_now() is None
    assert list(play_on()) == []
    assert scores() == after


def evening(name, played, *, fails=False):
    def play(_rng):
        played.append(name)
        Event.objects.filter(slug="friday-pitch").update(name=name)
        if fails:
            raise KeyboardInterrupt

    return Evening(name, lambda: played.count(name) > 0, play)


@pytest.mark.long
def test_an_evening_that_was_cut_off_leaves_nothing_and_is_played_again(monkeypatch):
    open_demo(now=timezone.now())
    name = Event.objects.get(slug="friday-pitch").name
    cut = []
    monkeypatch.setattr(
        season_behind, "evenings_of", lambda _behind: [evening("first", cut, fails=True)]
    )
    with pytest.raises(KeyboardInterrupt):
        list(play_on())
    assert Event.objects.get(slug="friday-pitch").name == name

    played = []
    evenings = [evening("first", played), evening("second", played)]
    monkeypatch.setattr(season_behind, "evenings_of", lambda _behind: evenings)
    assert list(play_on()) == [Progress(1, 2), Progress(2, 2)]
    assert list(play_on()) == [Progress(1, 2), Progress(2, 2)]

    assert played == ["first", "second"]
    assert Event.objects.get(slug="friday-pitch").name == "second"


def test_a_club_of_that_address_that_is_no_demo_is_left_alone(club_at_that_address):
    call_command("demo", verbosity=0)

    assert not Event.objects.exists()
    assert season_to_play() is None


@pytest.fixture
def club_at_that_address():
    club = make_club(slug="harbour")
    make_season(club)
    return club
