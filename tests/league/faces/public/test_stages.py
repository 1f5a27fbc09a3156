"""What the public sees of stages that follow one another."""

import pytest
from django.urls import reverse

from league.faces.public.events.event_facts import event_cards, select_card_columns
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.entry_names import named
from league.play.events.models import Event
from league.play.rounds import services as rounds
from league.play.rounds.drawing.qualifying import LOT, Decision
from league.tables.standings.services import fill_stage
from tests.league.faces.public.reading import text_of
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.tables.standings.factories import build, play_round

pytestmark = pytest.mark.django_db
BY = Act(DIRECTOR, NOW)


def chain(entries=9):
    """Make a Swiss and a round robin of its best four with half of their points, both played."""
    event = make_running(
        entries, format="swiss", rounds_planned=1, tiebreaks=[], name=f"Cup of {entries}"
    )
    swiss = event.stages.get()
    play_round(rounds.draw_rounds(stage=swiss, by=BY)[0])
    build(swiss)
    finals = events.add_stage(
        event=event,
        format="round_robin",
        name="Finals",
        takes="top",
        places=4,
        carried_percent=50,
        lot_seed=4711,
        by=BY,
    )
    fill_stage(stage=finals, decisions={"": Decision(LOT)}, by=BY)
    play_round(rounds.draw_rounds(stage=finals, by=BY)[0])
    build(finals)
    return event, finals


def page_of(client, name, event, *args, **query):
    return client.get(reverse(f"public:{name}", args=[event.club.slug, event.slug, *args]), query)


def card():
    (shown,) = event_cards(list(select_card_columns(Event.objects.all())), full_names=True)
    return shown


def test_a_card_says_of_how_many_rounds_how_many_were_played_where_that_is_known(db):
    event = make_running(8, format="swiss", rounds_planned=2)
    assert (card()["done"], card()["total"]) == (0, 2)

    events.add_stage(event=event, format="swiss", takes="top", places=4, by=BY)
    assert "total" not in card()


def test_who_was_level_and_went_through_is_said_by_name(client):
    event, _finals = chain(5)
    text = text_of(client, "standings", event.club.slug, event.slug)

    level = "Level for the last places: Cy Lee & Di Lee (2), Ed Lee & Flo Lee (3)."
    assert f"{level} Put through by a lot" in text


@pytest.mark.long
def test_winner_of_the_event_is_not_that_of_the_stage_for_the_rest(client):
    event, finals = chain()
    rest = events.add_stage(
        event=event, format="round_robin", takes="rest", source=finals.qualifying.source, by=BY
    )
    fill_stage(stage=rest, by=BY)
    play_round(rounds.draw_rounds(stage=rest, by=BY)[0])
    build(rest)
    Event.objects.filter(pk=event.pk).update(state="finished", finished_at=NOW)
    event.refresh_from_db()

    first = named(finals.snapshots.get().rows.all()).filter(rank=1)
    assert card()["winner"] == ", ".join(row.names.full for row in first.order_by("position"))
    page = page_of(client, "standings", event)
    assert page.context["stage"] == finals
