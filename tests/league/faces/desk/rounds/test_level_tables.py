"""A cup from its level quarter-final to the story of its final, as the organiser meets it."""

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.faces.public.club.news import latest_nights
from league.faces.public.embeds.embedded import embed_of_event
from league.foundation.journal.actor import Act
from league.office.documents.recaps import recap_text
from league.play.events.models import EventState
from league.play.results import services as results
from league.play.rounds import services as rounds
from league.play.rounds.unsettled import final_of
from league.tables.standings.services import mark_standings_stale, rebuild
from tests.league.faces.desk.clients import client_of
from tests.league.play.results.factories import NOW, make_director, make_table
from tests.league.play.rounds.factories import draw, open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Six pairs with a consolation; the first round is open."""
    return make_table(entries=6, format="knockout", stage_options={"consolation": 1}).round


def award(round, *points):
    tables = round.tables.order_by("number")
    for table, (one, other) in zip(tables, points, strict=True):
        by = Act(make_director(table), NOW)
        results.award(table=table, points=[one, other], reason="As played.", by=by)


def close(round):
    table = round.tables.first()
    rounds.close_round(round=round, by=Act(make_director(table), NOW))


def pages_of(round):
    event = round.stage.event
    at = [event.club.slug, event.slug]
    of_round = [*at, round.stage.number, round.number]
    return {
        "event": reverse("desk:event", args=at),
        "tonight": reverse("desk:tonight", args=at[:1]),
        "room": reverse("desk:room", args=of_round),
        "draw": reverse("desk:draw_stage", args=[*at, round.stage.number]),
        "table": reverse("desk:table", args=[*at, round.tables.order_by("number").first().pk]),
    }


def decide_link(round):
    event, table = round.stage.event, round.tables.order_by("number").first()
    return reverse("desk:table_decide", args=[event.club.slug, event.slug, table.pk])


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_level_table_is_decided_from_wherever_the_organiser_looks(cup, is_closed, time_machine):
    time_machine.move_to(NOW)
    award(cup, (400, 400), (310, 200))
    if is_closed:
        close(cup)
    client = client_of(cup.stage.event.club, Role.DIRECTOR)

    for name, page in pages_of(cup).items():
        assert decide_link(cup) in client.get(page).content.decode(), name
    (shown,) = client.get(pages_of(cup)["tonight"]).context["events"]
    assert shown["next"].label == "Say who won table 1"

    answer = client.post(decide_link(cup), {"side": "0", "reason": "one more deal"})
    assert answer.status_code == 302
    steps = client.get(pages_of(cup)["event"]).context["steps"]
    assert decide_link(cup) not in [step.url for step in steps]


def test_the_story_of_a_cup(cup):
    award(cup, (400, 300), (310, 200))
    close(cup)
    second = open_round(draw(cup.stage.event)[0])
    award(second, *[(250, 200)] * second.tables.count())
    close(second)
    last = open_round(draw(cup.stage.event)[0])
    award(last, *[(340, 310)] * last.tables.count())
    close(last)
    event = cup.stage.event
    mark_standings_stale(stage_ids=[cup.stage_id], at=NOW)
    rebuild(stage_id=cup.stage_id, at=NOW)
    type(event).objects.filter(pk=event.pk).update(state=EventState.FINISHED, finished_at=NOW)
    event.refresh_from_db()

    recap = recap_text(event, "en")

    assert ": 340:310 in the final against " in recap
    assert "points ahead" not in recap
    embed = embed_of_event(event)
    assert (embed.points_label, embed.rows[0].points) == ("Reached", "won the final")
    (night,) = latest_nights(type(event).objects.filter(pk=event.pk), full_names=True)
    assert night.points_label == ""
    assert night.winners[0].points == "won the final"
    screen = client_of(event.club, Role.SCORER).get(
        reverse("public:screen", args=[event.club.slug, event.slug])
    )
    assert {row["points"] for row in screen.context["standings"]} == {None}
    address = reverse("public:standings", args=[event.club.slug, event.slug])
    page = client_of(event.club, Role.DIRECTOR).get(address)
    text = text_of(page)
    assert "Reached" in text
    assert "won the final" in text
    assert "won the final of the consolation" in text
    ranks = [row["rank"] for row in page.context["rows"]]
    assert ranks[:2] == [1, 2]
    assert ranks[-2:] == [5, 6]


def test_a_final_that_ended_level_has_a_winner_and_no_score():
    final = make_table(entries=2, format="knockout").round
    award(final, (400, 400))
    table = final.tables.get()
    by = Act(make_director(table), NOW)
    results.decide_level(table=table, side=1, reason="One more deal.", by=by)
    close(final)

    found = final_of(final.stage)

    assert found.winner == table.placements.get(side=1).entry_id
    assert found.points is None
