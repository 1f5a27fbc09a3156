"""Clubs register their players with an association, and transfer them by its rules."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction

from league.clubs.services import CannotMerge, add_player, merge_players, undo_merge
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.office.associations import services as associations
from league.office.associations.models import Registration, Transfer
from league.office.associations.selectors import registrations_of
from league.office.personal_data import services as personal_data
from league.play.events import services as events
from tests.league.factories import make_player, make_user
from tests.league.office.associations.factories import (
    NOW,
    SECRETARY,
    join,
    make_association,
    make_league,
    register,
    season_of,
)

pytestmark = pytest.mark.django_db
BY = Act(SECRETARY, NOW)


class Two:
    """An association with a season and two clubs; Ann plays for Harbour Street."""

    def __init__(self, **rules):
        self.association = make_association(**rules)
        self.season = season_of(self.association)
        self.harbour = join(self.association, "Harbour Street")
        self.mill = join(self.association, "Mill Lane")
        self.ann = register(self.season, self.harbour, "Ann Lee")

    def transfer(self, at=NOW, **changes):
        home = self.mill.players.filter(name="Ann Lee").first()
        wanted = {
            "season": self.season,
            "player": self.ann.player,
            "to_club": self.mill,
            "home_player": home or make_player(self.mill, "Ann Lee"),
        }
        return associations.transfer_player(**(wanted | changes), by=Act(SECRETARY, at))

    @property
    def club_of_ann(self):
        return Registration.objects.get(player=self.ann.player, ended_at=None).club


@pytest.mark.long
def test_registering_makes_a_player_of_the_association_once():
    two = Two()
    assert two.ann.player.club == two.association.club
    assert two.ann.home_player.club == two.harbour
    assert register(two.season, two.harbour, "Ann Lee") == two.ann
    assert Registration.objects.count() == 1


def test_next_season_it_is_the_same_player():
    two = Two()
    following = season_of(two.association, slug="autumn", name="Autumn")
    assert register(following, two.harbour, "Ann Lee").player == two.ann.player


def test_namesakes_of_two_clubs_are_distinguished_by_their_club():
    two = Two()
    other = register(two.season, two.mill, "Ann Lee")
    assert other.player.name == "Ann Lee (Mill Lane)"
    assert other.player != two.ann.player


@pytest.mark.long
def test_namesakes_of_one_club_keep_the_words_that_tell_them_apart():
    two = Two()
    names = []
    for club, word in [(two.harbour, "Bakery"), (two.harbour, "Mill Road"), (two.mill, "Bakery")]:
        hans = add_player(club=club, name="Hans Meyer", told_apart_by=word, by=BY)
        row = associations.register_player(season=two.season, club=club, player=hans, by=BY)
        names.append(row.player.name)
    assert names == [
        "Hans Meyer (Bakery)",
        "Hans Meyer (Mill Road)",
        "Hans Meyer (Bakery, Mill Lane)",
    ]


@pytest.mark.long
def test_an_address_stays_with_the_club_and_initials_stay_initials():
    two = Two()
    bob = make_player(two.mill, "Bob Ray", email="bob@example.org", public_name="initials")
    row = associations.register_player(season=two.season, club=two.mill, player=bob, by=BY)
    assert (row.player.email, row.player.shown_name) == ("", "B. R.")


def test_one_account_is_one_player_of_the_association():
    two, user = Two(), make_user("Bob")
    at_mill = make_player(two.mill, "Bob Ray", user=user)
    at_harbour = make_player(two.harbour, "Robert Ray", user=user)
    row = associations.register_player(season=two.season, club=two.mill, player=at_mill, by=BY)
    assert row.player.user == user
    with pytest.raises(associations.RegisteredElsewhere, match="Mill Lane in Spring since"):
        associations.register_player(season=two.season, club=two.harbour, player=at_harbour, by=BY)


@pytest.mark.long
def test_a_club_registers_only_its_own_players():
    two = Two()
    for player in (make_player(two.harbour, "Cy Poe"), two.ann.player):
        with pytest.raises(associations.CannotRegister, match="only its own players"):
            associations.register_player(season=two.season, club=two.mill, player=player, by=BY)
    assert Registration.objects.count() == 1


def test_a_club_outside_registers_nobody():
    two = Two()
    associations.leave(association=two.association, club=two.mill, by=BY)
    with pytest.raises(associations.CannotRegister, match="has to join first"):
        register(two.season, two.mill, "Bob Ray")


def test_a_season_that_is_over_takes_nobody():
    two = Two()
    over = season_of(two.association, slug="old", name="Old", ends_on=date(2026, 3, 9))
    with pytest.raises(associations.CannotRegister, match="Old ended on"):
        register(over, two.harbour, "Bob Ray")


@pytest.mark.long
def test_a_club_registers_no_more_than_it_may():
    two = Two(most_registered=1)
    with pytest.raises(associations.CannotRegister, match="1 player in a season"):
        register(two.season, two.harbour, "Bob Ray")
    assert register(two.season, two.mill, "Bob Ray").club == two.mill


def test_the_database_holds_one_open_registration():
    two = Two()
    with pytest.raises(IntegrityError), transaction.atomic():
        Registration.objects.create(
            season=two.season, player=two.ann.player, club=two.mill, registered_at=NOW
        )


@pytest.mark.long
def test_a_registration_ends_once_and_not_while_the_player_is_entered():
    two = Two()
    event = make_league(two.season, entry_kind="team")
    entry = events.add_entry(event=event, players=[two.ann.player], name="A", by=BY)
    with pytest.raises(associations.PlayerIsEntered, match="Harbour Street in Division 1"):
        associations.end_registration(registration=two.ann, by=BY)
    events.withdraw_entry(entry=entry, by=BY)
    for _twice in range(2):
        row = associations.end_registration(registration=two.ann, by=BY)
    assert row.ended_at == NOW
    ended = Happening.objects.filter(kind="registration.ended")
    assert {row.club_id for row in ended} == {two.association.club_id, two.harbour.pk}


# Transfers.


def test_with_consent_a_transfer_waits_for_the_association():
    two = Two(transfers="consent")
    asked = two.transfer()
    assert two.transfer() == asked
    assert (asked.state, two.club_of_ann) == ("asked", two.harbour)
    for _twice in range(2):
        row = associations.consent(transfer=asked, agrees=True, by=BY)
    assert (row.state, two.club_of_ann) == ("done", two.mill)
    assert Registration.objects.filter(ended_at=None).count() == 1
    with pytest.raises(associations.TransferDecided):
        associations.take_back(transfer=asked, by=BY)


@pytest.mark.long
@pytest.mark.parametrize("how", ["refused", "taken back"])
def test_what_is_not_consented_to_changes_nothing(how):
    two = Two(transfers="consent")
    asked = two.transfer()
    for _twice in range(2):
        if how == "refused":
            associations.consent(transfer=asked, agrees=False, by=BY)
        else:
            associations.take_back(transfer=asked, by=BY)
    assert two.club_of_ann == two.harbour
    assert two.transfer().state == "asked"


def test_a_transfer_at_any_time_is_done_at_once_and_once():
    two = Two(transfers="anytime")
    done = two.transfer()
    assert two.transfer() == done
    assert (done.state, two.club_of_ann) == ("done", two.mill)
    journalled = Happening.objects.filter(kind="registration.ended", club_id=two.harbour.pk)
    assert journalled.count() == 1


def test_after_the_last_day_there_is_no_transfer():
    two = Two(transfers="until", transfers_until=NOW.date())
    with pytest.raises(associations.TransferNotAllowed, match="until Tue 10 Mar 2026"):
        two.transfer(at=NOW + timedelta(days=1))
    assert two.transfer().state == "done"


def test_where_there_are_none_it_is_refused():
    with pytest.raises(associations.TransferNotAllowed, match="no transfers within a season"):
        Two(transfers="never").transfer()


def test_a_player_has_no_more_transfers_than_allowed():
    two = Two(transfers="anytime", most_transfers=1)
    two.transfer()
    home = two.harbour.players.get(name="Ann Lee")
    with pytest.raises(associations.TransferNotAllowed, match="has had 1 transfer in Spring"):
        two.transfer(to_club=two.harbour, home_player=home)
    assert two.club_of_ann == two.mill


def test_a_club_takes_a_player_over_only_as_one_of_its_own():
    two = Two(transfers="anytime")
    with pytest.raises(associations.CannotRegister, match="only its own players"):
        two.transfer(home_player=two.ann.home_player)
    bob = register(two.season, two.mill, "Bob Ray").home_player
    with pytest.raises(associations.CannotRegister, match="registered as Bob Ray already"):
        two.transfer(home_player=bob)
    assert not Transfer.objects.exists()


# Merging and forgetting.


def test_a_merge_moves_registrations_and_undone_they_are_back():
    two = Two()
    stays = make_player(two.harbour, "Anne Lee")
    merge_players(stays=stays, goes=two.ann.home_player, by=BY)
    two.ann.refresh_from_db()
    assert two.ann.home_player == stays
    undo_merge(stays=stays, goes=two.harbour.players.get(name="Ann Lee"), by=BY)
    two.ann.refresh_from_db()
    assert two.ann.home_player.name == "Ann Lee"


def test_two_who_are_registered_are_not_merged():
    two = Two()
    bob = register(two.season, two.harbour, "Bob Ray")
    for stays, goes in [(two.ann.player, bob.player), (two.ann.home_player, bob.home_player)]:
        with pytest.raises(CannotMerge, match="Both are registered in Spring"):
            merge_players(stays=stays, goes=goes, by=BY)


@pytest.mark.long
def test_nothing_leads_from_a_forgotten_player_to_the_association():
    two = Two()
    two.transfer()
    preview = personal_data.preview_forgetting(two.ann.home_player)
    assert list(preview.registered) == [(two.association.club.name, "Ann Lee")]
    assert list(personal_data.preview_forgetting(two.ann.player).registered) == []
    personal_data.forget_player(player=two.ann.home_player, by=BY)
    two.ann.refresh_from_db()
    assert two.ann.home_player is None
    assert [row.player.name for row in registrations_of(two.season)] == ["Ann Lee"]
