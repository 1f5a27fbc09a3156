"""A club's colours and logo at the desk: looked at first, saved then, and nothing typed is lost."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from league.clubs.models import Logo
from tests.league.clubs.pictures import picture_file
from tests.league.factories import make_club, make_user

pytestmark = pytest.mark.django_db

CHOSEN = {"colours": "own", "main_colour": "#5c1a1b", "accent_colour": "#0a4f9e"}


@pytest.fixture
def club(client):
    owner = make_user("Olive Owner")
    client.force_login(owner)
    return make_club(owner=owner)


def address(club):
    return reverse("desk:club_settings_look", args=[club.slug])


def upload(content=None, name="logo.png"):
    return SimpleUploadedFile(name, content or picture_file(), "image/png")


def test_colours_and_logo_are_saved_and_seen_on_the_public_page(client, club):
    client.post(address(club), CHOSEN | {"with_accent": "on", "logo": upload()})

    club.refresh_from_db()
    assert (club.main_colour, club.accent_colour) == ("#5c1a1b", "#0a4f9e")
    client.logout()
    html = client.get(reverse("public:club", args=[club.slug])).content.decode()
    look = re.search(r'href="(/look/5c1a1b-0a4f9e\.[0-9a-f]{12}\.css)"', html)[1]
    logo = re.search(r'src="(/logos/[^"]+\.webp)" alt="" width="64" height="48"', html)[1]
    assert '<meta name="theme-color" content="#5c1a1b">' in html
    for path, kind in ((look, "text/css"), (logo, "image/webp")):
        answer = client.get(path)
        assert (answer.status_code, answer["Content-Type"]) == (200, kind)
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Cookie" not in answer.get("Vary", "")


def test_looking_first_saves_nothing_and_keeps_everything(client, club):
    html = client.post(
        address(club), CHOSEN | {"with_accent": "on", "logo": upload(), "look": "1"}
    ).content.decode()

    club.refresh_from_db()
    assert (club.main_colour, club.logo_id, Logo.objects.count()) == ("", None, 0)
    assert 'href="/look/sample/5c1a1b-0a4f9e.css"' in html
    assert html.count('src="data:image/webp;base64,') == 2
    kept = re.search(r'name="chosen_logo" value="([^"]+)"', html)[1]
    # browsers do not send the file again
    client.post(address(club), CHOSEN | {"chosen_logo": kept})
    club.refresh_from_db()
    assert (club.main_colour, club.logo_size) == ("#5c1a1b", (64, 48))


def test_a_picture_that_cannot_be_one_leaves_what_was_typed(client, club):
    answer = client.post(address(club), CHOSEN | {"logo": upload(b"<svg/>", "logo.svg")})
    html = answer.content.decode()

    assert "An SVG picture can hold programs, so it is not accepted" in html
    assert 'value="#5c1a1b"' in html
    assert not Logo.objects.exists()


def test_going_back_to_the_sites_colours_and_without_a_logo(client, club):
    client.post(address(club), CHOSEN | {"logo": upload()})
    client.post(address(club), {"colours": "site", "without_logo": "on"})

    club.refresh_from_db()
    assert (club.main_colour, club.logo_id) == ("", None)
    assert "/look/" not in client.get(reverse("public:club", args=[club.slug])).content.decode()


def test_a_stylesheet_of_another_release_is_answered_but_not_kept(client):
    answer = client.get("/look/5c1a1b-0a4f9e.000000000000.css")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")
    assert client.get("/look/5c1a1b-red.000000000000.css").status_code == 404
    assert client.get("/logos/" + 24 * "0" + "-1x1.webp").status_code == 404
