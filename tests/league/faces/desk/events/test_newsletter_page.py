"""The newsletter at the desk: from standings and deals, with public names, in two languages."""

import pytest
from django.urls import reverse

from league.clubs.models import Player, Role
from tests.league.faces.public.factories import make_played
from tests.league.factories import make_member
from tests.league.tables.standings.factories import build

pytestmark = pytest.mark.django_db


def page_of(client, event, name="newsletter", **query):
    return client.get(reverse(f"desk:{name}", args=[event.club.slug, event.slug]), query)


@pytest.fixture
def event(client):
    stage, _table, _result = make_played()
    build(stage)
    client.force_login(make_member(stage.event.club, role=Role.DIRECTOR).user)
    return stage.event


@pytest.mark.long
def test_players_are_called_what_they_show_everybody(client, event):
    Player.objects.filter(name="Ann Lee").update(public_name="initials")
    build(event.stages.get())

    assert "Ann Lee" not in page_of(client, event).context["text"]


@pytest.mark.long
def test_a_prepared_deal_that_others_have_still_to_play_is_left_out(client, event):
    stage = event.stages.get()
    table = stage.rounds.get().tables.get()
    table.deal_numbers = [1]
    table.save()
    other = table.round.tables.create(number=2, deal_numbers=[1])

    assert "deal of the night" not in page_of(client, event).context["text"]
    other.delete()
    assert "deal of the night" in page_of(client, event).context["text"]
