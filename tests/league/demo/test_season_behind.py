"""The season behind the demo: played evening by evening, the same whenever it was interrupted."""

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from league.calendar.stand_ins.selectors import asked_of
from league.clubs.models import User
from league.demo import season_behind
from league.demo.club import open_demo
from league.demo.other_games import EVENINGS
from league.demo.progress import note_progress, noted_progress
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


@pytest.mark.long
def test_the_command_notes_how_far_the_season_is_until_it_is_over(monkeypatch, noted):
    call_command("demo", "--tonight", verbosity=0)
    assert noted_progress() == Progress(0, ALL)
    seen = []

    def two_evenings():
        for number in (1, 2):
            yield Progress(number, 2)
            seen.append(noted_progress())

    monkeypatch.setattr("league.demo.management.commands.demo.play_on", two_evenings)
    call_command("demo", verbosity=0)

    assert seen == [Progress(1, 2), Progress(2, 2)]
    assert not noted.exists()


def test_pages_ask_while_it_is_played_and_not_afterwards(client):
    address = reverse("demo:season")
    assert client.get(address).status_code == 204
    # an address that is not kept: nothing of what is noted stands in a journal
    assert address not in client.get("/?now").content.decode()

    note_progress(Progress(3, 15))

    assert address in client.get("/?now").content.decode()
    assert client.get(address).json() == {
        "text": "The demo club’s season is being played: 3 of 15 evenings are over. Tonight’s"
        " events can be looked at already.",
        "done": 3,
        "total": 15,
    }
    note_progress(None)
    assert client.get(address).status_code == 204


def test_a_club_of_that_address_that_is_no_demo_is_left_alone(club_at_that_address):
    call_command("demo", verbosity=0)

    assert not Event.objects.exists()
    assert season_to_play() is None


@pytest.fixture
def club_at_that_address():
    club = make_club(slug="harbour")
    make_season(club)
    return club


@pytest.mark.long
def test_the_player_to_sign_in_as_is_asked_to_stand_in():
    open_demo(now=timezone.now())
    player = User.objects.get(email="player@demo.example")
    assert [one.player.name for one in asked_of(player)] == ["Ada Whitlock"]
