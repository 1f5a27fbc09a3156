"""The events of a club at the desk: list, set-up step by step, states."""

import html

import pytest
from django.urls import reverse

from games import services as games
from league.clubs.services import add_house_rules
from league.play.events import services as events
from league.play.events.models import Event, Season
from league.play.rounds import services as rounds
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_pairs,
    make_event,
    make_running,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club(time_zone="Asia/Tokyo")


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


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


def test_a_choice_of_rules_names_its_game_in_a_closed_list_too(director, club):
    add_house_rules(
        club=club,
        name="Friday rules",
        variant="pitch",
        preset="standard",
        options={},
        actor=DIRECTOR,
        at=NOW,
    )

    page = director.get(at("event_new", club.slug)).content.decode()

    for info in games.variants():
        for preset in info.presets:
            whole = f"{games.in_words(info.label)} · {games.in_words(preset.label)}"
            assert f">{html.escape(whole)}</option>" in page, whole
    assert ">Pitch · Friday rules</option>" in page


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


@pytest.mark.long
@pytest.mark.parametrize("game", ["pitch:standard", "double-deck-pinochle:standard"])
def test_a_new_event_could_be_opened_as_it_begins(director, club, game):
    director.post(at("event_new", club.slug), GAME | {"game": game})

    director.post(at("event_move", club.slug, "pitch-night"), {"move": "open"})

    assert Event.objects.get().state == "open"


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"game": "whist:standard"}, "game"),
        ({"game": "pitch"}, "game"),
        ({"starts_on": "tomorrow"}, "starts_on"),
        ({"visibility": "some"}, "visibility"),
        ({"season": "999"}, "season"),
        ({"name": "a\x00b"}, "name"),
    ],
)
def test_a_wrong_first_step_keeps_what_was_typed_and_creates_nothing(director, club, wrong, field):
    page = director.post(at("event_new", club.slug), GAME | wrong)

    assert page.status_code == 200
    assert list(page.context["form"].errors) == [field]
    assert "At the harbour, 7 pm." in text_of(page)
    assert not Event.objects.exists()


@pytest.mark.long
def test_a_wrong_rule_is_refused_beside_it_and_keeps_the_others(director, club):
    event = make_event(club, **PITCH)
    form = director.get(step(event, "rules")).context["form"]
    typed = {name: field.initial for name, field in form.fields.items()}

    page = director.post(
        step(event, "rules"), typed | {"min_bid": "2", "smudge_all_tricks": "True"}
    )

    assert list(page.context["form"].errors) == ["smudge_all_tricks"]
    assert page.context["form"]["min_bid"].value() == "2"
    event.refresh_from_db()
    assert event.options == {}


@pytest.mark.long
def test_every_option_says_what_it_is_when_it_matters_and_what_is_standard(director, club):
    page = director.get(step(make_event(club, **PITCH), "rules"))

    words = text_of(page)
    assert (
        "The score that ends the game. It may be: 1 to 500; usual: 11, 7, 9, 21. Standard: 11."
        in words
    )
    assert "Matters only when “Smudge” is: a bid of 4 that is made wins the game" in words


@pytest.mark.long
def test_another_game_starts_without_the_old_games_house_rules(director, club):
    event = make_event(club, **(PITCH | {"options": {"target": 7}}))

    director.post(step(event, "game"), GAME | {"game": "double-deck-pinochle:standard"})

    event.refresh_from_db()
    assert (event.variant, event.options) == ("double-deck-pinochle", {})


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


@pytest.mark.long
def test_a_number_out_of_its_limits_is_told_once(director, club):
    event = make_event(club)

    page = director.post(
        step(event, "rounds"), {"table_play": "deals", "deals_a_round": "-5"}, follow=True
    )

    assert page.context["form"].errors["deals_a_round"] == ["This must be between 1 and 100."]


