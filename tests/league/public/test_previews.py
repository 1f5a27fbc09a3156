"""The pictures beside links: what they say, that they fit, and how long they are kept."""

from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

from league.clubs.services import change_club
from league.journal.actor import SYSTEM
from league.public.previews import drawing
from league.public.previews.drawing import Card, drawn
from league.public.previews.fonts import ELLIPSIS, Style, face_of, runs
from league.public.previews.preview_cards import card_of_club, card_of_event, card_of_season
from league.standings.stamps import forget_stamps
from tests.league.seasons.factories import make_night, make_season
from tests.league.standings.factories import NOW, build, make_round, make_stage, play

TEXT = Style(40, 500, "#000000")


class TestTexts:
    def test_every_letter_is_taken_from_a_font_that_has_it(self):
        names = [path.name for _text, path in runs("Ann ō 佐藤")]
        assert names[0] == "inter-latin-wght-normal.woff2"
        assert names[1].startswith("inter-latin-ext")
        assert all(name.startswith("noto-sans-jp") for name in names[2:])
        assert "".join(text for text, _path in runs("Ann ō 佐藤")) == "Ann ō 佐藤"

    def test_letters_that_no_font_has_break_nothing(self):
        assert face_of("\U0001f0a1") is None
        assert TEXT.width("\U0001f0a1 ace") > 0

    @pytest.mark.parametrize(
        "text", ["Ann Lee and Bob Ray and Cy Fox", "秋のスイス式ピノクル大会", "W" * 60, "a", ""]
    )
    @pytest.mark.parametrize("most", [1, 2, 3])
    def test_lines_fit_and_lose_nothing_but_the_end(self, text, most):
        lines = TEXT.lines(text, 300, most)

        assert len(lines) <= most
        assert all(TEXT.width(line) <= 300 for line in lines)
        shown = "".join(lines).removesuffix(ELLIPSIS).replace(" ", "")
        assert text.replace(" ", "").startswith(shown)
        if not (lines and lines[-1].endswith(ELLIPSIS)):
            assert shown == text.replace(" ", "")


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content)).convert("RGB")


def test_a_picture_has_the_size_that_messengers_want_and_the_clubs_colours():
    picture = opened(drawn(Card(club="Harbour", title="Cup", main_colour="#5c1a1b")))

    assert picture.size == (1200, 630)
    assert all(
        abs(a - b) <= 3 for a, b in zip(picture.getpixel((3, 3)), (0x5C, 0x1A, 0x1B), strict=False)
    )


def test_very_long_names_are_drawn_inside_the_picture():
    long = "A very long name " * 40
    rows = [("1", long, "1,000,000"), ("2", "W" * 400, "-1")]
    picture = opened(drawn(Card(club=long, title=long, line=long, heading=long, rows=rows)))

    ground = picture.getpixel((3, 3))
    edges = [picture.getpixel((x, y)) for x in (1190, 1199) for y in range(0, 600, 7)]
    assert all(max(abs(a - b) for a, b in zip(one, ground, strict=False)) <= 3 for one in edges)


def test_a_long_title_above_rows_is_smaller_rather_than_cut(monkeypatch):
    said = []
    monkeypatch.setattr(
        Style, "write", lambda style, _draw, _x, _y, text: said.append((style, text))
    )
    title = "Harbour Street Grand Autumn Open"
    drawn(Card(club="Harbour", title=title, rows=[("1", "Ann", "2")]))
    drawn(Card(club="Harbour", title="Cup", rows=[("1", "Ann", "2")]))

    sizes = {text: style.size for style, text in said}
    assert sizes[title] < sizes["Cup"]


def test_the_same_facts_are_the_same_picture():
    card = Card(club="Harbour", title="Cup", rows=[("1", "Ann", "2")])
    assert drawn(card) == drawn(card)
    assert card.digest != Card(club="Harbour", title="Cup", rows=[("1", "Ann", "3")]).digest


@pytest.fixture
def stage(db):
    stage = make_stage("Ann Lee", "Bob Ray")
    stage.event.club.players.filter(name="Bob Ray").update(public_name="initials")
    play(make_round(stage), {"Ann Lee": 300, "Bob Ray": 100})
    build(stage)
    return stage


def picture_of(client, event, status=200, **query):
    answer = client.get(reverse("public:event_picture", args=[event.club.slug, event.slug]), query)
    assert answer.status_code == status
    return answer


def test_cards_say_who_leads_and_who_won_by_public_names(stage):
    event = stage.event
    card = card_of_event(event)
    assert (card.club, card.title, card.heading) == (
        "Harbour Cards",
        "Spring league",
        "Standings during round 1",
    )
    assert card.rows == [("1", "Ann Lee", "2"), ("2", "B. R.", "0")]

    event.state, event.finished_at = "finished", NOW
    event.save()
    assert card_of_event(event).heading == "Winners"
    assert card_of_club(event.club).rows == card.rows


def test_the_card_of_a_season_has_the_first_of_its_table(db):
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8})
    assert [name for _place, name, _points in card_of_season(season).rows] == ["Ann Lee", "Bob"]


def test_a_picture_is_drawn_once(client, stage, monkeypatch):
    first = picture_of(client, stage.event)
    monkeypatch.setattr(drawing, "_drawn", lambda _card: pytest.fail("it was drawn again"))
    again = picture_of(client, stage.event)

    assert first["Content-Type"] == "image/png"
    assert again.content == first.content


def test_the_page_names_the_picture_that_shows_what_it_says(client, stage):
    club, event = stage.event.club, stage.event
    page = reverse("public:event", args=[club.slug, event.slug])

    def address():
        forget_stamps()
        html = client.get(page).content.decode()
        return html.split('property="og:image" content="')[1].split('"')[0]

    before = address()
    assert before.startswith("http")
    version = before.split("?v=")[1]
    assert "604800" in picture_of(client, event, v=version)["Cache-Control"]
    assert "max-age=300" in picture_of(client, event, v="of-yesterday")["Cache-Control"]
    change_club(club=club, main_colour="#5c1a1b", actor=SYSTEM, at=NOW)
    from django.core.cache import cache

    cache.clear()
    assert address() != before


@pytest.mark.parametrize(("visibility", "status"), [("unlisted", 200), ("members", 404)])
def test_an_event_for_members_has_no_picture(client, stage, visibility, status):
    stage.event.visibility = visibility
    stage.event.save()
    picture_of(client, stage.event, status=status)


def test_a_program_that_comes_while_others_are_drawn_is_asked_to_come_again(
    client, stage, monkeypatch
):
    monkeypatch.setattr(drawing, "WAIT_SECONDS", 0.01)
    with drawing._drawing:
        answer = picture_of(client, stage.event, status=503)
    assert answer["Retry-After"] == "10"
    picture_of(client, stage.event)


def test_clubs_and_seasons_have_pictures_too(client, db):
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8})
    for name, args in (("club", [season.club.slug]), ("season", [season.club.slug, season.slug])):
        answer = client.get(reverse(f"public:{name}_picture", args=args))
        assert opened(answer.content).size == (1200, 630)
        html = client.get(reverse(f"public:{name}", args=args)).content.decode()
        assert f"{reverse(f'public:{name}_picture', args=args)}" in html
