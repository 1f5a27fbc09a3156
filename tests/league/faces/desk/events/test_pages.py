"""The events of a club at the desk: list, set-up step by step, states."""

import pytest
from django.urls import reverse

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import Event, Season
from league.play.rounds import services as rounds
from tests.league.factories import make_club
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    add_pairs,
    make_event,
    make_running,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club(time_zone="Asia/Tokyo")


def at(name, *args):
    return reverse(f"desk:{name}", args=args)


GAME = {
    "name": "Pitch night",
    "game": "pitch:standard",
    "starts_on": "2026-03-07",
    "visibility": "public",
    "about": "At the harbour, 7 pm.",
}


def step(event, name):
    return at("event_setup", event.club.slug, event.slug, name)


def test_an_event_is_set_up_in_six_steps_and_opened(director, club):
    made = director.post(at("event_new", club.slug), GAME)
    event = Event.objects.get()
    assert made.headers["Location"] == step(event, "rules")

    rules = director.get(step(event, "rules")).context["form"]
    typed = {name: field.initial for name, field in rules.fields.items()} | {"target": "7"}
    people = {
        "entry_kind": "individual",
        "least_seats": 3,
        "most_seats": 4,
        "entry_mode": "self",
        "entries_close_at": "2026-03-07T18:00",
        "most_entries": 20,
    }
    scoring = {"method": "total_points", "bye": "own_average", "tiebreak_1": "wins"}
    rounds = {
        "format": "individual_tables",
        "order": "seed",
        "individual_tables-preferred": 4,
        "rounds_planned": 3,
        "table_play": "timed",
        "minutes_a_round": 40,
    }
    after = [
        director.post(step(event, name), data).headers.get("Location")
        for name, data in [
            ("rules", typed),
            ("people", people),
            ("scoring", scoring),
            ("rounds", rounds),
        ]
    ]
    assert after == [step(event, name) for name in ("people", "scoring", "rounds", "summary")]
    summary = director.get(step(event, "summary"))
    assert "Everything fits together" in text_of(summary)
    assert "Target 11 7" in text_of(summary)

    director.post(at("event_move", club.slug, event.slug), {"move": "open"})

    event.refresh_from_db()
    assert (event.state, event.options, event.minutes_a_round) == ("open", {"target": 7}, 40)
    assert event.entries_close_at.isoformat() == "2026-03-07T09:00:00+00:00"
    assert event.method == {"name": "total_points", "bye": "own_average"}
    assert event.stages.get().options == {"preferred": 4}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "data", "field"),
    [
        ("people", {"entry_kind": "horses"}, "entry_kind"),
        ("people", {"least_seats": "many"}, "least_seats"),
        ("people", {"least_seats": 5, "most_seats": 4}, "most_seats"),
        ("people", {"most_seats": 9}, "most_seats"),
        # pairs have a table of four: no game has one of eight for them
        ("people", {"least_seats": 4, "most_seats": 8}, "most_seats"),
        ("people", {"entry_mode": "self"}, "entries_close_at"),
        ("scoring", {"method": "guessing"}, "method"),
        ("scoring", {"tiebreak_1": "wins", "tiebreak_2": "wins"}, "tiebreak_2"),
        ("scoring", {"win": "NaN"}, "win"),
        ("scoring", {"win": "1e400"}, "win"),
        ("scoring", {"method": "match_points", "win": 0, "draw": 1, "loss": 2}, "__all__"),
        ("rounds", {"format": "merry_go_round"}, "format"),
        ("rounds", {"table_play": "timed", "minutes_a_round": ""}, "minutes_a_round"),
        ("rounds", {"table_play": "deals", "deals_a_round": "0"}, "deals_a_round"),
        ("rounds", {"rounds_planned": -1}, "rounds_planned"),
    ],
)
def test_a_wrong_step_is_shown_again_with_what_was_typed(director, club, name, data, field):
    event = make_event(club)
    form = director.get(step(event, name)).context["form"]
    right = {key: form[key].value() for key in form.fields if form[key].value() is not None}
    before = Event.objects.values().get()

    page = director.post(step(event, name), right | data)

    assert page.status_code == 200
    assert field in page.context["form"].errors
    for key, value in data.items():
        assert str(page.context["form"][key].value()) == str(value)
    assert Event.objects.values().get() == before


