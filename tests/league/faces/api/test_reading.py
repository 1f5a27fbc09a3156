"""What may be read, by whom and by which names; in pages, filtered, and not twice for nothing."""

import pytest
from django.utils import timezone

from league.clubs.models import PublicName
from league.tables.standings.services import mark_standings_stale, rebuild
from tests.league.faces.api.factories import V1, Night, client_of, client_with_link, make_night
from tests.league.factories import (
    actor_of,
    make_club,
    make_double,
    make_player,
)
from tests.league.play.events.factories import make_event, make_running
from tests.league.play.results.factories import (
    make_adjustment,
    make_round,
    submit,
)

pytestmark = pytest.mark.django_db


def ranked(night: Night) -> None:
    mark_standings_stale(stage_ids=[night.stage.pk], at=timezone.now())
    rebuild(stage_id=night.stage.pk, at=timezone.now())


def shy(night: Night) -> str:
    """Let one player of the first table show initials only; return the full name."""
    seat = night.table.seats.order_by("number")[0]
    assert seat.player is not None
    seat.player.public_name = PublicName.INITIALS
    seat.player.save()
    return seat.player.name


def addresses(night: Night) -> list[str]:
    deal = night.table.submissions.first()
    assert deal is not None
    entry = night.table.placements.order_by("side")[0].entry_id
    return [
        f"clubs/{night.club.slug}/players",
        f"events/{night.event.pk}/entries",
        f"entries/{entry}",
        f"rounds/{night.round.pk}/tables",
        f"tables/{night.table.pk}",
        f"deals/{deal.pk}",
        f"stages/{night.stage.pk}/standings",
        f"stages/{night.stage.pk}/standings/{entry}",
        f"stages/{night.stage.pk}/adjustments",
    ]


@pytest.mark.long
def test_strangers_read_initials_and_the_clubs_people_full_names() -> None:
    night = make_night()
    name = shy(night)
    submit(night.table, side=1)
    entry = night.table.placements.order_by("side")[0].entry
    make_adjustment(night.stage, entry, actor=actor_of(night.users["director"]))
    ranked(night)
    member = night.client("player")
    for address in addresses(night):
        for role in ("nobody", "stranger"):
            text = night.client(role).get(f"{V1}/{address}").content.decode()
            assert name not in text, address
        if not address.startswith("deals"):
            assert name in member.get(f"{V1}/{address}").content.decode(), address


@pytest.mark.long
def test_initials_cannot_be_found_by_searching_for_the_full_name() -> None:
    night = make_night()
    name = shy(night)
    at = f"{V1}/clubs/{night.club.slug}/players?name={name}"
    assert client_of().get(at).json()["count"] == 0
    assert night.client("player").get(at).json()["count"] == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("visibility", "listed", "seen"),
    [
        ("public", {"nobody", "stranger", "player", "scorer"}, {"nobody", "stranger"}),
        ("unlisted", {"player", "scorer"}, {"nobody", "stranger", "player"}),
        ("members", {"player", "scorer"}, {"player", "scorer"}),
        ("hidden", {"scorer"}, {"scorer"}),
    ],
)
def test_events_are_seen_as_their_visibility_says(
    visibility: str, listed: set[str], seen: set[str]
) -> None:
    night = make_night(visibility=visibility)
    who = ["nobody", "stranger", "player", "scorer"]
    found = {role for role in who if night.client(role).get(f"{V1}/events").json()["count"]}
    assert found == listed
    parts = [
        *(f"events/{night.event.pk}{part}" for part in ("", "/entries", "/rounds", "/stages")),
        *(f"rounds/{night.round.pk}{part}" for part in ("", "/tables")),
        *(f"tables/{night.table.pk}", f"stages/{night.stage.pk}/standings"),
    ]
    for role in who:
        expected = 200 if role in seen | {"scorer"} | (listed & {"player"}) else 404
        answers = {part: night.client(role).get(f"{V1}/{part}").status_code for part in parts}
        assert answers == dict.fromkeys(parts, expected), role


