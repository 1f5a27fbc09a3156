"""Two rows of one person: whichever stays, all that both have played is rated, once."""

import pytest

from league.clubs.models import Player
from league.clubs.services import merge_players, undo_merge
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events.models import EntryMember
from league.play.results.models import TableResult
from league.play.rounds.models import Seat
from league.tables.ratings.models import ClubRatings, Rating
from league.tables.ratings.services import rebuild
from league.tables.ratings.subscriber import on_journal_entries
from tests.league.factories import make_club, make_players
from tests.league.play.events.factories import DIRECTOR
from tests.league.tables.ratings.factories import NOW, build, make_event, play, rating_of, stored

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ROWS = (Player, EntryMember, Seat, TableResult)


@pytest.fixture
def club():
    return make_club()


def everything():
    rows = [list(model.objects.order_by("pk").values()) for model in ROWS]
    return [[{k: v for k, v in row.items() if k != "updated_at"} for row in one] for one in rows]


def follow_all(club):
    """Do what follows the happenings; return how often the ratings were to be worked out."""
    before = ClubRatings.objects.get(club=club).wanted
    on_journal_entries(list(Happening.objects.order_by("pk")))
    rebuild(club_id=club.pk, at=NOW)
    after = ClubRatings.objects.get(club=club)
    assert after.built == after.wanted
    return after.wanted - before


def finished(club, sides, points):
    play(make_event(club, state="finished", finished_at=NOW), sides, points)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("seasons_of_the_other", [0, 1])
def test_merged_in_either_direction_all_results_are_kept_and_come_apart_again(
    club, turned, seasons_of_the_other
):
    ann, anne, *others = make_players(club, "Ann", "Anne", "Bob", "Cid", "Dee")
    for _season in range(5):
        finished(club, [[ann, others[0]], others[1:]], [500, 200])
    for _season in range(seasons_of_the_other):
        finished(club, [[anne, others[0]], others[1:]], [300, 200])
    build(club)
    before, rated = everything(), stored(club)
    stays, goes = (anne, ann) if turned else (ann, anne)

    merge_players(stays=stays, goes=goes, by=Act(DIRECTOR, NOW))

    assert follow_all(club) == 1
    assert rating_of(stays).tables == 5 + seasons_of_the_other
    assert not Rating.objects.filter(player=goes).exists()
    undo_merge(stays=stays, goes=goes, by=Act(DIRECTOR, NOW))
    assert follow_all(club) == 1
    assert (everything(), stored(club)) == (before, rated)