def test_problems_stand_in_the_summary_with_the_step_that_mends_them(director, club):
    event = make_event(club, entry_kind="individual")

    page = director.get(step(event, "summary"))

    assert page.context["problems"][0]["url"] == step(event, "people")
    assert "4 players make 2 sides of partners" in text_of(page)
    assert "disabled" in page.content.decode()


def test_a_draft_is_thrown_away(director, club):
    event = make_event(club)
    assert "Discard the draft" in director.get(at("event", club.slug, event.slug)).content.decode()

    director.post(at("event_discard", club.slug, event.slug))

    assert not Event.objects.exists()


def test_a_season_is_added_and_chosen(director, club):
    wrong = director.post(
        at("season_new", club.slug),
        {"name": "2026", "starts_on": "2026-12-31", "ends_on": "2026-01-01"},
    )
    assert "ends_on" in wrong.context["form"].errors

    director.post(
        at("season_new", club.slug),
        {"name": "2026", "starts_on": "2026-01-01", "ends_on": "2026-12-31"},
    )
    season = Season.objects.get()
    director.post(at("event_new", club.slug), GAME | {"season": season.pk})

    assert Event.objects.get().season == season


def test_the_page_of_an_event_leads_to_what_is_done_next(director, club):
    event = make_running(4, club, format="swiss", rounds_planned=1)

    def steps():
        page = director.get(at("event", club.slug, event.slug))
        return [(one.label, one.is_main) for one in page.context["steps"]]

    def end():
        page = director.get(at("event", club.slug, event.slug))
        return next(move for move in page.context["moves"] if move["name"] == "finish")

    assert steps() == [("Draw the first round", True)]
    assert end()["is_folded"], "what ends an event does not stand beside its first step"
    lost = "The draw that nobody has seen yet is discarded when you change the format"
    assert lost not in text_of(director.get(step(event, "rounds")))
    (drawn,) = rounds.draw_rounds(stage=event.stages.get(), by=Act(DIRECTOR, NOW))
    assert lost in text_of(director.get(step(event, "rounds")))
    assert steps() == [("Open: Round 1", True)]
    rounds.open_round(round=drawn, by=Act(DIRECTOR, NOW))
    assert steps() == [("Room: Round 1", True)]
    assert not end()["is_folded"]
    room = director.get(at("club", club.slug)).context["events"][0][1]
    assert room == [(at("room", club.slug, event.slug, 1, 1), "Room of round 1")]
    rounds.close_round(round=drawn, even_unfinished=True, by=Act(DIRECTOR, NOW))
    page = director.get(at("event", club.slug, event.slug))
    assert page.context["steps"] == []
    assert [move["name"] for move in page.context["moves"] if move["is_main"]] == ["finish"]
    events.finish_event(event=event, anyway=True, by=Act(DIRECTOR, NOW))
    assert steps()[0] == ("Text for the newsletter", True)
    director.post(at("event_move", club.slug, event.slug), {"move": "archive"})
    assert steps() == [("The public page", False)]
    entries_page = director.get(at("entries", club.slug, event.slug)).content.decode()
    assert "bring it back from there" in entries_page


def test_the_next_event_is_made_from_one_there_was(director, club):
    event = make_event(club)
    first, _second = add_pairs(event, 2)
    gone = first.members.first().player
    gone.is_active = False
    gone.save()
    address = at("event_copy", club.slug, event.slug)

    form = director.get(address).context["form"]
    bad = director.post(address, {"name": "", "starts_on": "2026-13-01", "with_entries": "on"})
    done = director.post(
        address,
        {"name": "Autumn cup", "starts_on": "2026-09-12", "with_entries": "on"},
        follow=True,
    )

    assert (form["name"].value(), str(form["starts_on"].value())) == (event.name, "2026-03-14")
    assert {"name", "starts_on"} <= bad.context["form"].errors.keys()
    new = club.events.get(slug="autumn-cup")
    assert done.redirect_chain[-1][0] == at("event", club.slug, new.slug)
    text = text_of(done)
    assert "Autumn cup is made, with 1 entry." in text
    assert f"entered already: {gone.name}." in text
