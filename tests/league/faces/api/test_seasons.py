"""Seasons for programs: who reads and writes them, and that a season can be run to its end."""

from typing import Any

import pytest
from django.utils import timezone

from league.clubs.models import Player
from league.foundation.journal.actor import SYSTEM
from league.play.events.models import Event, Season
from league.tables.past_events.services import GivenPlace, import_past_event
from league.tables.seasons.selectors import season_sheet
from league.tables.seasons.shown import other_total_shown, row_at
from tests.league.faces.api.factories import ROLES, V1, client_of
from tests.league.factories import make_member
from tests.league.tables.seasons.factories import key_of, make_night, make_season

pytestmark = pytest.mark.django_db

WRITES: dict[str, dict[str, Any]] = {
    "PUT rules": {"best": 3},
    "PUT divisions": {"divisions": [{"name": "First"}]},
    "POST places": {"competitors": []},
    "POST handicaps": {"player": 1, "value": "1", "from_day": "2026-03-01", "reason": "x"},
    "GET moves": {},
    "POST decide": {"key": "p1", "to": None, "reason": "x"},
    "POST sign": {"digest": "x"},
    "POST unsign": {},
    "POST next": {"name": "N", "starts_on": "2027-01-01", "ends_on": "2027-02-01"},
}


@pytest.fixture
def season() -> Season:
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 8, "Cy": 7, "Di": 6})
    make_night(season, {"Bob": 9, "Ann": 8, "Cy": 7, "Di": 6})
    return season


def send(client: Any, season: Season, what: str, body: Any = None) -> Any:
    method, _space, at = what.partition(" ")
    return getattr(client, method.lower())(f"{V1}/seasons/{season.pk}/{at}", body)


def test_directors_and_owners_write_and_nobody_else(season: Season) -> None:
    for role in ROLES:
        client = client_of(make_member(season.club, role=role).user)
        refused = {
            w for w, body in WRITES.items() if send(client, season, w, body).status_code == 403
        }
        assert refused == (set() if role in ("owner", "director") else set(WRITES))
    unknown = {send(client_of(), season, what, body).status_code for what, body in WRITES.items()}
    assert unknown == {401}


def test_the_table_and_its_reasons_are_read_by_everybody(season: Season) -> None:
    table = send(client_of(), season, "GET table").json()
    key = table["results"][0]["key"]
    why = send(client_of(), season, f"GET table/{key}").json()

    assert [(row["rank"], row["name"], row["total"]) for row in table["results"]] == [
        (1, "Ann", 23),
        (1, "Bob", 23),
        (3, "Cy", 20),
        (4, "Di", 18),
    ]
    assert why["row"] == table["results"][0]
    assert why["total"] == "12 + 11 = 23, the sum of the nights that count."
    assert [night["why"] for night in why["nights"]] == ["Place 1 gives 12.", "Place 2 gives 11."]
    assert why["other_total"] == ""
    assert send(client_of(), season, "GET table/p999").status_code == 404


@pytest.mark.long
def test_why_has_the_total_of_the_table_beside_as_the_page_does(season: Season) -> None:
    director = client_of(make_member(season.club, role="director").user)
    send(director, season, "PUT rules", {"handicap": {"reference": "best", "most": 2}})
    table = send(client_of(), season, "GET table").json()
    row = table["results"][-1]
    why = send(client_of(), season, f"GET table/{row['key']}").json()

    sheet = season_sheet(season)
    assert why["other_total"] == other_total_shown(sheet, row_at(sheet.table, row["key"]))
    assert f"{row['other_total']:g}" in why["other_total"]


