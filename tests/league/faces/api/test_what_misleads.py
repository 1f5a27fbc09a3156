"""What a program sends wrongly is refused by its name, and what it reads it can send back."""

import json

import pytest

from league.tables.standings.services import rebuild, want
from tests.league.faces.api.factories import PAIRS, V1, client_of, client_with_link, make_night, ok
from tests.league.factories import NOW, make_club, make_house_rules, make_member, make_player
from tests.league.tables.seasons.factories import make_season
from tests.league.tables.standings.factories import build, make_round, make_stage, play

pytestmark = pytest.mark.django_db


def refused(answer, status=400):
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.mark.long
@pytest.mark.parametrize("size", ["abc", "0", "-5", "101", ""])
@pytest.mark.parametrize("list_", ["events", "clubs/{club}/players", "clubs/{club}/changes"])
def test_page_size_that_is_none_is_refused(list_, size):
    club = make_club()
    size = "501" if size == "101" and list_.endswith("changes") else size

    answer = client_of().get(f"{V1}/{list_.format(club=club.slug)}", {"page_size": size})

    assert refused(answer)["field"] == "page_size"


def test_page_size_of_standings_is_read_as_that_of_lists():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)
    address = f"{V1}/stages/{stage.pk}/standings"

    assert refused(client_of().get(address, {"page_size": "1000"}))["field"] == "page_size"
    assert len(client_of().get(address, {"page_size": 1}).json()["results"]) == 1


@pytest.mark.parametrize(
    ("list_", "name", "value"),
    [
        ("clubs/{club}/players", "is_active", "maybe"),
        ("clubs/{club}/players", "to_tell_apart", "2"),
        ("clubs/{club}/house-rules", "archived", "perhaps"),
        ("events", "variant", "whist"),
        ("events", "club", "nowhere"),
        ("events", "season", "never"),
        ("clubs/{club}/past-events", "season", "never"),
    ],
)
def test_value_that_a_filter_cannot_have_is_refused(list_, name, value):
    club = make_club()
    owner = client_of(make_member(club, role="owner").user)

    answer = owner.get(f"{V1}/{list_.format(club=club.slug)}", {name: value})

    assert refused(answer)["field"] == name


def test_value_that_a_filter_can_have_is_read():
    club = make_club()
    owner = client_of(make_member(club, role="owner").user)

    players = f"{V1}/clubs/{club.slug}/players"
    ok(owner.post(players, {"name": "Ada Whitlock"}), 201)
    assert [ok(owner.get(players, {"is_active": yes}))["count"] for yes in ("true", "0")] == [1, 0]
    assert ok(owner.get(f"{V1}/events", {"variant": "pitch", "club": club.slug}))["count"] == 0


@pytest.mark.parametrize("list_", ["ratings", "partnerships"])
def test_family_of_games_that_there_is_not_is_named(list_):
    club = make_club()

    error = refused(client_of().get(f"{V1}/clubs/{club.slug}/{list_}/whist"), 404)

    assert "“whist”" in error["detail"]
    assert "pitch" in error["detail"]
    assert ok(client_of().get(f"{V1}/clubs/{club.slug}/{list_}/pitch"))["count"] == 0


@pytest.mark.parametrize("header", ["garbage", '"garbage"', "W/5"])
def test_version_that_is_none_is_not_called_a_change_of_somebody_else(header):
    club = make_club()
    director = client_of(make_member(club, role="director").user)

    answer = director.patch(f"{V1}/clubs/{club.slug}", {"about": "New."}, HTTP_IF_MATCH=header)

    assert refused(answer)["code"] == "not_an_etag"


@pytest.mark.long
def test_event_that_is_not_ready_calls_its_options_as_forms_do():
    club = make_club()
    director = client_of(make_member(club, role="director").user)
    wrong = {
        "name": "Friday Pitch",
        "starts_on": "2026-03-14",
        "variant": "pitch",
        "entry_kind": "individual",
        "least_seats": 2,
        "most_seats": 4,
        "deals_a_round": 5,
        "stage": {"format": "individual_tables", "rounds_planned": 6},
    }
    made = ok(director.post(f"{V1}/clubs/{club.slug}/events", wrong), 201)

    error = refused(director.post(f"{V1}/events/{made['id']}/move", {"move": "open"}), 409)

    assert error["code"] == "event_not_ready"
    assert "options." not in json.dumps(error).lower()
    assert "The number of players at the smallest table must be a whole number" in json.dumps(error)


