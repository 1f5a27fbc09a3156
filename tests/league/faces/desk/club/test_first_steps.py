"""The way to a club's first night: a list that follows what was done, and goes at its end."""

import pytest

from league.clubs.models import Role
from league.faces.desk.club.views import first_steps
from league.play.rounds import services as rounds
from tests.league.faces.desk.clients import client_of
from tests.league.factories import NOW, make_club
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import make_table, submit

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def walked(club, players=4):
    """Return how many steps are done and what the button of the next one says."""
    steps = first_steps(club, players)
    following = [step["action"] for step in steps if step.get("is_next")]
    return sum(step["is_done"] for step in steps), following


def test_the_steps_follow_the_first_night_and_go_with_its_first_round():
    club = make_club()
    assert walked(club, players=0) == (1, ["Paste a list"])
    assert walked(club) == (2, ["Who is here?"])
    table = make_table(club)
    assert walked(club) == (3, ["To the events"])
    assert next(s for s in first_steps(club, 4, "/room/") if s.get("is_next"))["url"] == "/room/"
    submit(table)
    assert walked(club)[0] == 4
    rounds.close_round(round=table.round, even_unfinished=True, actor=DIRECTOR, at=NOW)
    assert first_steps(club, 4) == []


def test_directors_see_them_on_the_first_page_and_scorers_do_not():
    club = make_club()
    address = f"/desk/{club.slug}/"

    assert (
        "The way to your first night" in client_of(club, Role.OWNER).get(address).content.decode()
    )
    scorer = client_of(club, Role.SCORER).get(address).content.decode()
    assert "The way to your first night" not in scorer
