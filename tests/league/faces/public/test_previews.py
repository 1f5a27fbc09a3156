"""The pictures beside links: what they say, that they fit, and how long they are kept."""

from io import BytesIO
from itertools import pairwise

import pytest
from django.core.cache import cache
from django.urls import reverse
from PIL import Image, ImageDraw

from deploy.ops_programs import REQUIRED
from league.clubs.services import change_club
from league.faces.public.embeds.deals import deal_for_everybody
from league.faces.public.embeds.embedded import NOBODY
from league.faces.public.people.events_entered import found_by_everybody
from league.faces.public.previews import drawing, fonts
from league.faces.public.previews.drawing import IN_COLUMNS, LARGE, SMALL, Card, drawn, grid_of
from league.faces.public.previews.fonts import ELLIPSIS, Style, drawn_runs
from league.faces.public.previews.preview_cards import (
    card_of_club,
    card_of_deal,
    card_of_event,
    card_of_player,
    card_of_round,
    card_of_season,
    card_of_standings,
)
from league.faces.public.templatetags.addresses import deal_picture
from league.faces.public.visitors import EventPage, Visitor
from league.foundation.journal.actor import SYSTEM
from league.play.results.models import Submission
from league.tables.standings.services.standings_job import hear
from tests.league.play.results.factories import make_table, pinochle
from tests.league.play.results.factories import play as play_deal
from tests.league.tables.seasons.factories import make_night, make_season
from tests.league.tables.standings.factories import NOW, build, make_round, make_stage, play

TEXT = Style(40, 500, "#000000")
needs_shaping = pytest.mark.skipif(
    not fonts.can_shape() and not REQUIRED,
    reason="libfribidi0 is missing: python -m deploy.ops_programs says what installs it",
)


class TestTexts:
    def test_every_letter_is_taken_from_a_font_that_has_it(self):
        names = [run.part.name for run in drawn_runs("Ann ō 佐藤")]
        assert names[0] == "inter-latin-wght-normal.woff2"
        assert names[1].startswith("inter-latin-ext")
        assert all(name.startswith("noto-sans-jp") for name in names[2:])
        assert "".join(run.text for run in drawn_runs("Ann ō 佐藤")) == "Ann ō 佐藤"

    def test_letters_that_no_font_has_are_left_out(self):
        assert TEXT.width("Ann \U0001f0a1 Lee") == TEXT.width("Ann Lee")
        assert TEXT.width("\U0001f0a1") == TEXT.width("?")

    @pytest.mark.long
    @needs_shaping
    def test_letters_that_grow_together_are_drawn_as_one(self):
        alone = sum(map(TEXT.width, "ശ്രീ"))
        assert TEXT.width("ശ്രീ") < 0.9 * alone

    @pytest.mark.long
    @needs_shaping
    def test_a_name_from_right_to_left_ends_on_the_left(self):
        image = Image.new("L", (400, 60), 255)
        TEXT.write(ImageDraw.Draw(image), 10, 45, "ו" * 6 + "ש")
        wide, narrow = image.crop((10, 0, 36, 60)), image.crop((36, 0, 62, 60))
        assert _ink(wide) > _ink(narrow) > 0

    def test_without_a_library_for_shaping_nothing_wrong_is_drawn(self, monkeypatch):
        monkeypatch.setattr(fonts, "can_shape", lambda: False)
        assert [run.text for run in drawn_runs("Club ശ്രീ 7")] == ["Club 7"]
        assert [run.text for run in drawn_runs("ശ്രീ")] == ["?"]
        assert TEXT.width("Club 7") > 0

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


def _ink(image: Image.Image) -> int:
    return sum(255 - value for value in image.tobytes())


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content)).convert("RGB")


def test_a_picture_has_the_size_that_messengers_want_and_the_clubs_colours():
    picture = opened(drawn(Card(club="Harbour", title="Cup", main_colour="#5c1a1b")))

    assert picture.size == (1200, 630)
    assert all(
        abs(a - b) <= 3 for a, b in zip(picture.getpixel((3, 3)), (0x5C, 0x1A, 0x1B), strict=False)
    )


