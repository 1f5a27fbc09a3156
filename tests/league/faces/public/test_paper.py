"""The public's PDF files: standings, rounds, brackets, seasons, score sheets, a weekly deal."""

import pytest
from django.urls import reverse

from league.foundation.journal.actor import Act
from league.play.rounds import services as rounds
from tests.league.office.paper.reading import joined, text_of, widths_of
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.tables.seasons.factories import make_night, make_season
from tests.league.tables.standings.factories import (
    build,
    make_round,
    make_stage,
    play,
    play_round,
)

pytestmark = pytest.mark.django_db
BY = Act(DIRECTOR, NOW)


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


def test_a_bracket_shows_byes_results_and_who_goes_on(client):
    event = make_running(6, format="knockout", stage_options={"third_place": True})
    stage = event.stages.get()
    first = rounds.draw_rounds(stage=stage, by=BY)[0]
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
