"""The pages of forgetting and deleting are whole on a small phone."""

import pytest
from django.urls import reverse

from tests.league.factories import PASSWORD, make_club, make_player, make_user

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

SMALL = {"viewport": {"width": 360, "height": 740}}


def test_nothing_is_wider_than_a_small_phone(web, open_browser):
    olive = make_user("Olive Owner", email="olive@example.org", password=PASSWORD)
    club = make_club(owner=olive)
    player = make_player(club, "Zerlina Quastenflosse", user=olive)
    page = open_browser(phone=True, **SMALL)
    page.goto(web.url + reverse("desk:club_privacy", args=[club.slug]))
    page.get_by_label("E-mail address").first.fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Type the name of the club to confirm").fill("Harbour Cards")
    page.get_by_role("button", name="Delete the club").click()
    page.get_by_role("button", name="Keep the club").wait_for()

    for name, place in {
        "desk:club_privacy": [club.slug],
        "desk:player_forget": [club.slug, player.pk],
        "account:own_data": [],
        "public:club_privacy": [club.slug],
    }.items():
        page.goto(web.url + reverse(name, args=place))
        widths = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert widths[0] <= widths[1], name
