"""An event set up by a program from its players to its seeds, and its draw made again."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from league.clubs.models import Club, HouseRules
from league.faces.desk.events.match_scoring import MATCH_FIELDS
from league.play.rounds import services as rounds
from league.play.rounds.models import Seat
from tests.league.faces.api.factories import PAIRS, V1, client_of, make_night, ok
from tests.league.factories import NOW, make_club, make_house_rules, make_member
from tests.league.play.events.factories import DIRECTOR, make_running
from tests.league.tables.standings.factories import play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def director(club: Club) -> APIClient:
    return client_of(make_member(club, role="director").user)


@pytest.mark.long
def test_players_are_added_and_changed(club: Club, director: APIClient) -> None:
    at = f"{V1}/clubs/{club.slug}/players"
    added = ok(director.post(at, {"name": " Ada  Whitlock ", "member_number": "101"}), 201)
    assert (added["name"], added["member_number"], added["is_active"]) == (
        "Ada Whitlock",
        "101",
        True,
    )
    changed = ok(director.patch(f"{at}/{added['id']}", {"is_active": False}))
    assert changed["is_active"] is False
    taken = ok(director.post(at, {"name": "Ben Castell", "member_number": "101"}), 409)
    assert taken["field"] == "member_number"


@pytest.mark.long
def test_an_event_is_set_up_changed_and_opened(club: Club, director: APIClient) -> None:
    made = ok(director.post(f"{V1}/clubs/{club.slug}/events", PAIRS), 201)
    assert (made["state"], made["stages"][0]["format"]) == ("draft", "round_robin")
    at = f"{V1}/events/{made['id']}"
    options = {"options": {"game_target": 350}, "about": "Bring a pencil."}
    changed = ok(director.patch(at, options))
    assert changed["ruleset"]["changes"][0]["own"] == "350"
    stage = ok(director.patch(f"{V1}/stages/{made['stages'][0]['id']}", {"name": "League"}))
    assert stage["name"] == "League"
    second = ok(director.post(f"{at}/stages", {"format": "round_robin", "name": "Final"}), 201)
    assert (second["number"], second["name"]) == (2, "Final")
    assert ok(director.post(f"{at}/move", {"move": "open"}))["state"] == "open"
    frozen = ok(director.patch(at, {"options": {}}), 409)
    assert frozen["code"] == "event_frozen"
    assert ok(director.get(at))["options"] == {"game_target": 350}


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "kind", "sent", "seats"),
    [
        ("double-deck-pinochle", "pair", {}, (4, 4)),
        ("three-handed-pinochle", "individual", {}, (3, 3)),
        ("two-handed-pinochle", "individual", {}, (2, 2)),
        ("fifty-six", "pair", {}, (4, 4)),
        ("pitch", "individual", {}, (4, 4)),
        ("pitch", "individual", {"most_seats": 3}, (3, 3)),
        ("pitch", "individual", {"least_seats": 5}, (5, 5)),
        ("pitch", "individual", {"least_seats": 3, "most_seats": 5}, (3, 5)),
    ],
)
def test_without_seats_a_table_has_the_games_usual_number(
    club: Club,
    director: APIClient,
    variant: str,
    kind: str,
    sent: dict[str, Any],
    seats: tuple[int, int],
) -> None:
    wanted = PAIRS | {"variant": variant, "entry_kind": kind} | sent
    made = ok(director.post(f"{V1}/clubs/{club.slug}/events", wanted), 201)
    assert (made["least_seats"], made["most_seats"]) == seats


@pytest.mark.long
@pytest.mark.parametrize(
    ("sent", "scale"),
    [
        ({}, {"blitz": 400}),
        ({"deals_a_round": 16}, {"blitz": 800}),
        ({"variant": "pedro"}, {"blitz": 75}),
        ({"entry_kind": "team", "deals_a_round": 8}, {"deals": 8}),
    ],
)
def test_victory_points_without_a_scale_get_the_one_of_the_game_and_its_deals(
    club: Club, director: APIClient, sent: dict[str, Any], scale: dict[str, int]
) -> None:
    points = {"method": {"name": "victory_points"}}
    made = ok(director.post(f"{V1}/clubs/{club.slug}/events", PAIRS | points | sent), 201)
    assert made["method"] == {"name": "victory_points"} | scale


@pytest.mark.long
def test_a_scale_that_was_set_explicitly_is_kept(club: Club, director: APIClient) -> None:
    own = {"method": {"name": "victory_points", "blitz": 250}}
    made = ok(director.post(f"{V1}/clubs/{club.slug}/events", PAIRS | own), 201)
    assert made["method"] == own["method"]
    at = f"{V1}/events/{made['id']}"
    ok(director.patch(at, {"method": {"name": "total_points"}}))
    changed = {"method": {"name": "victory_points"}, "deals_a_round": 9}
    assert ok(director.patch(at, changed))["method"] == {"name": "victory_points", "blitz": 600}


@pytest.mark.parametrize("name", ["deals", "blitz", "table", "win", "places"])
def test_a_method_has_the_names_of_the_form(name: str) -> None:
    assert name in MATCH_FIELDS


@pytest.mark.parametrize(("old", "name"), [("vp_deals", "deals"), ("vp_blitz", "blitz")])
def test_a_name_that_a_method_has_not_is_refused_with_those_it_has(
    club: Club, director: APIClient, old: str, name: str
) -> None:
    wrong = {"method": {"name": "victory_points", old: 16}}
    answer = director.post(f"{V1}/clubs/{club.slug}/events", PAIRS | wrong)
    error = answer.json()
    assert (answer.status_code, error["field"]) == (400, "method")
    assert old in error["detail"]
    assert name in error["detail"].partition("it knows")[2]


@pytest.mark.long
def test_an_event_takes_the_clubs_house_rules(club: Club, director: APIClient) -> None:
    rules = make_house_rules(club, variant="double-deck-pinochle", options={"game_target": 350})
    plain = {key: value for key, value in PAIRS.items() if key != "variant"}
    at = f"{V1}/clubs/{club.slug}/events"

    made = ok(director.post(at, plain | {"house_rules": rules.pk}), 201)
    assert (made["variant"], made["options"]) == ("double-deck-pinochle", {"game_target": 350})
    assert made["house_rules"] == rules.pk

    by_hand = ok(director.patch(f"{V1}/events/{made['id']}", {"options": {}}))
    assert (by_hand["options"], by_hand["house_rules"]) == ({}, None)
    again = ok(director.patch(f"{V1}/events/{made['id']}", {"house_rules": rules.pk}))
    assert (again["options"], again["house_rules"]) == ({"game_target": 350}, rules.pk)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"house_rules": "foreign"}, "house_rules"),
        ({"house_rules": "archived"}, "house_rules"),
        ({"house_rules": "contradicting"}, "smudge_all_tricks"),
        ({"house_rules": "own", "options": {}}, "house_rules"),
        ({"house_rules": 0}, "house_rules"),
        ({}, "variant"),
    ],
)
def test_house_rules_that_cannot_be_taken_are_refused(
    club: Club, director: APIClient, sent: dict[str, Any], field: str
) -> None:
    rows = {
        "own": make_house_rules(club, "Own"),
        "archived": make_house_rules(club, "Archived"),
        "contradicting": make_house_rules(club, "Bad", options={"smudge_all_tricks": True}),
        "foreign": make_house_rules(make_club("Elsewhere")),
    }
    HouseRules.objects.filter(name="Archived").update(archived_at=NOW)
    named = sent.get("house_rules")
    if named in rows:
        sent = sent | {"house_rules": rows[named].pk}
    plain = {key: value for key, value in PAIRS.items() if key != "variant"}

    answer = director.post(f"{V1}/clubs/{club.slug}/events", plain | sent)

    assert answer.status_code in (400, 422), answer.content
    error = answer.json()
    assert error.get("field") == field or field in error.get("fields", {})
    assert not club.events.exists()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"variant": "bridge"}, "variant"),
        ({"preset": "mine"}, "preset"),
        ({"options": {"game_target": "far"}}, "game_target"),
        ({"season": "winter-1999"}, "season"),
        ({"least_seats": 6, "most_seats": 4}, None),
        ({"name": ""}, "name"),
    ],
)
def test_an_invalid_event_is_refused_and_not_made(
    club: Club, director: APIClient, wrong: dict[str, Any], field: str | None
) -> None:
    answer = director.post(f"{V1}/clubs/{club.slug}/events", PAIRS | wrong)
    assert answer.status_code in (400, 422), answer.content
    error = answer.json()
    assert error["detail"]
    assert error.get("field") == field or field in error.get("fields", {})
    assert not club.events.exists()


def test_entries_are_changed_seeded_and_removed(club: Club, director: APIClient) -> None:
    event = ok(director.post(f"{V1}/clubs/{club.slug}/events", PAIRS), 201)["id"]
    ok(director.post(f"{V1}/events/{event}/move", {"move": "open"}))
    people = [club.players.create(name=f"Player {number}").pk for number in range(5)]
    entries = [
        ok(director.post(f"{V1}/events/{event}/entries", {"players": pair}), 201)["id"]
        for pair in (people[:2], people[2:4])
    ]
    changed = ok(director.patch(f"{V1}/entries/{entries[0]}", {"players": [people[0], people[4]]}))
    assert [one["player"] for one in changed["members"]] == [people[0], people[4]]
    seeded = ok(director.put(f"{V1}/events/{event}/seeds", {"entries": entries[::-1]}))
    assert [(one["id"], one["seed"]) for one in seeded] == [(entries[1], 1), (entries[0], 2)]
    twice = director.put(f"{V1}/events/{event}/seeds", {"entries": [entries[0]] * 2})
    assert ok(twice, 400)["code"] == "event_invalid"
    ok(director.delete(f"{V1}/entries/{entries[0]}"), 204)
    assert ok(director.get(f"{V1}/events/{event}/entries"))["count"] == 1


@pytest.mark.long
def test_a_player_signs_up_by_the_api(club: Club, director: APIClient) -> None:
    signed = PAIRS | {"entry_mode": "self", "entries_close_at": "2099-01-01T00:00:00Z"}
    event = ok(director.post(f"{V1}/clubs/{club.slug}/events", signed), 201)["id"]
    ok(director.post(f"{V1}/events/{event}/move", {"move": "open"}))
    user = make_member(club, role="player").user
    own = club.players.create(name="Ann Lee", user=user).pk
    partner = club.players.create(name="Bea Fox").pk
    other = client_of(user).post(f"{V1}/events/{event}/sign-up", {"players": [partner]})
    assert ok(other, 403)["detail"].startswith("You can only sign yourself up")
    mine = client_of(user).post(f"{V1}/events/{event}/sign-up", {"players": [own, partner]})
    entered = ok(mine, 201)
    assert entered["state"] == "applied"
    assert [one["player"] for one in entered["asked"]] == [partner]
    accepted = ok(director.post(f"{V1}/entries/{entered['id']}/accept"))
    assert [one["player"] for one in accepted["members"]] == [own, partner]


def test_a_draw_is_made_again_until_it_begins_and_thrown_away() -> None:
    night = make_night()
    director, later = night.client("director"), night.stage.rounds.get(number=3)
    redrawn = ok(director.post(f"{V1}/rounds/{later.pk}/redraw", {"seed": 7}), 201)
    assert [one["number"] for one in redrawn] == [3]
    refused = ok(director.post(f"{V1}/rounds/{night.round.pk}/redraw", {}), 409)
    assert refused["code"] == "round_has_begun"
    ok(director.post(f"{V1}/rounds/{redrawn[0]['id']}/undo-draw"), 204)
    assert [one.number for one in night.stage.rounds.order_by("number")] == [1, 2]


def test_a_substitute_sits_down_and_gets_up() -> None:
    night = make_night()
    director, table = night.client("director"), night.table
    stranger = night.club.players.create(name="Late Helper")
    at = f"{V1}/tables/{table.pk}/seats/1"
    shown = ok(director.put(at, {"player": stranger.pk}))
    (row,) = [one for one in shown["seats"] if one["name"] == "Late Helper"]
    absent = Seat.objects.get(table=table, number=1).stands_in_for
    assert (row["is_substitute"], row["stands_in_for"]) == (True, absent.pk)
    elsewhere = director.put(f"{V1}/tables/{table.pk}/seats/2", {"player": stranger.pk})
    assert elsewhere.status_code == 409
    ok(director.put(at, {"player": None}))
    assert Seat.objects.get(table=table, number=1).player is None
    assert director.put(f"{V1}/tables/{table.pk}/seats/9", {"player": None}).status_code == 404


def test_a_program_sets_the_rule_on_substitutes() -> None:
    night = make_night()
    director, event = night.client("director"), f"{V1}/events/{night.event.pk}"
    helper, other = (night.club.players.create(name=f"Late Helper {n}") for n in (1, 2))
    at = f"{V1}/tables/{night.table.pk}/seats/1"

    changed = ok(director.patch(event, {"substitutes": "reserves", "rounds_a_substitute": 1}))
    assert changed["substitutes_in_words"].startswith("Only the reserves of the event")
    frozen = ok(director.patch(event, {"substitute_points": "nobody"}), 409)
    assert frozen["code"] == "event_frozen"
    listed = ok(director.put(f"{event}/reserves", {"players": [helper.pk]}))
    assert listed == [{"player": helper.pk, "name": "Late Helper 1"}]
    assert ok(director.get(f"{event}/reserves"))["results"] == listed

    refused = ok(director.put(at, {"player": other.pk}), 409)
    assert (refused["code"], refused["field"]) == ("may_not_stand_in", "exception")
    assert "is not among the reserves" in refused["detail"]
    ok(director.put(at, {"player": other.pk, "exception": "the only one there"}))
    (row,) = ok(director.get(f"{event}/substitutions"))["results"]
    assert (row["player"], row["round"], row["table"], row["seat"]) == (
        *(other.pk, night.round.pk, night.table.pk),
        1,
    )
    ok(director.put(at, {"player": row["stands_in_for"]}))
    assert ok(director.get(f"{event}/substitutions"))["results"] == []


def test_a_stage_is_added_filled_by_lot_and_removed_by_a_program(
    club: Club, director: APIClient
) -> None:
    event = make_running(9, club, format="swiss", rounds_planned=1, tiebreaks=[])
    swiss = event.stages.get()
    who: dict[str, Any] = {"actor": DIRECTOR, "at": NOW}
    play_round(rounds.draw_rounds(stage=swiss, **who)[0])
    at = f"{V1}/events/{event.pk}/stages"
    finals = {"format": "knockout", "name": "Finals", "takes": "top", "places": 4}
    wrong = ok(director.post(at, finals | {"source": 0}), 400)
    assert wrong["field"] == "source"
    wrong = ok(director.post(at, finals | {"carried_percent": 50}), 400)
    assert wrong["field"] == "carried_percent"
    stage = ok(director.post(at, finals), 201)
    assert [one["id"] for one in ok(director.get(at))["results"]] == [swiss.pk, stage["id"]]
    assert stage["qualifying"]["source"] == swiss.pk
    assert stage["qualifying"]["takes"] == "top"

    at = f"{V1}/stages/{stage['id']}"
    filling = ok(director.get(f"{at}/filling"))
    assert (len(filling["ties"][0]["level"]), filling["ties"][0]["by"]) == (5, None)
    assert ok(director.post(f"{at}/filling", {}), 409)["code"] == "ties_open"
    lot = {"decisions": [{"by": "lot"}], "expected_digest": filling["expected_digest"]}
    filled = ok(director.post(f"{at}/filling", lot))
    assert len(filled["through"]) == 4
    assert ok(director.post(f"{at}/filling", lot))["is_as_filled"]
    rows = ok(director.get(f"{at}/entries"))["results"]
    assert [row["entry"] for row in rows] == [one["entry"] for one in filled["through"]]
    ties = ok(director.get(at))["qualifying"]["ties"]
    assert ties[0]["seed"] == stage["qualifying"]["lot_seed"]
    changed = ok(director.patch(at, {"places": 6, "name": "Last six"}))
    assert (changed["qualifying"]["places"], changed["name"]) == (6, "Last six")
    ok(director.delete(at), 204)
    ok(director.get(at), 404)


def test_groups_are_put_together_by_a_program(club: Club, director: APIClient) -> None:
    event = make_running(6, club, stage_options={"groups": 2})
    at = f"{V1}/stages/{event.stages.get().pk}"
    first = ok(director.get(f"{at}/entries"))["results"][0]["entry"]
    ok(director.post(f"{at}/groups", {"groups": [{"name": "B", "entries": [first]}]}), 204)
    groups = [row["group"] for row in ok(director.get(f"{at}/entries"))["results"]]
    assert (groups[0], sorted(groups)) == ("B", ["A", "A", "B", "B", "B", "B"])
    twice = {"groups": [{"name": n, "entries": [first]} for n in "AB"]}
    assert ok(director.post(f"{at}/groups", twice), 400)["field"] == "groups"
    unknown = {"groups": [{"name": "C", "entries": [first]}]}
    assert ok(director.post(f"{at}/groups", unknown), 409)["code"] == "groups_impossible"


@pytest.mark.long
@pytest.mark.sampled(5)
@pytest.mark.parametrize("nonsense", ["x", [], {}, True, "1/0"])
@pytest.mark.parametrize("field", ["win", "draw", "loss", "bye", "name"])
def test_a_method_with_a_part_that_is_no_number_is_refused_at_that_part(
    director: APIClient, club: Club, field: str, nonsense: Any
) -> None:
    with_nonsense = PAIRS | {"method": {"name": "match_points"} | {field: nonsense}}
    answer = director.post(f"{V1}/clubs/{club.slug}/events", with_nonsense)
    refused = ok(answer, 400)
    assert (refused["code"], refused["field"]) == ("event_invalid", "method")