def test_a_table_with_a_night_for_members_is_not_there_for_strangers(season: Season) -> None:
    Event.objects.filter(name="Night 2").update(visibility="members")
    member = client_of(make_member(season.club).user)

    statuses = {
        who: send(client, season, "GET table").status_code
        for who, client in (("stranger", client_of()), ("member", member))
    }
    assert statuses == {"stranger": 404, "member": 200}


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("what", "body", "field"),
    [
        ("PUT rules", {"best": 0}, "best"),
        ("PUT rules", [], None),
        ("PUT rules", {"handicap": {"factor": 7}}, "handicap.factor"),
        ("PUT divisions", {"divisions": [{"name": "A"}, {"name": "A"}]}, None),
        ("POST places", {"competitors": [{"key": "p0"}]}, None),
        ("POST decide", {"key": "p0", "to": None, "reason": "x"}, None),
    ],
)
def test_what_makes_no_sense_is_a_400_with_its_place(
    season: Season, what: str, body: Any, field: str | None
) -> None:
    director = client_of(make_member(season.club, role="director").user)
    answer = send(director, season, what, body)

    assert answer.status_code == 400
    assert answer.json().get("field") == field
    assert answer.json()["detail"].endswith(".")


def test_a_season_is_run_to_its_end_and_into_the_next(season: Season) -> None:
    director = client_of(make_member(season.club, role="director").user)
    send(director, season, "PUT rules", {"handicap": {"reference": "best", "most": 2}})
    send(
        director,
        season,
        "PUT divisions",
        {"divisions": [{"name": "A", "down": 1}, {"name": "B", "up": 1}]},
    )
    keys = {name: key_of(season, name) for name in ("Ann", "Bob", "Cy", "Di")}
    places = [
        {"key": key, "division": 1 if name in ("Ann", "Bob") else 2} for name, key in keys.items()
    ]
    send(director, season, "POST places", {"competitors": places})
    data = {"player": int(keys["Bob"][1:]), "value": "1.50", "from_day": "2026-03-01"}
    listed = send(director, season, "POST handicaps", data | {"reason": "was ill"}).json()
    draft = send(director, season, "GET moves").json()

    assert [line["name"] for line in listed["handicaps"]] == ["Bob"]
    assert {(one["name"], one["after"]) for one in draft["moves"]} == {
        ("Bob", 1),
        ("Ann", 2),
        ("Cy", 1),
        ("Di", 2),
    }
    late = send(director, season, "POST sign", {"digest": "0" * 64})
    assert (late.status_code, late.json()["code"]) == (409, "draft_changed")
    for _ in range(2):
        signed = send(director, season, "POST sign", {"digest": draft["digest"]})
        assert signed.json()["signed_by"]
    following = send(
        director,
        season,
        "POST next",
        {"name": "Summer", "starts_on": "2026-09-01", "ends_on": "2026-12-01"},
    )
    assert following.status_code == 201
    made = Season.objects.get(pk=following.json()["id"])
    rows = send(director, made, "GET table").json()["results"]
    assert {row["name"]: row["division"] for row in rows} == {
        **{"Bob": "A", "Cy": "A"},
        **{"Ann": "B", "Di": "B"},
    }


def test_a_season_is_added(season: Season) -> None:
    director = client_of(make_member(season.club, role="director").user)
    data = {"name": "Winter", "starts_on": "2026-12-01", "ends_on": "2027-02-01"}
    address = f"{V1}/clubs/{season.club.slug}/seasons"

    assert director.post(address, data).status_code == 201
    assert client_of().post(address, data).status_code == 401
    assert director.post(address, data | {"ends_on": "2026-11-01"}).status_code == 400


@pytest.mark.long
def test_an_imported_night_has_the_number_of_no_event(season: Season) -> None:
    night = season.events.order_by("starts_on").first()
    assert night is not None
    ann = Player.objects.get(club=season.club, name="Ann")
    import_past_event(
        club=season.club,
        name="Spring Cup",
        starts_on=night.starts_on,
        places=[GivenPlace(rank=1, name="Ann", players=(ann.pk,))],
        source="results.csv",
        actor=SYSTEM,
        at=timezone.now(),
        season=season,
    )
    nights = send(client_of(), season, "GET table").json()["nights"]
    assert [one["event"] == 0 for one in nights] == [one["name"] == "Spring Cup" for one in nights]
    assert len(nights) == 3