def test_a_draft_and_a_drawn_round_are_for_those_who_run_them() -> None:
    event = make_event()
    assert client_of().get(f"{V1}/events/{event.pk}").status_code == 404
    night = make_night()
    drawn = night.stage.rounds.get(number=2)
    for part in ("", "/tables"):
        assert client_of().get(f"{V1}/rounds/{drawn.pk}{part}").status_code == 404
        assert night.client("scorer").get(f"{V1}/rounds/{drawn.pk}{part}").status_code == 200
    table = drawn.tables.first()
    assert table is not None
    assert client_of().get(f"{V1}/tables/{table.pk}").status_code == 404
    counts = [
        night.client(role).get(f"{V1}/events/{night.event.pk}/rounds").json()["count"]
        for role in ("nobody", "scorer")
    ]
    assert counts == [1, 3]


@pytest.mark.long
def test_a_link_reads_its_table_in_a_hidden_event_and_no_other() -> None:
    night = make_night(visibility="hidden")
    phone = client_with_link(night.table)
    assert phone.get(f"{V1}/tables/{night.table.pk}").status_code == 200
    assert phone.get(f"{V1}/tables/{night.other_table.pk}").status_code == 404
    assert phone.get(f"{V1}/events/{night.event.pk}").status_code == 404


@pytest.mark.long
def test_strangers_see_players_of_public_events_only_and_a_double_by_who_stays() -> None:
    club = make_club()
    unknown = make_player(club, "Una Known")
    night = make_night(club)
    at = f"{V1}/clubs/{club.slug}/players"
    assert unknown.pk not in [one["id"] for one in client_of().get(at).json()["results"]]
    assert client_of().get(f"{at}/{unknown.pk}").status_code == 404
    seat = night.table.seats.order_by("number")[0]
    assert seat.player is not None
    double = make_double(seat.player)
    assert client_of().get(f"{at}/{double.pk}").json()["id"] == seat.player.pk
    assert client_of().get(f"{at}/{seat.player.pk}").json()["member_number"] is None


def test_lists_are_filtered() -> None:
    club, other = make_club(), make_club("Hill Cards")
    running = make_running(2, club, name="Spring cup")
    make_running(2, other, name="Hill cup")
    at = f"{V1}/events"

    def found(query: str) -> set[str]:
        return {one["name"] for one in client_of().get(f"{at}?{query}").json()["results"]}

    assert found("club=hill-cards") == {"Hill cup"}
    (stage,) = running.stages.all()
    assert client_of().get(f"{at}/{running.pk}/standings").json()["stage"] == stage.pk
    assert found("state=running&state=open") == {"Spring cup", "Hill cup"}
    assert found("state=open") == set()
    assert found("name=spring") == {"Spring cup"}
    assert found("variant=pitch") == set()
    round_ = make_round(running)
    tables = f"{V1}/rounds/{round_.pk}/tables"
    assert client_of().get(f"{tables}?state=waiting").json()["count"] == 1
    assert client_of().get(f"{tables}?state=confirmed").json()["count"] == 0
    assert client_of().get(f"{V1}/events/{running.pk}/rounds?stage=2").json()["count"] == 0


# --- not twice for nothing -------------------------------------------------------------------


@pytest.mark.long
def test_an_etag_is_of_one_viewer_and_one_language() -> None:
    night = make_night()
    shy(night)
    ranked(night)
    for part in (f"rounds/{night.round.pk}/tables", f"stages/{night.stage.pk}/standings"):
        at = f"{V1}/{part}"
        stranger = client_of().get(at)
        member = night.client("player").get(at, HTTP_IF_NONE_MATCH=stranger["ETag"])
        assert member.status_code == 200
        japanese = client_of().get(
            at, HTTP_IF_NONE_MATCH=stranger["ETag"], HTTP_ACCEPT_LANGUAGE="ja"
        )
        assert japanese.status_code == 200
