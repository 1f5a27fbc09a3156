"""A query that is compiled once gives what Django's own gives, whatever its values are."""

import pytest
from django.db import connection
from django.db.models import Count
from django.db.models.functions import Lower
from django.test.utils import CaptureQueriesContext

from league.clubs.models import Club, Player
from league.foundation.compiled_queries import CompiledQuery, give_related
from tests.league.factories import make_club

pytestmark = pytest.mark.django_db


def players(*names, club="Owls"):
    club = make_club(club)
    return [Player.objects.create(club=club, name=name, sort_key=name) for name in names]


def test_it_gives_the_models_with_what_was_selected_and_annotated():
    ann, bob = players("Ann", "Bob")
    asked = CompiledQuery(
        lambda value: (
            Player.objects.filter(name=value("name"))
            .select_related("club")
            .annotate(low=Lower("name"))
        )
    )
    for player in (ann, bob, ann):
        with CaptureQueriesContext(
            connection,
        ) as sent:
            (found,) = asked(name=player.name)
            assert (found, found.club.name, found.low) == (player, "Owls", player.name.lower())
        assert len(sent) == 1
    assert asked(name="Cy") == []


def test_one_of_many_is_asked_with_one_text_however_many_they_are():
    ann, bob, cy = players("Ann", "Bob", "Cy")
    asked = CompiledQuery(
        lambda value: (
            Player.objects.filter(pk__any_of=value("ids"), club__any_of=value("clubs"))
            .order_by("pk")
            .values_list("name", flat=True)
        )
    )
    clubs = [ann.club_id]
    assert asked(ids=[], clubs=clubs) == []
    assert asked(ids=[cy.pk, ann.pk], clubs=clubs) == ["Ann", "Cy"]
    assert asked(ids=[ann.pk, bob.pk, cy.pk], clubs=clubs) == ["Ann", "Bob", "Cy"]
    assert asked(ids=[bob.pk], clubs=[0]) == []


def test_values_in_a_subquery_and_in_a_limit_that_is_fixed():
    players("Ann", "Bob", club="Owls")
    players("Cy", club="Larks")
    asked = CompiledQuery(
        lambda value: (
            Club.objects.filter(players__in=Player.objects.filter(name__any_of=value("names")))
            .annotate(size=Count("players"))
            .order_by("name")
            .values_list("name", "size")[:1]
        )
    )
    assert asked(names=["Ann", "Bob", "Cy"]) == [("Larks", 1)]
    assert asked(names=["Bob", "Ann"]) == [("Owls", 2)]


def test_a_value_never_becomes_a_part_of_the_sql():
    players("Ann")
    asked = CompiledQuery(lambda value: Player.objects.filter(name=value("name")))
    for text in ("' OR 1=1 --", "%s", "%(name)s", "O’Hara \\", ""):
        assert asked(name=text) == []
    odd = "100% '; --"
    players(odd, club="Odd")
    assert [player.name for player in asked(name=odd)] == [odd]


def test_a_number_beyond_all_ids_finds_nothing_and_asks_nothing(django_assert_num_queries):
    (ann,) = players("Ann")
    asked = CompiledQuery(lambda value: Player.objects.filter(pk=value("pk")))
    assert asked(pk=ann.pk) == [ann]
    assert asked(pk=2**63 - 1) == []
    with django_assert_num_queries(0):
        assert asked(pk=2**63) == asked(pk=-(2**63) - 1) == asked(pk=10**4000) == []


def test_rows_are_found_at_their_owners_without_a_query(django_assert_num_queries):
    players("Ann", "Bob", club="Owls")
    players("Cy", club="Larks")
    make_club("Empty")
    clubs = list(Club.objects.order_by("name"))
    rows = list(Player.objects.order_by("-name"))
    with django_assert_num_queries(0):
        give_related(clubs, "players", rows)
        names = [[player.name for player in club.players.all()] for club in clubs]
        assert all(player.club is club for club in clubs for player in club.players.all())
    assert names == [[], ["Cy"], ["Bob", "Ann"]]
    # whoever asks for more asks the database, and for the owner's rows alone
    assert [club.players.filter(name__gt="B").count() for club in clubs] == [0, 1, 1]
