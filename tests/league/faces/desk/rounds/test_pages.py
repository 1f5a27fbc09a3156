"""The draw and the rounds at the desk."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.play.events import services as events
from league.play.events.names import name_of
from league.play.rounds.links import link_of
from league.play.rounds.models import Placement, Round, Seat
from tests.league.faces.desk.rounds.addresses import at, at_round
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    PITCH,
    add_pairs,
    add_singles,
    make_event,
    make_running,
)
from tests.league.play.rounds.factories import draw, make_league, open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club(time_zone="Europe/London")


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


def hidden(page):
    form = page.context["form"]
    return {f.name: f.value() for f in form.hidden_fields() if f.value() is not None}


def test_the_draw_is_looked_at_with_reasons_then_drawn_with_deadlines(director, club):
    event = make_running(4, club)

    page = director.get(at("draw", event))
    assert "round 1 of the Berger table: number 1, at home, meets number 4" in text_of(page)
    assert "Nobody meets the same opponent more often than planned." in text_of(page)
    assert not Round.objects.exists()
    director.post(
        at("draw", event),
        hidden(page) | {"first_deadline": "2026-03-24T21:00", "days_between": 7},
    )

    deadlines = [round.deadline.isoformat() for round in Round.objects.order_by("number")]
    # nine in the evening in London, before and after summer time begins on 29 March
    assert deadlines == [
        "2026-03-24T21:00:00+00:00",
        "2026-03-31T20:00:00+00:00",
        "2026-04-07T20:00:00+00:00",
    ]


@pytest.mark.long
def test_deadlines_beyond_every_calendar_are_refused_at_their_field(director, club):
    event = make_running(4, club)
    fields = hidden(director.get(at("draw", event)))

    page = director.post(at("draw", event), fields | {"first_deadline": "9999-12-31T21:00"})

    assert "The year must be between 1900 and 2199, not 9999." in text_of(page)
    assert not Round.objects.exists()


@pytest.mark.long
def test_drawing_an_open_event_starts_it(director, club):
    event = events.open_event(event=make_event(club), actor=DIRECTOR, at=NOW)
    add_pairs(event, 4)

    page = director.get(at("draw", event))
    assert "Start the event and draw" in text_of(page)
    director.post(at("draw", event), hidden(page))

    event.refresh_from_db()
    assert (event.state, Round.objects.count()) == ("running", 3)


@pytest.mark.long
def test_sent_twice_the_next_round_is_drawn_once(director, club):
    event = make_running(8, club, **PITCH)
    page = director.get(at("draw", event))
    typed = hidden(page)

    for _time in range(2):
        director.post(at("draw", event), typed)

    assert Round.objects.count() == 1


def test_a_stale_page_is_told_to_look_again(director, club):
    event = make_running(8, club, **PITCH)
    typed = hidden(director.get(at("draw", event)))
    add_singles(event, 1)

    page = director.post(at("draw", event), typed)

    assert "The entries have changed in the meantime. Check" in text_of(page)
    assert not Round.objects.exists()


@pytest.mark.long
@pytest.mark.parametrize("typed", [{}, {"version": "x"}, {"version": "1", "number": "-3"}])
def test_a_draw_form_full_of_nonsense_draws_nothing(director, club, typed):
    event = make_running(8, club, **PITCH)

    assert director.post(at("draw", event), typed).status_code == 200
    assert not Round.objects.exists()


@pytest.mark.long
def test_numbers_that_cannot_be_seated_are_explained_before_anything_is_drawn(director, club):
    event = make_event(club, **(PITCH | {"least_seats": 5}))
    event = events.open_event(event=event, actor=DIRECTOR, at=NOW)
    add_singles(event, 8)

    page = director.get(at("draw", event))

    assert "8 players cannot be seated at tables of exactly 5" in text_of(page)


def test_rounds_not_yet_opened_are_drawn_again_for_a_late_pair(director, club):
    first, *_rest = make_league(4, club)
    open_round(first)
    (late,) = add_pairs(first.stage.event, 1)
    page = director.get(at("draw", first.stage.event))
    late_sentence = f"Added after round 2 was drawn, so without a table in it: {name_of(late)}."
    assert late_sentence in text_of(page)
    assert f"Draw again with {name_of(late)}" in text_of(page)

    director.post(at("redraw", first.stage.event, 1, 2), {"action": "redraw"})

    page = director.get(at("draw", first.stage.event))
    assert page.context["stale"] is None
    assert Round.objects.count() > 3


@pytest.mark.long
def test_the_draw_is_thrown_away_while_nothing_has_begun(director, club):
    first, *_rest = make_league(4, club)

    director.post(at("redraw", first.stage.event, 1, 1), {"action": "undo"})
    assert not Round.objects.exists()

    again, *_rest = draw(first.stage.event)
    open_round(again)
    page = director.post(at("redraw", first.stage.event, 1, 1), {"action": "undo"}, follow=True)
    assert "Round 1 has begun" in text_of(page)


def test_a_round_is_opened_closed_and_reopened_with_buttons(director, club):
    round = make_league(4, club)[0]
    states = []
    for typed in (
        {"action": "open"},
        {"action": "close"},
        {"action": "close", "even_unfinished": "on"},
        {"action": "reopen"},
        {"action": "dance"},
    ):
        director.post(at_round("round_move", round), typed)
        round.refresh_from_db()
        states.append(round.state)

    assert states == ["open", "open", "closed", "open", "open"]


def test_what_stands_in_the_way_of_a_draw_is_said_once(director, club):
    event = make_event(club, format="mitchell")
    events.open_event(event=event, actor=DIRECTOR, at=NOW)
    add_pairs(event, 3)

    page = text_of(director.get(at("draw", event)))

    assert page.count("A Mitchell needs at least 4 entries") == 1


@pytest.mark.long
def test_a_closed_round_says_where_the_event_goes_on(director, club):
    first, *others = make_league(3, club)
    said = []
    for round in (first, *others):
        for action in ("open", "close"):
            typed = {"action": action, "even_unfinished": "on"}
            page = director.post(at_round("round_move", round), typed, follow=True)
        said.append([step.label for step in page.context["steps"]])
    reopened = director.post(at_round("round_move", first), {"action": "reopen"}, follow=True)

    opens = [[f"Open: Round {one.number}"] for one in others]
    assert said == [*opens, ["What comes next"]]
    assert reopened.context["steps"] == []


def test_the_deadline_is_typed_in_the_clubs_time(director, club):
    round = make_league(2, club)[0]

    director.post(
        at_round("round_move", round), {"action": "deadline", "deadline": "2026-07-01T21:00"}
    )
    wrong = director.post(at_round("round_move", round), {"action": "deadline", "deadline": "soon"})

    round.refresh_from_db()
    assert round.deadline.isoformat() == "2026-07-01T20:00:00+00:00"
    assert wrong.status_code == 422
    html = wrong.content.decode()
    assert 'value="soon"' in html
    assert 'aria-invalid="true"' in html
    assert "Give a day and a time, like 2026-03-14 21:00." in text_of(wrong)


@pytest.mark.long
def test_a_change_is_shown_with_what_it_breaks_and_then_made(director, club):
    round = make_league(4, club)[0]
    one, other = (
        Placement.objects.get(round=round, table__number=n, side=0).entry_id for n in (1, 2)
    )
    typed = {"version": round.version, "changes": "[]", "kind": "swap"}

    shown = director.post(at_round("round_edit", round), typed | {"entry": one, "other": other})
    assert "This causes a problem:" in text_of(shown)
    assert "would have met 2 times" in text_of(shown)
    assert Placement.objects.get(round=round, entry=one).table.number == 1

    director.post(
        at_round("round_edit", round),
        {
            "action": "make",
            "version": shown.context["preview"].version,
            "changes": shown.context["changes_text"],
        },
    )
    assert Placement.objects.get(round=round, entry=one).table.number == 2


def test_changes_add_up_before_they_are_made(director, club):
    round = make_league(2, club)[0]
    one, other = Placement.objects.filter(round=round).values_list("entry", flat=True)
    typed = {"version": round.version, "changes": "[]", "kind": "rest", "entry": one}
    first = director.post(at_round("round_edit", round), typed)

    second = director.post(
        at_round("round_edit", round),
        typed
        | {
            "kind": "meet",
            "changes": first.context["changes_text"],
            "entry": other,
            "other": one,
        },
    )

    assert [c["change"] for c in json.loads(second.context["changes_text"])] == ["rest", "meet"]
    assert len(second.context["changes_in_words"]) == 2


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"kind": "swap"},
        {"kind": "swap", "entry": "x"},
        {"kind": "swap", "entry": "999999"},
        {"changes": "not json", "kind": "rest"},
        {"changes": '[{"change": "rest", "entries": [1e400]}]', "kind": "rest"},
        {"changes": "[" * 100_000, "kind": "rest"},
        {"action": "make"},
        {"action": "make", "version": "9" * 400, "changes": "[]"},
        {"action": "make", "version": "1", "changes": '{"a": 1}'},
        {"action": "make", "version": "1", "changes": "[1, 2]"},
    ],
)
def test_an_edit_full_of_nonsense_changes_nothing(director, club, typed):
    round = make_league(4, club)[0]
    before = set(Placement.objects.values_list("entry", "table", "side"))

    assert director.post(at_round("round_edit", round), typed).status_code in (200, 302)
    assert set(Placement.objects.values_list("entry", "table", "side")) == before


@pytest.mark.long
def test_a_substitute_takes_a_seat(director, club):
    round = make_league(4, club)[0]
    seat = Seat.objects.get(table__round=round, table__number=1, number=0)
    absent = seat.player.name
    url = at_round("seat", round, seat.pk)

    unknown = director.post(url, {"player": "Zoe Zimmer"})
    assert unknown.context["form"]["player"].value() == "Zoe Zimmer"
    busy = Seat.objects.get(table__round=round, table__number=2, number=0).player
    taken = director.post(url, {"player": busy.name})
    assert "sits at table 2" in text_of(taken)
    director.post(url, {"player": "Zoe Zimmer", "add_unknown": "on"})

    page = text_of(director.get(at_round("round", round)))
    assert f"Zoe Zimmer for {absent}" in page


@pytest.mark.long
def test_a_seat_of_another_round_is_no_page_here(director, club):
    first, second, _third = make_league(4, club)
    foreign = Seat.objects.filter(round=second).first()
    table = second.tables.first()

    assert director.get(at_round("seat", first, foreign.pk)).status_code == 404
    assert director.post(at_round("renew_link", first, table.pk)).status_code == 404


def test_a_link_is_renewed(director, club):
    round = make_league(2, club)[0]
    table = round.tables.get()
    old = link_of(table)

    director.post(at_round("renew_link", round, table.pk))

    table.refresh_from_db()
    assert link_of(table) != old


@pytest.mark.long
def test_cards_have_a_code_for_each_table(director, club, settings):
    settings.SITE_URL = "https://cards.example.org"
    round = make_league(4, club)[0]

    page = director.get(at_round("table_cards", round))

    content = page.content.decode()
    assert content.count("<path") >= 2
    for table in round.tables.all():
        assert f"https://cards.example.org/t/{link_of(table)}/" in content
    assert "style=" not in content.split("<main", 1)[1]


def test_cards_of_a_large_round_are_on_pages(director, club, monkeypatch):
    monkeypatch.setattr("league.faces.desk.rounds.table_cards.CARDS_A_PAGE", 2)
    round = make_league(6, club)[0]

    pages = [director.get(at_round("table_cards", round), {"page": number}) for number in (1, 2)]

    numbers = [[card["number"] for card in page.context["cards"]] for page in pages]
    assert numbers == [["1", "2"], ["3"]]
    assert "prints this page alone" in text_of(pages[0])


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["draw", "round", "round_edit", "table_cards", "event"])
def test_pages_take_the_same_number_of_queries_however_many_tables(director, club, name):
    small = make_running(4, club, **(PITCH | {"least_seats": 4, "most_seats": 4}))
    large = make_running(24, club, **(PITCH | {"least_seats": 4, "most_seats": 4}))
    counts = []
    for event in (small, large):
        round = open_round(draw(event)[0])
        url = at(name, event) if name in ("draw", "event") else at_round(name, round)
        with CaptureQueriesContext(connection) as queries:
            assert director.get(url).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


@pytest.mark.long
def test_the_round_page_shows_who_sits_where_and_who_rests(director, club):
    round = make_league(3, club)[0]

    page = text_of(director.get(at_round("round", round)))

    assert "have a bye" in page
    assert "Nobody but you sees this round yet" in page
