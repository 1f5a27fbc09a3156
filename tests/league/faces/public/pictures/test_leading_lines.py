"""The places of the first round by round, small, beside the standings of an event."""

import re
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.faces.public.pictures.leading_lines import BETWEEN_LABELS, MOST_DRAWN, leading_chart
from league.faces.public.pictures.rank_chart import Course
from tests.league.faces.public.pictures.factories import courses, drawn
from tests.league.factories import make_club
from tests.league.tables.standings.factories import build, make_round, make_stage, play

LABEL = re.compile(r'dominant-baseline="central">(\d+ [^<]+)</text></g>')


def page_of(client, stage, name="standings", **query):
    address = reverse(f"public:{name}", args=[stage.event.club.slug, stage.event.slug])
    part = {"HX-Request": "true"} if "part" in query else {}
    return client.get(address, query, headers=part).content.decode()


def lines_of(page):
    """Return the names at the ends of the lines, best place first."""
    lines = page.partition('class="leading-lines')[2]
    return LABEL.findall(lines.partition("</section>")[0])


def league_of(count, rounds=2, **fields):
    names = [f"Player {number:03d}" for number in range(count)]
    stage = make_stage(*names, **fields)
    for number in range(1, rounds + 1):
        round_ = make_round(stage, number, state="closed")
        for at in range(0, count - 1, 2):
            play(round_, {names[at]: 1000 - at, names[at + 1]: 3})
    build(stage)
    return stage


@pytest.mark.parametrize(("count", "rounds"), [(2, 2), (6, 5), (10, 3), (10, 24)])
@pytest.mark.parametrize("is_cut", [True, False])
def test_lines_stay_inside_and_names_apart(count, rounds, is_cut):
    field = courses(40, rounds, seed=count)[:count]
    chart = leading_chart(field, range(1, rounds + 1), is_cut=is_cut)

    for line in chart.lines:
        for point in line.points.split():
            x, y = map(float, point.split(","))
            assert chart.left <= x <= chart.right + 0.1
            assert 0 < y < chart.foot
    ends = sorted(line.label_at for line in chart.lines)
    assert all(b - a >= BETWEEN_LABELS - 0.2 for a, b in pairwise(ends))
    assert ends[-1] < chart.foot
    assert chart.right < chart.width - 100
    assert [line.style for line in chart.lines][-3:] == [3, 2, 1][-count:]


def test_places_below_those_drawn_share_a_band():
    fallen = [Course(1, "Ann", [1, 2]), Course(2, "Bob", [150, 1])]
    chart = leading_chart(fallen, [1, 2], is_cut=True)

    _across, top, _width, height = chart.band
    low = float(chart.lines[0].points.split()[0].split(",")[1])
    assert top < low < top + height
    kept = [Course(1, "Ann", [1, 2]), Course(2, "Bob", [2, 1])]
    assert leading_chart(kept, [1, 2], is_cut=False).band is None


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("state", ["running", "finished"])
def test_the_lines_stand_beside_the_standings(client, state):
    stage = league_of(4, state=state)

    page = page_of(client, stage, "standings")

    assert set(lines_of(page)) == {"1 Player 000", "2 Player 002", "3 Player 003", "4 Player 001"}
    own = reverse("public:progress", args=[stage.event.club.slug, stage.event.slug])
    assert f'href="{own}?stage=1"' in page.partition('class="leading-lines')[2]
    assert page.count('class="leading-lines') == 1


@pytest.mark.long
@pytest.mark.django_db
def test_of_many_the_first_are_drawn_and_the_page_says_so(client):
    page = page_of(client, league_of(120), "standings")

    assert len(lines_of(page)) == MOST_DRAWN
    assert "Top 10 shown." in page


@pytest.mark.long
@pytest.mark.django_db
def test_after_one_round_there_is_nothing_to_draw(client):
    assert lines_of(page_of(client, league_of(4, rounds=1), "standings")) == []


@pytest.mark.long
@pytest.mark.django_db
def test_a_bracket_and_a_later_page_have_no_lines(client):
    cup = drawn("knockout", 8, played=2)
    build(cup)
    assert lines_of(page_of(client, cup)) == []


@pytest.mark.long
@pytest.mark.django_db
def test_a_later_page_of_the_standings_has_no_lines(client):
    assert lines_of(page_of(client, league_of(102), page=2)) == []


@pytest.mark.long
@pytest.mark.django_db
def test_after_an_earlier_round_the_lines_end_there(client):
    stage = league_of(4, rounds=3)

    chart = page_of(client, stage, round=2).partition('class="leading-lines')[2]

    assert 'text-anchor="middle">2<' in chart
    assert 'text-anchor="middle">3<' not in chart


@pytest.mark.long
@pytest.mark.django_db
def test_more_entries_and_rounds_take_no_more_queries(client):
    club, counts = make_club(), []
    for count, rounds in ((3, 2), (4, 2), (60, 5)):
        stage = league_of(count, rounds, club=club, name=f"E{count}", slug=f"e{count}")
        with CaptureQueriesContext(connection) as queries:
            assert lines_of(page_of(client, stage, part="lines"))
        counts.append(len(queries))
    assert counts[1] == counts[2]