@pytest.mark.long
def test_very_long_names_are_drawn_inside_the_picture():
    long = "A very long name " * 40
    rows = [("1", long, "1,000,000"), ("2", "W" * 400, "-1")]
    picture = opened(drawn(Card(club=long, title=long, line=long, heading=long, rows=rows)))

    ground = picture.getpixel((3, 3))
    edges = [picture.getpixel((x, y)) for x in (1190, 1199) for y in range(0, 600, 7)]
    assert all(max(abs(a - b) for a, b in zip(one, ground, strict=False)) <= 3 for one in edges)


@pytest.mark.parametrize(
    ("rows", "grid"), [(0, LARGE), (3, LARGE), (4, SMALL), (6, SMALL), (7, IN_COLUMNS)]
)
def test_many_rows_are_small_and_a_whole_table_stands_in_columns(rows, grid):
    assert grid_of(rows) is grid


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3, 4, 6, 7, 12, 40])
def test_rows_stand_above_the_stripe_beside_each_other_and_in_their_columns(count, monkeypatch):
    said = []
    monkeypatch.setattr(
        Style, "write", lambda style, _draw, x, y, text: said.append((style, x, y, text))
    )
    name = "Wilhelmina Featherstonehaugh & Bartholomew Longfellow"
    drawn(Card(club="C", title="T", line="L", rows=[("10=", name, "1,234.5")] * count))

    boxes = sorted((y, x, x + style.width(text)) for style, x, y, text in said)
    assert max(y for y, _from, _to in boxes) < drawing.HEIGHT - 16
    assert all(after >= before for (y, _a, before), (z, after, _b) in pairwise(boxes) if y == z)
    assert max(to for _y, _from, to in boxes) <= drawing.WIDTH - drawing.MARGIN + 1


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
def test_a_picture_is_drawn_once(client, stage, monkeypatch):
    first = picture_of(client, stage.event)
    monkeypatch.setattr(drawing, "_drawn", lambda _card: pytest.fail("it was drawn again"))
    again = picture_of(client, stage.event)

    assert first["Content-Type"] == "image/png"
    assert again.content == first.content


@pytest.mark.long
def test_the_page_names_the_picture_that_shows_what_it_says(client, stage):
    club, event = stage.event.club, stage.event
    page = reverse("public:event", args=[club.slug, event.slug])

    def address():
        html = client.get(page).content.decode()
        return html.split('property="og:image" content="')[1].split('"')[0]

    before = address()
    assert before.startswith("http")
    query = {"v": before.split("?v=")[1].split("&")[0]}
    drawn_before = picture_of(client, event, **query)
    assert "max-age=300" in drawn_before["Cache-Control"]
    change_club(club=club, main_colour="#5c1a1b", actor=SYSTEM, at=NOW)
    assert picture_of(client, event, **query).content != drawn_before.content
    hear(stage_ids=[stage.pk])
    cache.clear()  # no journal says so
    assert address() != before


@pytest.mark.long
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


