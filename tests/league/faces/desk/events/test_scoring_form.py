"""The scoring step: the options of each method, and tie-breaks put in order without scripts."""

import re

import pytest
from django.urls import reverse

from league.faces.desk.events.scoring_form import ADD, arranged
from tests.league.play.events.factories import make_event


def step(event):
    return reverse("desk:event_setup", args=[event.club.slug, event.slug, "scoring"])


def typed(director, event, **changes):
    """Return what the page's form sends, with changes."""
    form = director.get(step(event)).context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in (values | changes).items() if value is not None}


@pytest.mark.sampled(3)
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "field", "says"),
    [
        ({"method": "match_points", "bonus": "+1 if margn > 3"}, "__all__", "margn"),
        ({"method": "match_points", "skunk_win": 3}, "__all__", "margin of the win"),
        ({"method": "victory_points", "table": "0 10\n5 12 8"}, "table", "0 10"),
        ({"method": "victory_points", "deals": 8, "table": "0 10 10"}, "__all__", "deals"),
        ({"method": "round_points", "places": "twelve"}, "places", "12 11 10 9"),
        ({"method": "round_points", "places": "1 2"}, "__all__", "more than the place before"),
        ({"method": "percentage", "top": 0}, "__all__", "more than 0"),
        ({"method": "total_points", "cap": 0}, "__all__", "more than 0"),
    ],
)
def test_what_cannot_count_is_said_and_nothing_typed_is_lost(director, club, data, field, says):
    event = make_event(club)

    page = director.post(step(event), typed(director, event, **data))

    form = page.context["form"]
    assert says in " ".join(form.errors[field])
    for name, value in data.items():
        assert str(form[name].value()) == str(value)


@pytest.mark.parametrize(
    ("wish", "added", "names", "focus"),
    [
        ("up-2", "", ["b", "a", "c"], "down-b"),
        ("up-3", "", ["a", "c", "b"], "up-c"),
        ("up-1", "", ["a", "b", "c"], "down-a"),
        ("down-2", "", ["a", "c", "b"], "up-b"),
        ("down-3", "", ["a", "b", "c"], "up-c"),
        ("remove-2", "", ["a", "c"], ADD),
        ("add", "wins", ["a", "b", "c", "wins"], ADD),
        ("add", "luck", ["a", "b", "c"], ADD),
        ("up-9", "", ["a", "b", "c"], ""),
        ("up-x", "", ["a", "b", "c"], ""),
        ("", "wins", ["a", "b", "c", "wins"], ""),
    ],
)
def test_tiebreaks_are_put_in_order(wish, added, names, focus):
    assert arranged(["a", "b", "c"], wish, added) == (names, focus)


@pytest.mark.django_db
def test_buttons_arrange_tiebreaks_before_anything_is_saved(director, club):
    event = make_event(club, tiebreaks=["wins", "points_for"])
    data = typed(director, event, win=5, tiebreak_add="buchholz", arrange="add")

    page = director.post(step(event), data)
    rows = page.context["form"].tiebreak_rows()

    assert [row.name for row in rows] == ["wins", "points_for", "buchholz"]
    assert page.context["form"]["win"].value() == "5"
    moved = {f"tiebreak_{at}": row.name for at, row in enumerate(rows, start=1)}
    page = director.post(step(event), data | moved | {"tiebreak_add": "", "arrange": "up-3"})
    assert [row.name for row in page.context["form"].tiebreak_rows()] == [
        "wins",
        "buchholz",
        "points_for",
    ]
    assert re.search(r'value="up-2"[^>]* autofocus', page.content.decode())
    event.refresh_from_db()
    assert event.tiebreaks == ["wins", "points_for"]
