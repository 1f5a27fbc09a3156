"""Telephone numbers of players: typed, imported, printed for directors, and secret to others."""

import pytest
from django.urls import reverse

from league.clubs.services.players import PlayerInvalid, add_player, change_player
from league.foundation.journal.actor import Act
from league.office.associations.selectors import dialled
from league.office.personal_data.services.forgetting import forget_player
from tests.league.factories import actor_of, make_member
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.tables.standings.factories import (
    build,
    make_round,
    make_stage,
    play,
    player_named,
)

pytestmark = pytest.mark.django_db

NUMBER = "+49 (0)40 123-45"


@pytest.fixture
def player(club):
    return add_player(club=club, name="Ann Lee", phone=NUMBER, by=Act(DIRECTOR, NOW))


@pytest.mark.parametrize(
    ("phone", "wanted"),
    [(NUMBER, "+494012345"), ("(0)40 12/3", "040123"), ("020 7946 0000", "02079460000")],
)
def test_a_phone_dials_no_zero_behind_the_country(phone, wanted):
    assert dialled(phone) == wanted


@pytest.mark.parametrize("phone", ["ask Bob", "1", "0" * 31, "+49 40 <b>"])
def test_what_is_no_number_is_refused(player, phone):
    with pytest.raises(PlayerInvalid, match="is not a telephone number") as refused:
        change_player(player=player, phone=phone, by=Act(DIRECTOR, NOW))

    assert refused.value.field == "phone"


def test_whoever_is_forgotten_has_no_number(club, player):
    owner = make_member(club, role="owner").user
    forget_player(player=player, by=Act(actor_of(owner), NOW))
    player.refresh_from_db()

    assert player.phone == ""


def test_no_public_page_shows_it(client):
    stage = make_stage("Ann Lee", "Bob Ray")
    play(make_round(stage), {"Ann Lee": 300, "Bob Ray": 100})
    build(stage)
    player = player_named("Ann Lee")
    change_player(player=player, phone=NUMBER, by=Act(DIRECTOR, NOW))
    slug = stage.event.club.slug
    for name, *args in (("player", player.pk), ("event", stage.event.slug), ("club",)):
        page = client.get(reverse(f"public:{name}", args=[slug, *args]))

        assert page.status_code == 200
        assert "123-45" not in page.content.decode()