class TestNewPages:
    """Pictures of rounds, deals, players and standings; hidden deals: `test_hidden_deals`."""

    @pytest.fixture
    def table(self, db):
        table = make_table()
        play_deal(table, pinochle())
        return table

    def test_a_round_says_who_met_whom_by_public_names(self, stage):
        page = EventPage(stage.event, Visitor.of(NOBODY, stage.event.club))
        card = card_of_round(page, stage.rounds.get())

        assert card.title == "Round 1 · Spring league"
        assert card.rows == [("1", "Ann Lee – B. R.", "300 : 100")]
        assert card.heading == "1 of 1 table done"

    def test_a_deal_says_what_was_bid_and_scored(self, table):
        card = card_of_deal(deal_for_everybody(Submission.objects.get().pk))

        assert (card.title, card.line) == ("Deal 1, table 1", "Spring cup · Round 1")
        assert card.heading.endswith("made")
        assert [points for _place, _name, points in card.rows] == ["64", "42"]
        assert card.bold == [0]

    @pytest.mark.long
    def test_a_player_has_the_last_places(self, stage):
        event = stage.event
        event.state, event.finished_at = "finished", NOW
        event.save()
        player = event.club.players.get(name="Bob Ray")
        found, places = found_by_everybody(event.club.slug, player.pk)
        card = card_of_player(found, found.shown_name, places)

        assert (card.title, card.line, card.heading) == ("B. R.", "1 event", "Latest places")
        assert [row[:2] for row in card.rows] == [("2", "Spring league")]
        assert card.bold == []

    def test_the_standings_have_the_whole_table(self, stage):
        assert card_of_standings(stage.event).rows == [("1", "Ann Lee", "2"), ("2", "B. R.", "0")]
        assert card_of_standings(stage.event).bold == [0]

    def addresses(self, event):
        """Each page that has a picture, with the picture's address."""
        club = event.club.slug
        args = {
            "standings": [club, event.slug],
            "round": [club, event.slug, 1, 1],
            "deal": [Submission.objects.get().pk],
            "player": [club, event.club.players.filter(entry_members__event=event).first().pk],
        }
        return {
            reverse(f"public:{name}", args=of): reverse(f"public:{name}_picture", args=of)
            for name, of in args.items()
        }

    @pytest.mark.long
    def test_each_page_names_its_picture_in_its_language(self, client, table):
        for page, picture in self.addresses(table.round.stage.event).items():
            html = client.get(page, headers={"Accept-Language": "de"}).content.decode()
            address = html.split('property="og:image" content="')[1].split('"')[0]

            assert f"{picture}?" in address
            assert address.endswith("language=de")
            assert 'property="og:image:alt"' in html
            assert 'name="twitter:card" content="summary_large_image"' in html
            answer = client.get(address.replace("&amp;", "&"))
            assert opened(answer.content).size == (1200, 630)

    def test_a_picture_is_drawn_in_the_language_asked_for(self, client, stage, monkeypatch):
        cards = []
        monkeypatch.setattr(drawing, "_drawn", lambda card: cards.append(card) or b"")
        address = reverse("public:round_picture", args=[*self.of_event(stage.event), 1, 1])
        for language in ("de", "xx"):
            client.get(address, {"language": language})

        assert [card.title.split()[0] for card in cards] == ["Runde", "Round"]

    @staticmethod
    def of_event(event):
        return [event.club.slug, event.slug]

    @pytest.mark.parametrize("visibility", ["members", "hidden"])
    def test_what_strangers_do_not_see_has_no_picture(self, client, table, visibility):
        event = table.round.stage.event
        pictures = self.addresses(event).values()
        event.visibility = visibility
        event.save()

        assert {client.get(picture).status_code for picture in pictures} == {404}

    def test_a_round_that_is_not_shown_has_none(self, client, stage):
        stage.rounds.update(state="drawn")
        address = reverse("public:round_picture", args=[*self.of_event(stage.event), 1, 1])
        assert client.get(address).status_code == 404

    def test_a_picture_says_at_once_what_somebody_is_called_now(self, client, stage):
        player = stage.event.club.players.get(name="Bob Ray")
        address = reverse("public:player_picture", args=[stage.event.club.slug, player.pk])
        before = client.get(address).content
        stage.event.club.players.filter(pk=player.pk).update(public_name="full")

        assert client.get(address).content != before


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "is_named"),
    [
        ({"visibility": "public"}, True),
        ({"visibility": "unlisted"}, True),
        ({"visibility": "members"}, False),
        ({"visibility": "hidden"}, False),
        ({"state": "draft", "opened_at": None, "started_at": None}, False),
    ],
)
def test_pictures_of_deals_are_named_for_everybody_without_a_query(
    django_assert_num_queries, fields, is_named
):
    event = make_stage(**fields).event

    with django_assert_num_queries(0):
        addresses = [deal_picture(event, submission) for submission in (1, 2)]

    assert [bool(address) for address in addresses] == [is_named, is_named]
