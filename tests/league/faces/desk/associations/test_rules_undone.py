"""What an owner says of an association is undone where it was said, unless it changed since."""

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.office.associations import services as associations
from league.office.associations.models import Association
from tests.league.faces.desk.clients import client_of
from tests.league.faces.desk.undoing import button_of, post, undo
from tests.league.factories import make_club
from tests.league.office.associations.factories import NOW, SECRETARY, make_association

pytestmark = pytest.mark.django_db

RULES = ("transfers", "transfers_until", "most_transfers", "most_registered")
TYPED = {"is_association": "on", "transfers": "never", "most_registered": "40"}


def stored():
    return list(Association.objects.order_by("pk").values_list(*RULES))


@pytest.mark.long
@pytest.mark.parametrize("make", [make_club, lambda: make_association(transfers="anytime").club])
def test_the_rules_are_as_they_were(make):
    club = make()
    owner, before = client_of(club, Role.OWNER), stored()

    saved = post(owner, "association_rules", club.slug, **TYPED)
    assert stored() == [("never", None, None, 40)]
    back = undo(owner, saved)

    assert stored() == before
    assert owner.get(back["Location"]).status_code == 200


@pytest.mark.long
def test_an_association_that_was_ended_is_one_again_with_its_rules():
    club = make_association(transfers="anytime", most_registered=12).club
    owner, before = client_of(club, Role.OWNER), stored()

    ended = post(owner, "association_rules", club.slug, transfers="anytime")
    assert stored() == []
    undo(owner, ended)

    assert stored() == before


def test_rules_that_somebody_changed_since_stay():
    association = make_association(transfers="anytime")
    owner = client_of(association.club, Role.OWNER)
    address, fields = button_of(
        owner, post(owner, "association_rules", association.club.slug, **TYPED)
    )
    associations.change_rules(association=association, most_registered=30, actor=SECRETARY, at=NOW)

    refused = owner.post(address, fields).content.decode()

    assert "Most players that a club may register in a season is now “30”" in refused
    assert stored() == [("never", None, None, 30)]


@pytest.mark.long
def test_an_association_is_not_ended_while_a_club_is_invited():
    association = make_association()
    owner = client_of(association.club, Role.OWNER)
    associations.invite_club(
        association=association, club=make_club("Mill Lane"), actor=SECRETARY, at=NOW
    )

    page = owner.post(
        reverse("desk:association_rules", args=[association.club.slug]), {"transfers": "consent"}
    )

    assert "is in use (clubs: 1, registrations: 0)" in page.content.decode()
    assert stored()


@pytest.mark.long
def test_the_second_to_save_the_rules_is_told_what_changed():
    association = make_association(transfers="anytime")
    owner = client_of(association.club, Role.OWNER)
    page = reverse("desk:association_rules", args=[association.club.slug])
    seen = owner.get(page).context["form"]["seen"].value()
    associations.change_rules(association=association, most_registered=30, actor=SECRETARY, at=NOW)

    page = owner.post(page, TYPED | {"seen": seen}).content.decode()

    assert "While you had this page open" in page
    assert stored() == [("anytime", None, None, 30)]