@pytest.mark.long
def test_what_is_frozen_is_shown_and_cannot_be_changed(director, club):
    event = events.open_event(event=make_event(club), actor=DIRECTOR, at=NOW)
    page = director.get(step(event, "people"))
    assert page.context["form"].fields["entry_kind"].disabled

    director.post(
        step(event, "people"),
        {"entry_kind": "team", "most_seats": 8, "entry_mode": "organiser", "most_entries": 12},
    )

    event.refresh_from_db()
    assert (event.entry_kind, event.most_seats, event.most_entries) == ("pair", 4, 12)


@pytest.mark.long
def test_a_running_event_is_drawn_otherwise_until_its_first_round_is_opened(director, club):
    event = make_running(4, club)
    drawn = {"format": "knockout", "table_play": "game", "bye_award": "fixed", "bye_points": "0"}

    director.post(step(event, "rounds"), drawn)

    stage = event.stages.get()
    assert stage.format == "knockout"
    losing = "is discarded when you change the format"
    assert losing not in text_of(director.get(step(event, "rounds")))
    (first, *_later) = rounds.draw_rounds(stage=stage, actor=DIRECTOR, at=NOW)
    assert losing in text_of(director.get(step(event, "rounds")))
    saved = director.post(step(event, "rounds"), drawn | {"format": "swiss"}, follow=True)
    assert "The draw that nobody had seen does not fit any more" in text_of(saved)
    saved = director.post(step(event, "rounds"), drawn, follow=True)
    assert "nobody had seen" not in text_of(saved)
    stage.refresh_from_db()
    (first, *_later) = rounds.draw_rounds(stage=stage, actor=DIRECTOR, at=NOW)
    rounds.open_round(round=first, actor=DIRECTOR, at=NOW)
    page = director.get(step(event, "rounds"))
    assert page.context["form"].fields["format"].disabled
    director.post(step(event, "rounds"), {"format": "swiss"})
    stage.refresh_from_db()
    assert (stage.format, stage.rounds.count()) == ("knockout", 1)


@pytest.mark.long
def test_how_withdrawals_count_is_changed_while_the_event_runs_and_nothing_else_is(director, club):
    event = make_running(4, club, stage_options={"method": "circle"})
    (first, *_later) = rounds.draw_rounds(stage=event.stages.get(), actor=DIRECTOR, at=NOW)
    rounds.open_round(round=first, actor=DIRECTOR, at=NOW)
    how, method = "round_robin-withdrawals", "round_robin-method"
    fields = director.get(step(event, "rounds")).context["form"].fields
    assert (fields[how].disabled, fields[method].disabled) == (False, True)

    director.post(step(event, "rounds"), {how: "stay", method: "berger", "format": "swiss"})

    stage = event.stages.get()
    assert (stage.format, stage.options) == (
        "round_robin",
        {"method": "circle", "withdrawals": "stay"},
    )
    assert stage.rounds.count() == 3
    Event.objects.filter(pk=event.pk).update(state="finished")
    assert director.get(step(event, "rounds")).context["form"].fields[how].disabled


def test_problems_stand_in_the_summary_with_the_step_that_mends_them(director, club):
    event = make_event(club, entry_kind="individual")

    page = director.get(step(event, "summary"))

    assert page.context["problems"][0]["url"] == step(event, "people")
    assert "4 players make 2 sides of partners" in text_of(page)
    assert "disabled" in page.content.decode()


@pytest.mark.long
def test_a_button_that_cannot_be_pressed_says_why(director, club):
    event = events.open_event(event=make_event(club), actor=DIRECTOR, at=NOW)
    add_pairs(event, 1)

    page = director.get(at("event", club.slug, event.slug))

    assert "1 entry takes part; at least 2 are needed: add entries." in text_of(page)
    refused = director.post(at("event_move", club.slug, event.slug), {"move": "start"}, follow=True)
    assert "at least 2 are needed" in text_of(refused)
    event.refresh_from_db()
    assert event.state == "open"