def test_what_an_object_says_can_be_sent_back():
    club = make_club()
    owner = client_of(make_member(club, role="owner").user)
    rules = make_house_rules(club)
    player = ok(owner.post(f"{V1}/clubs/{club.slug}/players", {"name": "Ada Whitlock"}), 201)
    event = ok(owner.post(f"{V1}/clubs/{club.slug}/events", PAIRS), 201)
    ok(owner.post(f"{V1}/events/{event['id']}/move", {"move": "open"}))
    pair = {"players": [player["id"], make_player(club, "Bea Black").pk]}
    entry = ok(owner.post(f"{V1}/events/{event['id']}/entries", pair), 201)
    addresses = [
        f"entries/{entry['id']}",
        f"clubs/{club.slug}",
        f"clubs/{club.slug}/house-rules/{rules.pk}",
        f"clubs/{club.slug}/players/{player['id']}",
        f"events/{event['id']}",
        f"stages/{event['stages'][0]['id']}",
    ]
    for address in addresses:
        shown = ok(owner.get(f"{V1}/{address}"))
        again = owner.patch(f"{V1}/{address}", shown)
        assert again.status_code == 200, (address, again.content)
        after = ok(owner.get(f"{V1}/{address}"))
        assert {**after, "updated_at": 0} == {**shown, "updated_at": 0}, address


@pytest.mark.parametrize(
    ("part", "sent"),
    [("divisions", lambda season: season), ("rules", lambda season: season["rules"])],
)
def test_what_a_season_says_can_be_put_back(part, sent):
    season = make_season()
    owner = client_of(make_member(season.club, role="owner").user)
    address = f"{V1}/seasons/{season.pk}"
    ok(owner.put(f"{address}/divisions", {"divisions": [{"name": "First"}]}))
    answer = owner.get(address)
    shown = ok(answer)

    again = owner.put(f"{address}/{part}", sent(shown), HTTP_IF_MATCH=answer["ETag"])

    assert ok(again) == shown
    assert ok(owner.get(address)) == shown


def test_field_that_cannot_be_changed_is_refused_where_it_is_sent_otherwise():
    club = make_club()
    owner = client_of(make_member(club, role="owner").user)
    player = ok(owner.post(f"{V1}/clubs/{club.slug}/players", {"name": "Ada Whitlock"}), 201)
    address = f"{V1}/clubs/{club.slug}/players/{player['id']}"

    error = refused(owner.patch(address, {"id": player["id"] + 1, "name": "Ada Black"}))

    assert (error["field"], error["code"]) == ("id", "cannot_be_changed")
    assert (
        ok(owner.patch(address, {"id": player["id"], "name": "Ada Black"}))["name"] == "Ada Black"
    )


@pytest.mark.long
def test_preview_takes_what_submit_takes():
    night = make_night()
    deal = {"declarer": 0, "bid": 60, "melds": [34, 22], "outcome": "played"}
    data = {"summary": deal | {"points": [30, 20], "last_trick": 0}}
    phone = client_with_link(night.table)

    shown = phone.post(f"{V1}/tables/{night.table.pk}/preview", {"side": 0, "data": data})

    assert ok(shown) == ok(phone.post(f"{V1}/tables/{night.table.pk}/preview", {"data": data}))


def test_standings_of_an_event_are_those_of_its_newest_stage():
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)
    final = type(stage).objects.create(event=stage.event, number=2, format="round_robin")
    event = f"{V1}/events/{stage.event_id}/standings"

    first = ok(client_of().get(event))
    play(make_round(final), {"Bob": 300, "Ann": 100})
    want(stage_ids=[final.pk], at=NOW)
    rebuild(stage_id=final.pk, at=NOW)
    second = ok(client_of().get(event))

    assert [(shown["stage"], shown["results"][0]["name"]) for shown in (first, second)] == [
        (stage.pk, "Ann"),
        (final.pk, "Bob"),
    ]
    assert refused(client_of().get(f"{V1}/events/1/standings"), 404)


def test_what_is_set_as_a_whole_can_be_sent_back():
    club = make_club()
    member = make_member(club, role="owner")
    owner = client_of(member.user)
    event = ok(owner.post(f"{V1}/clubs/{club.slug}/events", PAIRS), 201)
    for part, sent in (
        ("association", {"transfers": "anytime"}),
        ("kitty", {"on": True, "currency": "EUR"}),
    ):
        ok(owner.put(f"{V1}/clubs/{club.slug}/{part}", sent))
    for part in ("joining", "tonight"):  # neither is kept before
        ok(owner.patch(f"{V1}/clubs/{club.slug}/{part}", {}))
    for method, address in (
        ("patch", "account"),
        ("put", f"clubs/{club.slug}/association"),
        ("patch", f"clubs/{club.slug}/joining"),
        ("put", f"clubs/{club.slug}/kitty"),
        ("patch", f"clubs/{club.slug}/members/{member.pk}"),
        ("put", f"clubs/{club.slug}/notification-choices"),
        ("patch", f"clubs/{club.slug}/tonight"),
        ("put", f"events/{event['id']}/homes"),
        ("put", f"events/{event['id']}/kitty"),
    ):
        shown = ok(owner.get(f"{V1}/{address}"))
        again = getattr(owner, method)(f"{V1}/{address}", shown)
        assert again.status_code == 200, (address, shown, again.content)
        assert ok(owner.get(f"{V1}/{address}")) == shown, address
