"""The draw changed by hand: the board, the part that htmx asks for, and the last change undone."""

import re

import pytest

from league.play.rounds.models import Placement
from tests.league.faces.desk.rounds.addresses import at_round
from tests.league.factories import make_club, make_member
from tests.league.play.events.factories import PITCH
from tests.league.play.rounds.factories import (
    close_round,
    make_evening,
    make_league,
    make_played,
    open_round,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def club():
    return make_club(time_zone="Europe/London")


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


def at(round, table, side=0):
    return Placement.objects.get(round=round, table__number=table, side=side).entry_id


def typed(round, one, other, changes="[]"):
    return {
        "version": round.version,
        "changes": changes,
        "kind": "swap",
        "entry": one,
        "other": other,
    }


def change(client, round, one, other):
    shown = client.post(at_round("round_edit", round), typed(round, one, other), headers=HTMX)
    return client.post(
        at_round("round_edit", round),
        {
            "action": "make",
            "version": shown.context["preview"].version,
            "changes": shown.context["changes_text"],
        },
    )


def buttons(page):
    """Return the entries on the board that can be chosen, in their order."""
    found = re.findall(
        r'data-entry="(\d+)" aria-pressed="false"( disabled)?', page.content.decode()
    )
    return [int(entry) for entry, disabled in found if not disabled]


@pytest.mark.long
def test_every_entry_is_a_button_at_its_table_or_without_one(director, club):
    round = make_league(5, club)[0]

    page = director.get(at_round("round_edit", round))

    resting = Placement.objects.get(round=round, kind="bye").entry_id
    assert buttons(page) == [
        at(round, 1, 0),
        at(round, 1, 1),
        at(round, 2, 0),
        at(round, 2, 1),
        resting,
    ]
    assert "Preview the changes" in text_of(page)


@pytest.mark.long
def test_who_has_played_cannot_be_chosen(director, club):
    round = open_round(make_league(4, club)[0])
    make_played(round.tables.get(number=1))

    page = director.get(at_round("round_edit", round))

    assert buttons(page) == [at(round, 2, 0), at(round, 2, 1)]
    assert "Something has been entered here, so it stays as it is." in text_of(page)


@pytest.mark.long
def test_htmx_is_given_the_part_with_the_damage_and_the_board_afterwards(director, club):
    round = make_league(4, club)[0]
    one, other = at(round, 1), at(round, 2)

    part = director.post(at_round("round_edit", round), typed(round, one, other), headers=HTMX)

    assert b"<html" not in part.content
    assert "This causes a problem:" in text_of(part)
    assert buttons(part)[0] == other
    assert at(round, 1) == one
    assert part["Vary"].count("HX-Request") == 1


@pytest.mark.long
def test_a_choice_that_cannot_be_made_leaves_those_before_it(director, club):
    round = make_league(4, club)[0]
    one, other = at(round, 1), at(round, 2)
    first = director.post(at_round("round_edit", round), typed(round, one, other), headers=HTMX)

    second = director.post(
        at_round("round_edit", round),
        typed(round, one, one, first.context["changes_text"]),
        headers=HTMX,
    )

    assert "Choose two different entries" in text_of(second)
    assert len(second.context["changes_in_words"]) == 1
    assert second.context["preview"].changed == [1, 2]


def test_changes_chosen_for_a_round_that_changed_meanwhile_are_let_go(director, club):
    round = make_league(4, club)[0]
    one, other = at(round, 1), at(round, 2)
    first = director.post(at_round("round_edit", round), typed(round, one, other), headers=HTMX)
    make_played(open_round(round).tables.get(number=1))

    second = director.post(
        at_round("round_edit", round),
        typed(round, at(round, 2, 0), at(round, 2, 1), first.context["changes_text"]),
        headers=HTMX,
    )

    assert second.context["preview"] is None
    assert "Table 1 has deals" in text_of(second)


@pytest.mark.long
@pytest.mark.parametrize("page", ["round", "round_edit"])
def test_the_last_change_is_taken_back_where_it_stands(director, club, page):
    round = make_league(4, club)[0]
    one, other = at(round, 1), at(round, 2)
    assert "Withdraw it" not in text_of(director.get(at_round(page, round)))
    change(director, round, one, other)
    assert (at(round, 1), at(round, 2)) == (other, one)

    shown = director.get(at_round(page, round))
    assert "Withdraw it" in text_of(shown)
    assert "change places" in text_of(shown)
    assert "Changed by director of harbour-cards (" in text_of(shown)
    undone = director.post(
        at_round("round_undo", round),
        {"version": shown.context["last"]["version"], "page": "edit" if page != "round" else ""},
        follow=True,
    )

    assert (at(round, 1), at(round, 2)) == (one, other)
    assert "Last change undone." in text_of(undone)
    assert "Withdraw it" not in text_of(undone)
    assert undone.redirect_chain[-1][0] == at_round(page, round)


def test_it_stands_there_no_longer_than_it_can_be_taken_back(director, club):
    round = open_round(make_league(4, club)[0])
    change(director, round, at(round, 1), at(round, 2))
    shown = director.get(at_round("round", round))
    assert "Withdraw it" in text_of(shown)
    version = shown.context["last"]["version"]
    make_played(round.tables.get(number=2))

    assert "Withdraw it" not in text_of(director.get(at_round("round", round)))
    late = director.post(at_round("round_undo", round), {"version": version}, follow=True)
    assert "can no longer be undone" in text_of(late)

    closed = close_round(round)
    assert director.get(at_round("round", closed)).context["last"] is None


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("version", ["", "x", "9" * 400, "-1", "٢"])
def test_an_undo_full_of_nonsense_changes_nothing(director, club, version):
    round = make_league(4, club)[0]
    change(director, round, at(round, 1), at(round, 2))
    before = at(round, 1)

    director.post(at_round("round_undo", round), {"version": version})

    assert at(round, 1) == before


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["round_edit", "round_undo"])
@pytest.mark.parametrize(("role", "status"), [("scorer", 403), ("player", 403), (None, 404)])
def test_only_directors_change_a_draw(client, club, name, role, status):
    round = make_league(4, club)[0]
    home = club if role else make_club("Old Library")
    client.force_login(make_member(home, role=role or "director").user)

    assert client.post(at_round(name, round), {"version": round.version}).status_code == status
    client.logout()
    assert client.post(at_round(name, round)).status_code == 302


@pytest.mark.long
def test_a_scorer_reads_of_no_undo(client, director, club):
    round = make_league(4, club)[0]
    change(director, round, at(round, 1), at(round, 2))
    scorer = make_member(club, role="scorer").user

    assert "Withdraw it" in text_of(director.get(at_round("round", round)))
    client.force_login(scorer)
    assert "Withdraw it" not in text_of(client.get(at_round("round", round)))


@pytest.mark.long
def test_the_pages_with_an_undo_take_the_same_number_of_queries(
    director, club, django_assert_max_num_queries
):
    for players in (8, 24):
        evening = PITCH | {"least_seats": 4, "most_seats": 4, "name": f"Evening of {players}"}
        round = make_evening(players, club, **evening)
        change(director, round, at(round, 1), at(round, 2))
        with django_assert_max_num_queries(24):
            assert director.get(at_round("round_edit", round)).context["last"]
