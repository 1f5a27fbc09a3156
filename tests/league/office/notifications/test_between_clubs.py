"""What happens between clubs is told to the people of the other side and to the player, once."""

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse

from league.clubs.models import Role
from league.foundation.journal.actor import SYSTEM, Actor
from league.office.associations import services as associations
from league.office.associations.models import Transfer, TransferRule
from league.office.notifications.models import Notification
from league.office.notifications.topics import Topic
from league.office.personal_data.services import forget_player
from league.play.events import services as events
from tests.league.factories import actor_of, make_club, make_member, make_player, make_user
from tests.league.office.associations.factories import (
    NOW,
    join,
    make_association,
    make_league,
    season_of,
)
from tests.league.office.notifications.club_that_tells import choose, turn
from tests.league.play.events.factories import PITCH

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
            season=self.season, club=club, player=player, actor=who, at=at
        )

    def ask_for(self, player, own, *, at=NOW):
        """Ask, as Harbour Street's owner, for the transfer of an association's player."""
        return associations.transfer_player(
            season=self.season,
            player=player,
            to_club=self.harbour,
            home_player=own,
            actor=actor_of(self.owner(self.harbour)),
            at=at,
        )

    def everybody(self, *clubs):
        return [user.email for club in clubs for user in self.people[club.pk]]


@pytest.fixture
def county(time_machine):
    time_machine.move_to(NOW, tick=False)
    return County()


def mails(at=NOW):
    return sorted(turn(at))


def test_an_invitation_is_told_to_the_owners_of_the_club_alone_and_once(county):
    owner = county.owner(county.association.club)
    invitation = {"association": county.association, "club": county.mill}
    associations.invite_club(**invitation, actor=actor_of(owner), at=NOW)

    words = f"{owner.name} invited Mill Lane to join County League"
    assert mails() == [(county.owner(county.mill).email, words)]
    assert mails(NOW + A_DAY) == []


@pytest.mark.long
def test_a_club_that_asks_and_the_answer_are_told_to_the_other_side(county):
    asker, answerer = county.owner(county.mill), county.owner(county.association.club)
    both = {"association": county.association, "club": county.mill}
    associations.ask_to_join(**both, actor=actor_of(asker), at=NOW)
    assert mails() == [(answerer.email, f"{asker.name} asked for Mill Lane to join County League")]

    said = {"waits": "asked", "accepts": False, "actor": actor_of(answerer), "at": NOW + A_DAY}
    associations.answer(**both, **said)
    words = f"{answerer.name} declined: Mill Lane does not join County League"
    assert mails(NOW + A_DAY) == [(asker.email, words)]


@pytest.mark.long
def test_an_invitation_that_was_answered_before_the_mail_left_is_not_sent(county):
    both = {"association": county.association, "club": county.mill}
    county_owner = actor_of(county.owner(county.association.club))
    associations.invite_club(**both, actor=county_owner, at=NOW)
    accepted = {"waits": "invited", "accepts": True, "at": NOW}
    associations.answer(**both, **accepted, actor=actor_of(county.owner(county.mill)))

    assert [to for to, _ in mails()] == [county.owner(county.association.club).email]


@pytest.mark.long
def test_who_acts_for_both_sides_is_told_once_of_what_a_third_person_did(county):
    county.join(county.mill)
    both_sides = county.owner(county.mill)
    make_member(county.association.club, both_sides, Role.OWNER)
    both = {"association": county.association, "club": county.mill}
    associations.leave(**both, actor=Actor(name="Support", via="desk"), at=NOW)

    assert [to for to, _ in mails()].count(both_sides.email) == 1


@pytest.mark.long
def test_a_player_learns_of_a_registration_and_of_its_end(county):
    county.join(county.mill)
    ann = county.player(county.mill)
    registration = county.register(county.mill, ann)
    season = county.season.name
    words = f"You are registered for Mill Lane in {season} (County League)"
    assert mails() == [(ann.user.email, words)]

    who = {"actor": actor_of(county.owner(county.mill)), "at": NOW + A_DAY}
    associations.end_registration(registration=registration, **who)
    words = f"You are no longer registered for Mill Lane in {season} (County League)"
    assert mails(NOW + A_DAY) == [(ann.user.email, words)]


def test_a_club_learns_that_the_association_ended_a_registration(county):
    county.join(county.mill)
    ann = county.player(county.mill)
    registration = county.register(county.mill, ann)
    mails()
    who = {"actor": actor_of(county.owner(county.association.club)), "at": NOW + A_DAY}
    associations.end_registration(registration=registration, **who)

    assert sorted(to for to, _ in mails(NOW + A_DAY)) == sorted(
        [ann.user.email, *county.everybody(county.mill)]
    )


