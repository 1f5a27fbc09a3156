"""Entries of an association's event belong to the club of their players."""

from datetime import timedelta

import pytest

from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.office.associations import services as associations
from league.office.associations.selectors import entry_clubs
from league.play.events import services as events
from league.play.events.services import FieldClosed
from tests.league.factories import make_player
from tests.league.office.associations.factories import (
    NOW,
    SECRETARY,
    join,
    make_association,
    make_league,
    register,
    season_of,
)
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db
BY = Act(SECRETARY, NOW)


class League:
    def __init__(self, **fields):
        self.association = make_association(transfers="anytime")
        self.season = season_of(self.association)
        self.harbour = join(self.association, "Harbour Street")
        self.mill = join(self.association, "Mill Lane")
        self.ann, self.bob = self.register(self.harbour, "Ann Lee", "Bob Ray")
        self.cy, self.di = self.register(self.mill, "Cy Poe", "Di Fox")
        self.event = make_league(self.season, **({"entry_kind": "team"} | fields))
        events.open_event(event=self.event, by=BY)

    def register(self, club, *names):
        return [register(self.season, club, name).player for name in names]

    def enter(self, *players, club=None, name="Harbour Street A"):
        return associations.enter_for_club(
            event=self.event, club=club or self.harbour, players=players, name=name, by=BY
        )


@pytest.mark.long
def test_an_entry_is_of_its_club_whoever_enters_it():
    league = League()
    first = league.enter(league.ann)
    second = events.add_entry(
        event=league.event, players=[league.cy, league.di], name="Mill Lane A", by=BY
    )
    (third,) = events.add_entries(event=league.event, sides=[[league.bob]], names=["B"], by=BY)
    assert entry_clubs(league.event) == {
        first.pk: league.harbour,
        second.pk: league.mill,
        third.pk: league.harbour,
    }


@pytest.mark.long
def test_who_is_not_registered_is_named():
    league = League()
    guest = make_player(league.association.club, "Guy Guest")
    for add in (
        lambda: events.add_entry(event=league.event, players=[guest], name="A", by=BY),
        lambda: events.add_entries(event=league.event, sides=[[guest]], names=["A"], by=BY),
    ):
        with pytest.raises(associations.NotRegistered, match="Guy Guest is not registered"):
            add()
    assert not league.event.entries.exists()


def test_an_entry_has_players_of_one_club():
    league = League()
    with pytest.raises(associations.NotRegistered) as refused:
        events.add_entry(event=league.event, players=[league.ann, league.cy], name="A", by=BY)
    assert "Cy Poe is registered for Mill Lane since Tue 10 Mar 2026" in str(refused.value)
    entry = league.enter(league.ann)
    with pytest.raises(associations.NotRegistered, match="plays for one club"):
        events.change_entry(entry=entry, players=[league.cy], by=BY)
    events.change_entry(entry=entry, players=[league.ann, league.bob], by=BY)


def test_a_club_enters_only_players_registered_for_it():
    league = League()
    with pytest.raises(associations.NotRegistered, match="not registered for Harbour Street"):
        league.enter(league.cy)
    with pytest.raises(associations.NotRegistered):
        league.enter(Player.objects.get(club=league.harbour, name="Ann Lee"))


@pytest.mark.long
def test_a_club_enters_while_the_event_is_open():
    league = League(entries_close_at=NOW - timedelta(hours=1))
    with pytest.raises(FieldClosed, match="takes no entries of clubs now"):
        league.enter(league.ann)


def test_an_event_without_a_season_or_of_a_club_alone_asks_nobody():
    league = League()
    guest = make_player(league.association.club, "Guy Guest")
    for event, player in [
        (make_event(league.association.club, "Open day", entry_kind="team"), guest),
        (make_event(league.mill, "Club night", entry_kind="team"), make_player(league.mill, "Ed")),
    ]:
        events.add_entry(event=event, players=[player], name="A", by=BY)
        assert entry_clubs(event) == {}
        with pytest.raises(associations.CannotRegister):
            associations.enter_for_club(event=event, club=league.harbour, players=[guest], by=BY)


@pytest.mark.long
def test_a_club_that_withdraws_takes_its_entries_along_and_no_others():
    league = League()
    ours = [league.enter(league.ann), league.enter(league.bob, name="Harbour Street B")]
    theirs = league.enter(league.cy, club=league.mill, name="Mill Lane A")
    gone = associations.withdraw_club(
        event=league.event, club=league.harbour, reason="no room", by=BY
    )
    assert [entry.pk for entry in gone] == [entry.pk for entry in ours]
    assert associations.withdraw_club(event=league.event, club=league.harbour, by=BY) == []
    states = dict(league.event.entries.values_list("pk", "state"))
    assert states == {
        ours[0].pk: "withdrawn",
        ours[1].pk: "withdrawn",
        theirs.pk: "accepted",
    }


@pytest.mark.long
def test_a_removed_entry_is_put_back_with_its_club():
    league = League()
    entry = league.enter(league.ann)
    events.remove_entry(entry=entry, by=BY)
    back = events.restore_entry(event=league.event, entry_id=entry.pk, by=BY)
    assert entry_clubs(league.event) == {back.pk: league.harbour}
