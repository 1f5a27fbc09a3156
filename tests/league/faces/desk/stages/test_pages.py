"""Stages at the desk: added, filled with a tie to decide, filled again, grouped, removed."""

import html

import pytest
from django.urls import reverse

from league.foundation.journal.actor import Act
from league.play.events.models import StageEntry
from league.play.rounds import services as rounds
from tests.league.faces.desk.typed import FINALS
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.reading import text_of
from tests.league.tables.standings.factories import play_round

pytestmark = pytest.mark.django_db
BY = Act(DIRECTOR, NOW)


@pytest.fixture
def director(client):
    club = make_club()
    client.force_login(make_member(club, role="director").user)
    client.club = club
    return client


@pytest.fixture
def swiss(director):
    """Nine pairs after a round of Swiss: five of them level at the top."""
    event = make_running(9, director.club, format="swiss", rounds_planned=1, tiebreaks=[])
    stage = event.stages.get()
    play_round(rounds.draw_rounds(stage=stage, by=BY)[0])
    return stage


def at(name, event, *args):
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, *args])


def add_finals(director, stage, **changes):
    event = stage.event
    typed = FINALS | {"source": stage.pk} | changes
    return director.post(at("stage_new", event), {k: v for k, v in typed.items() if v}, follow=True)


def test_stage_is_added_with_its_rule_and_filled_by_lot(director, swiss):
    event = swiss.event
    page = add_finals(director, swiss)
    finals = event.stages.get(number=2)
    assert finals.options == {"third_place": True}
    assert "The first 4 of Stage 1 go through." in text_of(page)
    assert "Level on rank 1 are 5 entries for 4 of the 4 places" in text_of(page)
    assert f"with the seed {finals.qualifying.lot_seed}" in html.unescape(text_of(page)).replace(
        ",", ""
    )

    form = page.context["form"]
    hidden = {"digest": form["digest"].value()}
    page = director.post(at("stage", event, 2), hidden)
    assert "This field is required." in text_of(page)
    page = director.post(at("stage", event, 2), hidden | {"by_0": "lot"}, follow=True)

    assert "4 entries are in Finals: draw its first round." in text_of(page)
    assert StageEntry.objects.filter(stage=finals).count() == 4
    overview = text_of(director.get(at("event", event)))
    assert "Finals : Knock-out, 4 pairs The first 4 of Stage 1 go through." in overview
    draw = director.get(at("draw", event))
    assert draw.context["stage"] == finals


def test_bad_stage_is_refused_at_its_field_and_keeps_what_was_typed(director, swiss):
    page = add_finals(director, swiss, places="", carries="50", name="The very finals")
    assert "Enter how many go through, at least 1." in text_of(page)
    assert 'value="The very finals"' in page.content.decode()
    page = add_finals(director, swiss, carries="50")
    assert "nothing can be carried over" in str(page.context["form"].errors["carries"])
    assert swiss.event.stages.count() == 1


def test_groups_are_shown_and_changed_by_hand(director):
    event = make_running(6, director.club, stage_options={"groups": 2})
    page = director.get(at("stage_groups", event, 1))
    assert "Change the groups" in text_of(director.get(at("stage", event, 1)))
    fields = {name: page.context["form"][name].value() for name in page.context["form"].fields}
    assert fields.pop("seen")
    assert sorted(fields.values()) == ["A", "A", "A", "B", "B", "B"]
    first = next(iter(fields))
    director.post(at("stage_groups", event, 1), fields | {first: "B"})

    kept = event.stages.get().stage_entries.values_list("group", flat=True)
    assert sorted(kept) == ["A", "A", "B", "B", "B", "B"]
    page = director.post(at("stage_groups", event, 1), dict.fromkeys(fields, "A"))
    assert "Group B would have 0 entries" in text_of(page)
