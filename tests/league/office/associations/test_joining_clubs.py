"""Associations are founded; clubs are invited, ask, join, decline and leave."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.office.associations import services as associations
from league.office.associations.models import AssociatedClub, Association, Belonging
from league.office.associations.selectors import associations_with, clubs_of, is_in
from league.play.events import services as events
from tests.league.factories import make_club, make_user
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


def answer(association, club, waits, accepts=True):
    return associations.answer(
        association=association, club=club, waits=waits, accepts=accepts, by=BY
    )


def kinds(club):
    return list(
        Happening.objects.filter(club_id=club.pk, kind__startswith="association.")
        .order_by("id")
        .values_list("kind", flat=True)
    )


def test_a_new_club_is_an_association_with_its_founder_as_owner():
    sue = make_user("Sue")
    association = associations.create_association(name="County League", owner=sue, by=BY)
    assert association.club.members.get().user == sue
    assert associations.found_association(club=association.club, by=BY) == association
    assert kinds(association.club) == ["association.founded"]


def test_an_invited_club_joins_when_it_accepts_and_both_journals_say_so():
    association, club = make_association(), make_club("Harbour Street")
    for _twice in range(2):
        associations.invite_club(association=association, club=club, by=BY)
    assert not is_in(association, club)
    for _twice in range(2):
        assert answer(association, club, Belonging.INVITED).state == "member"
    assert [row.club for row in clubs_of(association)] == [club]
    assert [row.association for row in associations_with(club)] == [association]
    assert kinds(club) == ["association.club_invited", "association.club_joined"]
    assert kinds(association.club)[-2:] == kinds(club)


def test_a_club_that_asks_joins_when_it_is_invited():
    association, club = make_association(), make_club("Harbour Street")
    associations.ask_to_join(association=association, club=club, by=BY)
    assert associations.invite_club(association=association, club=club, by=BY).state == "member"


def test_nobody_accepts_the_own_offer():
    association, club = make_association(), make_club("Harbour Street")
    associations.invite_club(association=association, club=club, by=BY)
    with pytest.raises(associations.NotWaiting):
        answer(association, club, Belonging.ASKED)
    assert not is_in(association, club)


def test_an_association_cannot_join_itself():
    association = make_association()
    with pytest.raises(associations.CannotJoin, match="its own clubs"):
        associations.invite_club(association=association, club=association.club, by=BY)


def test_a_club_that_leaves_has_no_registrations_left():
    association = make_association()
    club, season = join(association, "Harbour Street"), season_of(association)
    row = register(season, club, "Ann Lee")
    for _twice in range(2):
        associations.leave(association=association, club=club, by=BY)
    row.refresh_from_db()
    assert row.ended_at == NOW
    assert not is_in(association, club)


@pytest.mark.long
def test_a_club_leaves_only_when_nothing_of_it_is_to_be_played():
    association = make_association()
    club, season = join(association, "Harbour Street"), season_of(association)
    event = make_league(season, entry_kind="team")
    ann = register(season, club, "Ann Lee").player
    events.add_entry(event=event, players=[ann], name="Harbour Street A", by=BY)
    with pytest.raises(associations.StillEntered, match="1 event: Division 1"):
        associations.leave(association=association, club=club, by=BY)
    associations.withdraw_club(event=event, club=club, by=BY)
    associations.leave(association=association, club=club, by=BY)
    assert not is_in(association, club)


def test_an_association_ends_only_without_clubs():
    association = make_association()
    club = join(association, "Harbour Street")
    with pytest.raises(associations.AssociationInUse, match="clubs: 1, registrations: 0"):
        associations.end_association(club=association.club, by=BY)
    associations.leave(association=association, club=club, by=BY)
    for _twice in range(2):
        associations.end_association(club=association.club, by=BY)
    assert not Association.objects.exists()
    with pytest.raises(associations.NoAssociation):
        associations.change_rules(association=association, most_transfers=1, by=BY)


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"transfers": "sometimes"}, "transfers"),
        ({"transfers": "until"}, "transfers_until"),
        ({"most_transfers": 0}, "most_transfers"),
        ({"most_registered": 5_001}, "most_registered"),
    ],
)
def test_rules_that_make_no_sense_are_refused(rules, field):
    association = make_association()
    with pytest.raises(associations.AssociationInvalid) as refused:
        associations.change_rules(association=association, **rules, by=BY)
    assert refused.value.field == field


def test_the_last_day_goes_with_the_rule_that_has_one():
    association = make_association(transfers="until", transfers_until=date(2026, 5, 1))
    association = associations.change_rules(association=association, transfers="anytime", by=BY)
    assert association.transfers_until is None


def test_the_database_refuses_a_member_without_its_day():
    association, club = make_association(), make_club("Harbour Street")
    with pytest.raises(IntegrityError), transaction.atomic():
        AssociatedClub.objects.create(
            association=association, club=club, state="member", offered_at=NOW
        )
