"""Individuals and pairs arrange their matches themselves, in knock-outs and in groups."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.calendar.captains import services as captains
from league.foundation.journal.actor import Act
from league.play.results.models import TableResult, TableState
from tests.league.calendar.captains.factories import match_of, people_of
from tests.league.factories import actor_of, make_user
from tests.league.play.events.factories import make_running
from tests.league.play.results.factories import NOW, make_round

pytestmark = pytest.mark.django_db
SINGLES = {"entry_kind": "individual", "variant": "two-handed-pinochle"}
PAIRS = {"entry_kind": "pair"}


def make_match(kind, format="knockout"):
    """Make the first match of two entries whose players all have accounts."""
    count = 2 if format == "knockout" else 4
    event = make_running(count, format=format, final_scores="table", **kind)
    match = match_of(make_round(event))
    for entry in match.entries:
        for player in people_of(entry):
            player.user = make_user(player.name, email=f"player{player.pk}@example.org")
            player.save(update_fields=["user"])
    return match


def users_of(match, side):
    return [player.user for player in people_of(match.entries[side])]


def press(user, match, act, **data):
    client = Client()
    client.force_login(user)
    return client.post(
        reverse("account:match", args=[match.round.pk, match.number]), {"act": act, **data}
    )


@pytest.mark.parametrize("kind", [SINGLES, PAIRS], ids=["singles", "pairs"])
def test_the_result_is_entered_and_confirmed_by_the_players(kind):
    match = make_match(kind)
    one, other = users_of(match, 0)[-1], users_of(match, 1)[-1]
    captains.enter_result(
        match=match,
        table=match.tables[0],
        side=0,
        data={"final_score": [120, 80]},
        key=uuid4(),
        even_early=True,
        by=Act(actor_of(one), NOW),
    )
    assert TableResult.objects.get().state == TableState.ENTERED

    press(other, match, "confirm")

    assert TableResult.objects.get().state == TableState.CONFIRMED
