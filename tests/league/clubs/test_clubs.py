"""Clubs: made, changed, and refused when they make no sense."""

import pytest
from django.db import IntegrityError, transaction

from league.clubs.models import Club, Role
from league.clubs.services import ClubInvalid, SlugTaken, change_club, create_club
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from tests.league.factories import NOW, actor_of, make_club, make_user

pytestmark = pytest.mark.django_db


def create(owner, name="Harbour Cards", **settings):
    return create_club(name=name, owner=owner, by=Act(actor_of(owner), NOW), **settings)


def test_who_makes_a_club_owns_it(owner):
    club = create(owner, time_zone="Europe/London")

    assert club.members.get().role == Role.OWNER
    assert (club.slug, club.time_zone) == ("harbour-cards", "Europe/London")
    assert sentence_of(Happening.objects.get()) == "Olive Owner created the club Harbour Cards"


def test_club_asked_for_twice_is_made_once(owner):
    assert create(owner, slug="harbour") == create(owner, slug="harbour")
    assert Happening.objects.count() == 1


def test_address_of_another_club_is_refused(owner):
    make_club("Harbour Cards", slug="harbour")

    with pytest.raises(SlugTaken) as refused:
        create(owner, slug="harbour")

    assert refused.value.field == "slug"


@pytest.mark.parametrize(
    ("name", "slugs"),
    [
        ("Harbour Cards", ["harbour-cards", "harbour-cards-2"]),
        ("日本橋クラブ", ["club", "club-2"]),
        ("New", ["new-2", "new-3"]),  # the address of the page that makes clubs
    ],
)
def test_address_is_made_of_the_name(name, slugs):
    made = [create(make_user(f"Owner {n}"), name=name).slug for n in range(2)]

    assert made == slugs


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"name": "   "}, "name"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"language": "xx"}, "language"),
        ({"accent_colour": "#0a4f9e"}, "main_colour"),
        ({"slug": "new"}, "slug"),
        ({"slug": "Not An Address"}, "slug"),
    ],
)
def test_club_that_makes_no_sense_is_refused_beside_its_field(owner, settings, field):
    with pytest.raises(ClubInvalid) as refused:
        create(owner, **settings)

    assert (refused.value.field, Club.objects.count()) == (field, 0)


def test_change_is_in_the_journal_with_what_was_and_what_is(owner):
    club = create(owner)
    for _ in range(2):
        change_club(club=club, time_zone="Asia/Tokyo", by=Act(actor_of(owner), NOW))

    last = Happening.objects.order_by("-id").first()
    assert sentence_of(last) == (
        "Olive Owner changed the settings of the club: time zone: UTC → Asia/Tokyo"
    )
    assert Happening.objects.count() == 2


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [({"name": ""}, "club_has_a_name"), ({"language": "xx"}, "club_known_language")],
)
def test_database_refuses_clubs_that_cannot_be(fields, constraint):
    club = {"name": "A", "slug": "a", "language": "en"}
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        Club.objects.create(**(club | fields))

    assert refused.value.__cause__.diag.constraint_name == constraint
