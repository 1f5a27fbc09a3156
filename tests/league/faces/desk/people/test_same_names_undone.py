"""Words that tell players of one name apart, undone where they were written."""

import pytest
from django.urls import reverse

from league.clubs.models import Player, Role
from league.clubs.services import change_player
from league.foundation.journal.actor import Act
from tests.league.faces.desk.clients import client_of
from tests.league.faces.desk.undoing import button_of, post
from tests.league.factories import NOW, actor_of, make_club, make_player, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    """A club with two players of one name, from before they had to be distinguished."""
    club = make_club()
    make_player(club, "Ann Lee")
    make_player(club, "Ann Lee")
    return club


def written(club, **words):
    """Write a word for each, by the order in which they came; return client and button."""
    director = client_of(club, Role.DIRECTOR)
    pks = club.players.order_by("pk").values_list("pk", flat=True)
    typed = {f"word_{pk}": word for pk, word in zip(pks, words.values(), strict=True)}
    return director, button_of(director, post(director, "same_names", club.slug, **typed))


def names(club):
    return list(club.players.order_by("pk").values_list("name", "told_apart_by"))


def said_after(client, button):
    return client.get(client.post(*button)["Location"]).content.decode()


def test_who_was_changed_since_stays_and_is_named(club):
    director, button = written(club, first="Dover", second="Kent")
    second = Player.objects.get(told_apart_by="Kent")
    someone = actor_of(make_user("Some Body"))
    change_player(player=second, told_apart_by="Deal", by=Act(someone, NOW))

    said = said_after(director, button)

    assert "stay as they are: Ann Lee (Deal)." in said
    assert [name for name, _word in names(club)] == ["Ann Lee", "Ann Lee (Deal)"]


def test_a_seal_of_another_club_renames_nobody(club):
    director, (_address, fields) = written(club, first="Dover", second="")
    other = make_club("Hill Cards")
    there = reverse("desk:same_names_undo", args=[other.slug])
    client_of(other, Role.DIRECTOR).post(there, fields)
    director.post(reverse("desk:same_names_undo", args=[club.slug]), {"words": "made:up:seal"})

    assert names(club)[0] == ("Ann Lee (Dover)", "Dover")
