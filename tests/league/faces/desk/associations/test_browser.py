"""The pages of associations on a phone: nothing goes sideways."""

import pytest
from django.urls import reverse

from league.office.associations import services as associations
from league.office.associations.models import Transfer
from league.play.events import services as events
from tests.league.factories import PASSWORD, make_club, make_member, make_player, make_user
from tests.league.office.associations.factories import (
    NOW,
    SECRETARY,
    join,
    make_association,
    make_league,
    register,
    season_of,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]


@pytest.fixture
def pages():
    """An owner of both sides, and the addresses of their pages."""
    owner = make_user("Olive Owner", email="olive@example.org", password=PASSWORD)
    association = make_association("County League of Pinochle and Pitch Clubs")
    make_member(association.club, owner, "owner")
    harbour = join(association, make_club("Harbour Street", owner=owner))
    mill = join(association, "Mill Lane Pinochle Society")
    asks = make_club("Old Town")
    associations.ask_to_join(association=association, club=asks, actor=SECRETARY, at=NOW)
    season = season_of(association, ends_on="2199-12-31")
    season.refresh_from_db()
    for name in ("Ann Lee", "Bartholomew Featherstonehaugh"):
        register(season, harbour, name)
    cy = register(season, mill, "Cy Poe")
    associations.transfer_player(
        season=season,
        player=cy.player,
        to_club=harbour,
        home_player=make_player(harbour, "Cy Poe"),
        actor=SECRETARY,
        at=NOW,
    )
    make_player(harbour, "Di Fox")
    event = make_league(season, entry_kind="team")
    events.open_event(event=event, actor=SECRETARY, at=NOW)
    own, body = [harbour.slug], [association.club.slug]
    within = [*own, *body]
    return [
        reverse("desk:associations", args=own),
        reverse("desk:association_players", args=within),
        reverse("desk:association_entries", args=[*within, event.slug]),
        reverse("desk:association_rules", args=body),
        reverse("desk:association_clubs", args=body),
        reverse("desk:association_registrations", args=body),
        reverse("desk:championship", args=[*body, event.slug]),
    ]


def test_the_pages_fit_on_a_phone_and_a_transfer_is_consented_to(web, open_browser, pages):
    page = open_browser()
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(web.url + pages[0])
    page.get_by_label("E-mail address").first.fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    for address in pages:
        page.goto(web.url + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
    page.goto(web.url + pages[5])
    page.get_by_role("button", name="Consent Cy Poe").click()
    page.get_by_text("Saved.").wait_for()
    assert Transfer.objects.get().state == "done"
