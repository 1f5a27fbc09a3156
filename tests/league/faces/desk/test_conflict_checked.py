"""Two people save the same thing: the second sees what the first has changed."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Player
from league.foundation.journal.actor import Act, Actor
from league.play.results import services as results
from league.play.results.models import Submission
from tests.league.faces.api.factories import make_night
from tests.league.faces.desk.clients import signed_in
from tests.league.factories import make_member
from tests.league.play.results.factories import pinochle, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(club):
    owner, director = make_member(club, role="owner"), make_member(club, role="director")
    director.role = "owner"
    director.save()
    return signed_in(owner), signed_in(director), director.user


def typed_on(client, address) -> dict[str, object]:
    """Return what the page's form would send as it stands."""
    form = client.get(address).context["form"]
    return {name: form[name].value() or "" for name in form.fields}


@pytest.mark.long
def test_the_second_to_save_a_player_learns_what_changed_and_by_whom(club, two):
    first, second, person = two
    player = Player.objects.create(club=club, name="Ada", sort_name="", sort_key="ada")
    address = reverse("desk:player", args=[club.slug, player.pk])
    mine, theirs = typed_on(first, address), typed_on(second, address)
    assert second.post(address, theirs | {"member_number": "12"}).status_code == 302
    answer = first.post(address, mine | {"email": "ada@example.org"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert str(person) in page
    assert "Member number is now “12”" in page
    assert 'value="ada@example.org"' in page
    player.refresh_from_db()
    assert (player.member_number, player.email) == ("12", "")
    # saved once more, it is meant
    again = {name: answer.context["form"][name].value() or "" for name in mine}
    assert first.post(address, again).status_code == 302
    player.refresh_from_db()
    assert player.email == "ada@example.org"


def test_the_second_to_correct_a_deal_sees_the_first_correction_before(club):
    night = make_night(club)
    (deal,) = play(night.table, pinochle())
    client = Client()
    client.force_login(night.users["director"])
    at = [club.slug, night.event.slug, night.table.pk, deal.number]
    address = reverse("desk:deal_correct", args=at)
    old = client.get(address).context["before"].pk
    right = pinochle(melds=(20, 20))["summary"]

    results.correct(
        submission=deal,
        data={"summary": right},
        reason="The melds were wrong.",
        by=Act(Actor(user_id=night.users["owner"].pk, name="Olive", via="desk"), timezone.now()),
    )
    form = client.get(address).context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    answer = client.post(
        address, typed | {"do": "write", "reason": "They said so.", "seen": old, "melds_0": "34"}
    )
    assert answer.status_code == 422, answer.content.decode()[:500]
    page = answer.content.decode()
    assert page.index("What counts now") < page.index("The melds were wrong.")
    assert page.index("The melds were wrong.") < page.index("While you had this page open")
    assert Submission.objects.count() == 2