def asked_transfer(county):
    county.join(county.mill, county.harbour)
    ann = county.player(county.mill)
    registration = county.register(county.mill, ann)
    mails()
    own = make_player(county.harbour, "Ann A")
    return ann, county.ask_for(registration.player, own, at=NOW + A_DAY)


@pytest.mark.long
def test_a_transfer_is_told_to_who_decides_to_the_club_that_is_left_and_to_the_player(county):
    ann, _transfer = asked_transfer(county)
    sent = mails(NOW + A_DAY)

    others = county.everybody(county.association.club, county.mill)
    assert sorted(to for to, _ in sent) == sorted([ann.user.email, *others])
    said = dict(sent)
    assert said[ann.user.email].startswith("Harbour Street asks for your transfer from Mill Lane")
    assert "asked for the transfer of Ann Archer from Mill Lane" in said[others[0]]
    assert mails(NOW + A_DAY) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("agrees", "words"),
    [
        (True, "You play for Harbour Street now, no longer for Mill Lane"),
        (False, "Your transfer to Harbour Street was refused: you play for Mill Lane"),
    ],
)
def test_what_came_of_a_transfer_is_one_message_to_each(county, agrees, words):
    ann, transfer = asked_transfer(county)
    mails(NOW + A_DAY)
    decider = county.owner(county.association.club)
    at = NOW + 2 * A_DAY
    associations.consent(transfer=transfer, agrees=agrees, actor=actor_of(decider), at=at)
    sent = mails(at)

    clubs = county.everybody(county.mill, county.harbour)
    assert sorted(to for to, _ in sent) == sorted([ann.user.email, *clubs])
    assert dict(sent)[ann.user.email].startswith(words)


def test_a_transfer_that_was_taken_back_asks_nobody_to_consent_any_more(county):
    _ann, transfer = asked_transfer(county)
    who = actor_of(county.owner(county.harbour))
    associations.take_back(transfer=transfer, actor=who, at=NOW + A_DAY)

    subjects = [subject for _, subject in mails(NOW + A_DAY)]
    assert subjects
    assert not [one for one in subjects if "waits" in one or "asked for the transfer" in one]
    assert Transfer.objects.get().state == "taken_back"


@pytest.mark.long
def test_who_wants_to_hear_nothing_of_associations_is_told_nothing(county):
    choose(county.owner(county.mill), county.mill, never=[Topic.ASSOCIATIONS])
    invitation = {"association": county.association, "club": county.mill}
    owner = actor_of(county.owner(county.association.club))
    associations.invite_club(**invitation, actor=owner, at=NOW)

    assert mails() == []
    assert not Notification.objects.exists()


@pytest.mark.long
def test_the_directors_of_a_club_learn_that_it_was_withdrawn_from_an_event(county):
    county.join(county.mill)
    event = make_league(county.season, **PITCH)
    ann = county.register(county.mill, county.player(county.mill))
    who = {"actor": actor_of(county.owner(county.association.club)), "at": NOW}
    events.open_event(event=event, **who)
    associations.enter_for_club(event=event, club=county.mill, players=[ann.player], **who)
    mails()
    associations.withdraw_club(event=event, club=county.mill, reason="no players", **who)

    sent = [to for to, subject in mails() if "withdrew Mill Lane" in subject]
    assert sorted(sent) == sorted(county.everybody(county.mill))


@pytest.mark.long
def test_an_association_is_told_without_a_name_that_its_player_was_forgotten_at_home(county):
    county.join(county.mill)
    home = county.player(county.mill)
    theirs = county.register(county.mill, home).player
    turn(NOW)

    forgetter = actor_of(county.owner(county.mill))
    forget_player(player=home, actor=forgetter, at=NOW + A_DAY)

    words = (
        f"Mill Lane forgot a player at the person’s wish, who is number {theirs.pk} of your players"
    )
    assert mails(NOW + A_DAY) == [(county.owner(county.association.club).email, words)]
    page = reverse("desk:player_forget", args=[county.association.club.slug, theirs.pk])
    assert page in mail.outbox[-1].body
    assert "Ann Archer" not in mail.outbox[-1].body


def test_an_association_that_has_forgotten_the_player_is_told_nothing(county):
    county.join(county.mill)
    home = county.player(county.mill)
    theirs = county.register(county.mill, home).player
    turn(NOW)

    for player in (home, theirs):
        forget_player(player=player, actor=SYSTEM, at=NOW + A_DAY)

    assert mails(NOW + A_DAY) == []
