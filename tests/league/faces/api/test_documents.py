"""Documents for programs: the same as the pages answer with, for the same people."""

import pytest

from tests.league.faces.api.factories import V1, client_of
from tests.league.factories import make_club, make_member
from tests.league.office.paper.reading import text_of
from tests.league.play.rounds.factories import make_evening, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    return open_round(make_evening(8, make_club()))


def program(round_, role="scorer"):
    return client_of(make_member(round_.stage.event.club, role=role).user)


def at(round_, name):
    return f"{V1}/rounds/{round_.pk}/documents/{name}"


def test_strangers_read_the_names_that_players_show(client, round_):
    event = round_.stage.event
    event.club.players.update(public_name="initials")
    player = event.club.players.first()
    surname = player.name.split()[-1]
    shown, full = client.get(at(round_, "round")), program(round_).get(at(round_, "round"))
    assert surname not in text_of(shown.content)
    assert surname in text_of(full.content)
