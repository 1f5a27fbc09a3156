"""A club's colours and logo: what is taken, what is refused and why, and what the journal says."""

from io import BytesIO

import pytest
from django.db import IntegrityError, transaction
from PIL import Image

from league.clubs import logos
from league.clubs.logos import LogoUnusable, read_logo
from league.clubs.models import Club, Logo
from league.clubs.services import ClubInvalid, change_club, remove_logo, set_logo
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from tests.league.clubs.pictures import picture_file
from tests.league.factories import NOW, actor_of, make_club, make_user


class TestPictures:
    @pytest.mark.long
    @pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
    def test_it_becomes_a_small_webp_picture_of_the_same_colour(self, form):
        found = read_logo(picture_file(form, (1200, 600)))

        assert (found.width, found.height) == (512, 256)
        with Image.open(BytesIO(found.content)) as kept:
            assert (kept.format, kept.size) == ("WEBP", (512, 256))
            assert all(
                abs(a - b) < 8 for a, b in zip(kept.getpixel((99, 99)), (200, 20, 40), strict=False)
            )

    def test_nothing_but_the_pixels_is_kept(self):
        exif = Image.Exif()
        exif[0x010E] = "taken at 51.5 north"  # ImageDescription
        kept = read_logo(picture_file("JPEG", exif=exif))
        with Image.open(BytesIO(kept.content)) as seen:
            assert not seen.getexif()
        assert b"51.5 north" not in kept.content

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (b"<?xml version='1.0'?><svg onload='x()'/>", "An SVG picture can hold programs"),
            (b"", "This file is not a picture that can be read here"),
            (b"GIF89a nonsense", "This file is not a picture that can be read here"),
            (b"\x89PNG\r\n\x1a\n", "This file is not a picture that can be read here"),
            (picture_file()[:-30], "The picture is damaged"),
            (picture_file(size=(31, 500)), "31 × 500 pixels; a logo needs at least 32 each way"),
            (b"x" * (4 * 1024 * 1024 + 1), "The picture is 4.0 MB; a logo may be 4 MB at most."),
        ],
    )
    def test_what_is_no_logo_is_refused_with_the_reason(self, content, sentence):
        with pytest.raises(LogoUnusable) as refused:
            read_logo(content)

        assert sentence in str(refused.value)
        assert refused.value.field == "logo"

    def test_a_small_file_with_very_many_pixels_is_not_unfolded(self, monkeypatch):
        bomb = picture_file(mode="1", size=(12_000, 9_000), colour=0)
        assert len(bomb) < 100_000
        monkeypatch.setattr(Image.Image, "convert", lambda *_: pytest.fail("it was unfolded"))
        with pytest.raises(LogoUnusable, match="million"):
            read_logo(bomb)

        monkeypatch.setattr(logos, "MOST_PIXELS", 3_000)
        with pytest.raises(LogoUnusable, match="64 × 48 pixels"):
            read_logo(picture_file())


@pytest.fixture
def owner(db):
    return make_user("Olive Owner")


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


@pytest.fixture
def who(club, owner):
    return {"club": club, "by": Act(actor_of(owner), NOW)}


@pytest.mark.parametrize(
    ("colours", "field"),
    [
        ({"main_colour": "red"}, "main_colour"),
        ({"main_colour": "#000000", "accent_colour": "#00"}, "accent_colour"),
        ({"main_colour": "", "accent_colour": "#0a4f9e"}, "main_colour"),
    ],
)
def test_colours_that_are_none_are_refused_beside_their_field(who, colours, field):
    with pytest.raises(ClubInvalid) as refused:
        change_club(**colours, **who)
    assert refused.value.field == field


def test_a_new_logo_takes_the_place_of_the_old_one(who):
    first = set_logo(picture=read_logo(picture_file()), **who)
    assert first.logo_size == (64, 48)
    set_logo(picture=read_logo(picture_file()), **who)
    second = set_logo(picture=read_logo(picture_file(size=(40, 40))), **who)

    assert [logo.pk for logo in Logo.objects.all()] == [second.logo_id]
    assert Happening.objects.count() == 2
    remove_logo(**who)
    remove_logo(**who)
    assert not Logo.objects.exists()
    assert sentence_of(Happening.objects.latest("id")) == "Olive Owner removed the club’s logo"


def test_two_clubs_with_the_same_picture_have_a_logo_each(who, owner):
    other = make_club("Hill Cards")
    picture = read_logo(picture_file())
    set_logo(picture=picture, **who)
    set_logo(picture=picture, **(who | {"club": other}))
    remove_logo(**who)

    other.refresh_from_db()
    assert Logo.objects.get().pk == other.logo_id


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"main_colour": "#5C1A1B"}, "club_main_colour_is_a_colour"),
        ({"main_colour": "#5c1a1b", "accent_colour": "red"}, "club_accent_colour_is_a_colour"),
        ({"accent_colour": "#5c1a1b"}, "club_accent_goes_with_a_main_colour"),
    ],
)
def test_the_database_refuses_colours_that_cannot_be(db, fields, constraint):
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Club.objects.create(name="A", slug="a", **fields)
