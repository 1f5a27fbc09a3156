"""What happens between clubs is sent to the people of the other side and to the player, once."""

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse

from league.clubs.models import Role
from league.foundation.journal.actor import SYSTEM, Act
from league.office.associations import services as associations
from league.office.associations.models import TransferRule
from league.office.personal_data.services import forget_player
from tests.league.factories import actor_of, make_club, make_member, make_player, make_user
from tests.league.office.associations.factories import (
    NOW,
    join,
    make_association,
    season_of,
)
from tests.league.office.notifications.notifying_club import turn

pytestmark = pytest.mark.django_db
A_DAY = timedelta(days=1)


class County:
    """An association with an owner and a director, and two clubs of such people each."""

    def __init__(self):
        self.association = make_association("County League", transfers=TransferRule.CONSENT)
        self.season = season_of(self.association)
        self.mill, self.harbour = make_club("Mill Lane"), make_club("Harbour Street")
        self.people = {
            club.pk: [self._person(club, role) for role in (Role.OWNER, Role.DIRECTOR)]
            for club in (self.association.club, self.mill, self.harbour)
        }

    def _person(self, club, role):
        user = make_user(f"{role.label} {club.name}")
        make_member(club, user, role)
        return user

    def owner(self, club):
        return self.people[club.pk][0]

    def join(self, *clubs):
        for club in clubs:
            join(self.association, club)
        turn(NOW)

    def player(self, club, name="Ann Archer"):
        player = make_player(club, name)
        player.user = make_user(name)
        player.save(update_fields=["user"])
        return player

    def register(self, club, player, by=None, at=NOW):
        who = actor_of(by or self.owner(club))
        return associations.register_player(
            season=self.season, club=club, player=player, by=Act(who, at)
        )

    def ask_for(self, player, own, *, at=NOW):
        """Ask, as Harbour Street's owner, for the transfer of an association's player."""
        return associations.transfer_player(
            season=self.season,
            player=player,
            to_club=self.harbour,
            home_player=own,
            by=Act(actor_of(self.owner(self.harbour)), at),
        )

    def everybody(self, *clubs):
        return [user.email for club in clubs for user in self.people[club.pk]]


@pytest.fixture
def county(time_machine):
    time_machine.move_to(NOW, tick=False)
    return County()


def mails(at=NOW):
    return sorted(turn(at))


@pytest.mark.long
def test_an_association_is_notified_without_a_name_that_its_player_was_forgotten_at_home(county):
    county.join(county.mill)
    home = county.player(county.mill)
    theirs = county.register(county.mill, home).player
    turn(NOW)

    forgetter = actor_of(county.owner(county.mill))
    forget_player(player=home, by=Act(forgetter, NOW + A_DAY))

    words = (
        f"Mill Lane forgot a player at the person’s wish, who is number {theirs.pk} of your players"
    )
    assert mails(NOW + A_DAY) == [(county.owner(county.association.club).email, words)]
    page = reverse("desk:player_forget", args=[county.association.club.slug, theirs.pk])
    assert page in mail.outbox[-1].body
    assert "Ann Archer" not in mail.outbox[-1].body


def test_an_association_that_has_forgotten_the_player_gets_no_notice(county):
    county.join(county.mill)
    home = county.player(county.mill)
    theirs = county.register(county.mill, home).player
    turn(NOW)

    for player in (home, theirs):
        forget_player(player=player, by=Act(SYSTEM, NOW + A_DAY))

    assert mails(NOW + A_DAY) == []
