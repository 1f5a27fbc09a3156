"""The public's PDF files: standings, rounds, brackets, seasons, score sheets, a weekly deal."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.play.events.names import name_of
from league.play.prepared.services import make_weekly_deals
from league.play.results import services as results
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement
from league.tables.standings.models import SnapshotRow
from tests.league.faces.public.factories import make_pairs, make_played
from tests.league.factories import make_club, make_member
from tests.league.office.paper.reading import joined, pages_of, text_of, widths_of
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.play.results.factories import make_director
from tests.league.play.rounds.factories import make_league, open_round
from tests.league.tables.seasons.factories import make_night, make_season
from tests.league.tables.standings.factories import (
    build,
    entry_of,
    make_round,
    make_stage,
    play,
    play_round,
)

pytestmark = pytest.mark.django_db
WHO = {"actor": DIRECTOR, "at": NOW}


def file_of(client, name, event, *args, status=200, **query):
    url = reverse(f"public:{name}", args=[event.club.slug, event.slug, *args])
    answer = client.get(url, query)
    assert answer.status_code == status
    if status == 200:
        assert answer["Content-Type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
    return answer


def played(*names, **fields):
    stage = make_stage(*names, **fields)
    play(make_round(stage), dict(zip(names, (12, 7), strict=False)))
    build(stage)
    return stage


def test_standings_have_places_names_and_figures(client):
    stage = played("Ann Lee", "山田 太郎")

    answer = file_of(client, "standings_pdf", stage.event)

    text = text_of(answer.content)
    assert 'filename="spring-league-standings.pdf"' in answer["Content-Disposition"]
    assert "PlayedWonDrawnLostPointdifferencePoints" in text
    # five more points than the other, two match points
    assert "1AnnLee110052" in text
    assert "2山田太郎1001−50" in text
    assert "Standingsduringround1" in text
    assert "isworth" not in text, "nobody had a bye"
    assert "Page1of1" in text


@pytest.mark.long
def test_strangers_get_the_kept_file_and_304(client):
    stage = played("Ann Lee", "Bob Ray")
    first = file_of(client, "standings_pdf", stage.event)

    with CaptureQueriesContext(connection) as queries:
        again = file_of(client, "standings_pdf", stage.event)
    assert again.content == first.content
    assert len(queries) <= 2
    url = reverse("public:standings_pdf", args=[stage.event.club.slug, stage.event.slug])
    assert client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304


@pytest.mark.long
def test_members_see_full_names_and_strangers_what_players_show(client):
    stage = make_pairs(initials="Ann Lee")
    play_names = {"Ann Lee": 10, "Cy Fox": 4}
    play(make_round(stage), play_names)
    build(stage)

    assert "AnnLee" not in text_of(file_of(client, "standings_pdf", stage.event).content)
    client.force_login(make_member(stage.event.club).user)
    assert "AnnLee" in text_of(file_of(client, "standings_pdf", stage.event).content)


@pytest.mark.long
def test_long_standings_repeat_their_head_and_say_how_far_they_go(client, monkeypatch):
    monkeypatch.setattr("league.office.documents.standings_paper.MOST_ROWS", 60)
    names = [f"Player {n:02}" for n in range(70)]
    stage = make_stage(*names)
    round_ = make_round(stage)
    for n in range(0, 70, 2):
        play(round_, {names[n]: 100 - n, names[n + 1]: n})
    build(stage)

    pages = pages_of(file_of(client, "standings_pdf", stage.event).content)

    assert len(pages) == 2
    assert all("PlaceName" in page for page in pages)
    assert "Thefirst60of70areprinted" in pages[1]
    assert "".join(pages).count("Player") == 60


@pytest.mark.parametrize("visibility", ["members", "hidden"])
def test_what_the_public_may_not_see_the_public_cannot_print(client, visibility):
    stage = played("Ann Lee", "Bob Ray", visibility=visibility)
    event = stage.event
    wanted = 302 if visibility == "members" else 404

    file_of(client, "standings_pdf", event, status=wanted)
    file_of(client, "round_pdf", event, 1, 1, status=wanted)
    file_of(client, "score_sheet_pdf", event, status=wanted)
    file_of(client, "bracket_pdf", event, 1, status=wanted)


def test_a_paper_without_content_is_not_found(client):
    stage = make_stage("Ann Lee", "Bob Ray")

    file_of(client, "standings_pdf", stage.event, status=404)
    file_of(client, "standings_pdf", stage.event, stage="9", status=404)
    file_of(client, "bracket_pdf", stage.event, 1, status=404)
    file_of(client, "round_pdf", stage.event, 1, 1, status=404)


@pytest.mark.long
def test_a_round_is_printed_when_it_is_open_with_tables_results_and_who_waits(client):
    drawn = make_league(5)[0]
    event = drawn.stage.event
    file_of(client, "round_pdf", event, 1, 1, status=404)
    open_round(drawn)
    play_round(drawn)

    text = text_of(file_of(client, "round_pdf", event, 1, 1).content)

    for table in drawn.tables.all():
        for placement in table.placements.all():
            for member in placement.entry.members.all():
                assert joined(member.player.name) in text
    assert "10–4" in text
    (waits,) = drawn.placements.filter(table__isnull=True)
    assert f"{joined(name_of(waits.entry))}:haveabye" in text
    assert "Abye,oraroundsatout,isworthasmuchasawin." in text


@pytest.mark.long
def test_standings_on_paper_say_what_a_bye_gave_and_is_worth(client):
    stage = played("Ann Lee", "Bob Ray", "Cy Fox")
    round_ = stage.rounds.get()
    Placement.objects.create(round=round_, entry=entry_of(stage, "Cy Fox"), kind="bye")
    build(stage)

    text = text_of(file_of(client, "standings_pdf", stage.event).content)

    assert "Ofwhichbyes" in text
    assert "Abye,oraroundsatout,isworthasmuchasawin." in text


def test_a_bracket_shows_byes_results_and_who_goes_on(client):
    event = make_running(6, format="knockout", stage_options={"third_place": True})
    stage = event.stages.get()
    first = rounds.draw_rounds(stage=stage, **WHO)[0]
    file_of(client, "bracket_pdf", event, 1, status=404)
    play_round(first)

    answer = file_of(client, "bracket_pdf", event, 1)

    text = text_of(answer.content)
    assert widths_of(answer.content)[0] > widths_of(answer.content)[1]
    assert text.count("bye") == 2
    assert "Quarter-finals" in text
    assert "Semi-finals" in text
    assert "Thirdplace" in text
    assert text.count("10") >= 2
    for entry in event.entries.all():
        # seeds 1 and 2 stand in the first column too, with their bye
        assert joined(str(entry.members.first().player.name)) in text


@pytest.mark.long
def test_a_bracket_on_paper_says_that_a_lot_decided(client):
    event = make_running(4, format="knockout")
    first = rounds.draw_rounds(stage=event.stages.get(), **WHO)[0]
    rounds.open_round(round=first, **WHO)
    level = first.tables.first()
    said = {"actor": make_director(level), "at": NOW}
    results.award(table=level, points=[5, 5], reason="the hall closed", **said)
    results.decide_level(table=level, side=1, reason="a cut", by_lot=True, **said)

    text = text_of(file_of(client, "bracket_pdf", event, 1).content)

    assert "level,decidedbylot" in text


def test_a_double_elimination_has_both_brackets(client):
    event = make_running(4, format="double_elimination")
    stage = event.stages.get()
    for _round in range(2):
        play_round(rounds.draw_rounds(stage=stage, **WHO)[0])

    pages = pages_of(file_of(client, "bracket_pdf", event, 1).content)

    assert "Grandfinal" in pages[0]
    assert any("Losers’bracket" in page for page in pages)


def test_the_table_of_a_season_has_its_nights_and_brackets_what_does_not_count(client):
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8})
    make_night(season, {"Bob": 9, "Ann Lee": 8})

    answer = client.get(reverse("public:season_pdf", args=[season.club.slug, season.slug]))

    text = text_of(answer.content)
    assert answer["Content-Type"] == "application/pdf"
    assert "PlaceName12Total" in text
    assert "AnnLee" in text
    assert "Thenights:1.Night1" in text


def test_a_season_of_members_is_not_for_strangers(client):
    season = make_season()
    make_night(season, {"Ann Lee": 9, "Bob": 8}, visibility="members")

    url = reverse("public:season_pdf", args=[season.club.slug, season.slug])
    page = reverse("public:season", args=[season.club.slug, season.slug])

    assert client.get(url).status_code == client.get(page).status_code


@pytest.mark.parametrize(
    ("variant", "preset"),
    [("double-deck-pinochle", "standard"), ("pedro", "standard")],
)
def test_a_blank_score_sheet_is_for_the_game_of_the_event(client, variant, preset):
    stage = make_stage("Ann Lee", "Bob Ray", variant=variant, preset=preset)

    text = text_of(file_of(client, "score_sheet_pdf", stage.event).content)

    assert ("Meld" in text) == (variant == "double-deck-pinochle")
    assert "Dealer" in text
    assert "AnnLee" not in text


@pytest.mark.long
def test_papers_speak_the_readers_language(client):
    stage = played("Ann Lee", "Bob Ray")

    answer = client.get(
        reverse("public:standings_pdf", args=[stage.event.club.slug, stage.event.slug]),
        headers={"Accept-Language": "ja"},
    )

    assert "順位表" in text_of(answer.content)
    assert b"/Lang (ja)" in answer.content


@pytest.mark.long
def test_a_club_of_america_prints_on_letter_unless_asked_otherwise(client):
    stage = played("Ann Lee", "Bob Ray", club=make_club(time_zone="America/Chicago"))

    assert widths_of(file_of(client, "standings_pdf", stage.event).content) == (612, 792)
    asked = file_of(client, "standings_pdf", stage.event, paper="a4").content
    assert widths_of(asked) == (595.28, 841.89)


def test_the_deal_of_the_week_can_be_taken_away(client):
    make_weekly_deals(at=timezone.now())
    answer = client.get(reverse("public:weekly_sheet_pdf", args=["double-deck-pinochle"]))

    assert answer["Content-Type"] == "application/pdf"
    assert "A♠×4" in text_of(answer.content)
    assert client.get(reverse("public:weekly_sheet_pdf", args=["no-game"])).status_code == 404


@pytest.mark.long
def test_the_pages_link_their_files(client):
    stage, _table, _told = make_played()
    build(stage)
    at = [stage.event.club.slug, stage.event.slug]
    assert SnapshotRow.objects.exists()

    page = client.get(reverse("public:standings", args=at)).content.decode()
    rules = client.get(reverse("public:event_rules", args=at)).content.decode()
    round_ = client.get(reverse("public:round", args=[*at, 1, 1])).content.decode()

    assert f"{reverse('public:standings_pdf', args=at)}?stage=1&amp;round=1" in page
    assert reverse("public:bracket_pdf", args=[*at, 1]) not in page
    assert reverse("public:score_sheet_pdf", args=at) in rules
    assert reverse("public:round_pdf", args=[*at, 1, 1]) in round_