@pytest.mark.parametrize("move", ["", "dance", "archive", "finish"])
def test_a_move_that_makes_no_sense_changes_nothing(director, club, move):
    event = make_event(club)

    page = director.post(at("event_move", club.slug, event.slug), {"move": move}, follow=True)

    assert page.status_code == 200
    event.refresh_from_db()
    assert event.state == "draft"


def test_a_draft_is_thrown_away(director, club):
    event = make_event(club)
    assert "Discard the draft" in director.get(at("event", club.slug, event.slug)).content.decode()

    director.post(at("event_discard", club.slug, event.slug))

    assert not Event.objects.exists()


def test_a_draft_with_entries_says_nothing_of_throwing_it_away(director, club):
    event = make_event(club)
    add_pairs(event, 1)

    page = director.get(at("event", club.slug, event.slug)).content.decode()

    assert "Discard the draft" not in page
    assert "<dt>entry takes part</dt><dd>1</dd>" in page


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


@pytest.mark.long
def test_the_list_takes_the_same_number_of_queries_however_many_events(
    director, club, django_assert_num_queries
):
    make_event(club)
    director.get(at("events", club.slug))
    few = _queries(director, at("events", club.slug))
    for number in range(12):
        make_event(club, f"Cup {number}")

    assert _queries(director, at("events", club.slug)) == few


def _queries(client, url):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


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
    (drawn,) = rounds.draw_rounds(stage=event.stages.get(), actor=DIRECTOR, at=NOW)
    assert steps() == [("Open: Round 1", True)]
    rounds.open_round(round=drawn, actor=DIRECTOR, at=NOW)
    assert steps() == [("Room: Round 1", True)]
    assert not end()["is_folded"]
    room = director.get(at("club", club.slug)).context["events"][0][1]
    assert room == [(at("room", club.slug, event.slug, 1, 1), "Room of round 1")]
    rounds.close_round(round=drawn, even_unfinished=True, actor=DIRECTOR, at=NOW)
    page = director.get(at("event", club.slug, event.slug))
    assert page.context["steps"] == []
    assert [move["name"] for move in page.context["moves"] if move["is_main"]] == ["finish"]
    events.finish_event(event=event, anyway=True, actor=DIRECTOR, at=NOW)
    assert steps()[0] == ("Text for the newsletter", True)
    director.post(at("event_move", club.slug, event.slug), {"move": "archive"})
    assert steps() == [("The public page", False)]
    entries_page = director.get(at("entries", club.slug, event.slug)).content.decode()
    assert "bring it back from there" in entries_page


def test_an_event_open_for_entries_leads_to_them(director, club):
    event = make_event(club)
    events.open_event(event=event, actor=DIRECTOR, at=NOW)

    page = director.get(at("event", club.slug, event.slug))

    assert [one.url for one in page.context["steps"]] == [at("entries", club.slug, event.slug)]
    first, *_others = page.context["moves"]
    assert (first["name"], first["is_possible"]) == ("start", False)


@pytest.mark.long
def test_many_events_are_on_pages_what_needs_work_first(director, club, monkeypatch):
    monkeypatch.setattr("league.faces.desk.events.views.EVENTS_A_PAGE", 3)
    for number in range(4):
        make_event(club, f"Draft {number}")
    over = events.finish_event(
        event=make_running(2, club, name="Over"), anyway=True, actor=DIRECTOR, at=NOW
    )
    running = make_running(2, club, name="Running")

    pages = [director.get(at("events", club.slug), {"page": number}) for number in (1, 2)]

    groups = [
        [(str(label), [event.name for event in rows]) for label, rows in page.context["groups"]]
        for page in pages
    ]
    assert groups == [
        [("Running", [running.name]), ("Being set up", ["Draft 3", "Draft 2"])],
        [("Being set up", ["Draft 1", "Draft 0"]), ("Finished", [over.name])],
    ]
    assert "Page 1 of 2" in text_of(pages[0])


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
