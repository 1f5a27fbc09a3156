"""The page of an association names its clubs, that of a club its associations."""

import pytest
from django.urls import reverse

from league.office.associations import services as associations
from tests.league.factories import make_club
from tests.league.office.associations.factories import NOW, SECRETARY, join, make_association

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def page(client, club):
    return client.get(reverse("public:club", args=[club.slug])).content.decode()


def test_both_sides_name_each_other_once_the_club_has_joined(client):
    association = make_association()
    club, invited = join(association, "Harbour Street"), make_club("Mill Lane")
    associations.invite_club(association=association, club=invited, actor=SECRETARY, at=NOW)
    own = page(client, association.club)
    assert "Clubs of the association" in own
    assert reverse("public:club", args=[club.slug]) in own
    assert "Mill Lane" not in own
    assert "County League" in page(client, club)
    assert "County League" not in page(client, invited)
