"""A registered player of an association has the account of the club's own player."""

import pytest

from league.clubs import services as clubs
from league.foundation.journal.actor import Act
from league.foundation.journal.services import deliver_all
from tests.league.factories import make_player, make_user
from tests.league.office.associations.factories import (
    NOW,
    SECRETARY,
    join,
    make_association,
    register,
    season_of,
)

pytestmark = pytest.mark.django_db
BY = Act(SECRETARY, NOW)


@pytest.fixture
def row():
    association = make_association()
    return register(season_of(association), join(association, "Harbour Street"), "Dorothea")


def account(row):
    deliver_all()
    row.player.refresh_from_db()
    return row.player.user


def link(row, name="Dorothea"):
    user = make_user(name, email=f"{name.lower()}@example.org")
    row.home_player = clubs.link_player_to_account(player=row.home_player, user=user, by=BY)
    return user


def test_an_account_that_came_from_the_club_goes_with_it(row):
    link(row)
    assert account(row) is not None

    clubs.unlink_player(player=row.home_player, by=BY)

    assert account(row) is None


@pytest.mark.long
def test_an_account_that_the_association_linked_stays(row):
    user = make_user("Dorothea", email="d@example.org")
    clubs.link_player_to_account(player=row.player, user=user, by=BY)
    link(row, "Other")
    assert account(row) == user

    clubs.unlink_player(player=row.home_player, by=BY)

    assert account(row) == user


def test_an_account_of_another_player_of_the_association_is_left_there(row):
    user = link(row)
    treasurer = make_player(row.season.club, "D. the treasurer", user=user)

    assert account(row) is None
    treasurer.refresh_from_db()
    assert treasurer.user == user
