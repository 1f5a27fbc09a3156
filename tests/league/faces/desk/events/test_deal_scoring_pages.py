"""The set-up of scorings that compare deals."""

import pytest
from django.urls import reverse

from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(make_club(), variant="double-deck-pinochle")


@pytest.fixture
def address(client, event):
    client.force_login(make_member(event.club, role="director").user)
    return reverse("desk:event_setup", args=[event.club.slug, event.slug, "scoring"])


def chosen(client, address, event, **data):
    assert client.post(address, {"bye": "win"} | data).status_code == 302
    event.refresh_from_db()
    return event.method


def test_options_that_the_form_does_not_ask_for_stay(client, address, event):
    event.method = {"name": "butler", "drop_high": 1, "multiplier": 2}
    event.save()

    found = chosen(client, address, event, method="butler", multiplier="10")

    assert found == {"name": "butler", "drop_high": 1, "multiplier": 10}


def test_victory_points_of_teams_are_made_from_imps(client, address, event):
    data = {"method": "victory_points", "deals": "16", "multiplier": "3.5"}

    assert "multiplier" not in chosen(client, address, event, **data)

    event.entry_kind = "team"
    event.save()

    assert chosen(client, address, event, **data)["multiplier"] == 3.5
    # what cannot be shown again would be lost
    assert str(client.get(address).context["form"]["multiplier"].value()) == "3.5"
