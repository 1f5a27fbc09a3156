"""What may be read, by whom and by which names; in pages, filtered, and not twice for nothing."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import services as games
from league.clubs.models import HouseRules, PublicName
from league.play.results import services as results
from league.play.rounds import services as rounds
from league.tables.standings.services import rebuild, want
from tests.league.faces.api.factories import V1, Night, client_of, client_with_link, make_night
from tests.league.factories import (
    actor_of,
    make_club,
    make_double,
    make_house_rules,
    make_member,
    make_player,
)
from tests.league.play.events.factories import DIRECTOR, NOW, add_pairs, make_event, make_running
from tests.league.play.results.factories import (
    ANN,
    make_adjustment,
    make_round,
    pinochle,
    play,
    submit,
)

pytestmark = pytest.mark.django_db


def ranked(night: Night) -> None:
    want(stage_ids=[night.stage.pk], at=timezone.now())
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


def test_the_event_says_its_rules_in_words_and_what_differs() -> None:
    event = make_running(2, options={"game_target": 350})
    answer = client_of().get(f"{V1}/events/{event.pk}").json()
    (change,) = answer["ruleset"]["changes"]
    assert "350" in change["own"]
    assert answer["ruleset"]["game"]
    assert [stage["number"] for stage in answer["stages"]] == [1]


@pytest.mark.long
def test_a_record_is_read_back_as_it_was_sent() -> None:
    night = make_night()
    ruleset = games.ruleset("double-deck-pinochle", "standard", {}, 4)
    record = games.random_record(ruleset, Random(4), 0)
    submission = submit(night.table, record)
    answer = client_of().get(f"{V1}/deals/{submission.pk}").json()
    assert answer["form"] == "record"
    assert answer["data"]["hands"] == record["hands"]
    assert answer["data"]["play"] == record["play"]


@pytest.mark.long
def test_what_was_taken_back_is_seen_by_those_who_run_the_event() -> None:
    night = make_night()
    submission = submit(night.table)
    results.take_back(table=night.table, side=0, actor=ANN, at=NOW)
    assert client_of().get(f"{V1}/deals/{submission.pk}").status_code == 404
    assert night.client("scorer").get(f"{V1}/deals/{submission.pk}").json()["state"] == "void"


def test_standings_of_any_round_with_the_reason_for_a_place() -> None:
    night = make_night(deals_a_round=1)
    for table in night.round.tables.all():
        play(table, pinochle())
    ranked(night)
    at = f"{V1}/stages/{night.stage.pk}/standings"
    answer = client_of().get(at).json()
    assert (answer["round"], answer["rounds"], answer["count"]) == (1, [1], 4)
    assert answer["results"][0]["rank"] == 1
    assert answer == client_of().get(f"{at}?round=1").json()
    assert client_of().get(f"{at}?round=2").status_code == 404
    first = client_of().get(f"{at}?page_size=3").json()
    second = client_of().get(first["next"]).json()
    assert first["results"] + second["results"] == answer["results"]
    assert (first["previous"], second["next"]) == (None, None)
    assert client_of().get(second["previous"]).json()["results"] == first["results"]
    last = answer["results"][-1]
    why = client_of().get(f"{at}/{last['entry']}").json()
    assert why["row"] == last
    assert why["row"]["why"]
    assert last in why["around"]


def test_an_event_with_nothing_ranked_has_empty_standings() -> None:
    night = make_night()
    answer = client_of().get(f"{V1}/stages/{night.stage.pk}/standings").json()
    assert (answer["round"], answer["results"], answer["version"]) == (None, [], 0)


@pytest.mark.long
def test_lists_come_in_pages_of_the_size_asked_for() -> None:
    club = make_club()
    for number in range(7):
        make_running(2, club, name=f"Cup {number}")
    at = f"{V1}/events"
    first = client_of().get(f"{at}?page_size=3").json()
    assert (first["count"], len(first["results"])) == (7, 3)
    rest = [client_of().get(f"{at}?page_size=3&page={page}").json() for page in (2, 3)]
    ids = [one["id"] for page in (first, *rest) for one in page["results"]]
    assert len(set(ids)) == 7
    assert rest[-1]["next"] is None
    assert len(client_of().get(f"{at}?page_size=100").json()["results"]) == 7
    assert client_of().get(f"{at}?page_size=9999").status_code == 400


def test_lists_are_filtered() -> None:
    club, other = make_club(), make_club("Hill Cards")
    running = make_running(2, club, name="Spring cup")
    make_running(2, other, name="Hill cup")
    at = f"{V1}/events"

    def found(query: str) -> set[str]:
        return {one["name"] for one in client_of().get(f"{at}?{query}").json()["results"]}

    assert found("club=hill-cards") == {"Hill cup"}
    assert found("state=running&state=open") == {"Spring cup", "Hill cup"}
    assert found("state=open") == set()
    assert found("name=spring") == {"Spring cup"}
    assert found("variant=pitch") == set()
    round_ = make_round(running)
    tables = f"{V1}/rounds/{round_.pk}/tables"
    assert client_of().get(f"{tables}?state=waiting").json()["count"] == 1
    assert client_of().get(f"{tables}?state=confirmed").json()["count"] == 0
    assert client_of().get(f"{V1}/events/{running.pk}/rounds?stage=2").json()["count"] == 0


def test_the_journal_is_read_back_page_by_page() -> None:
    night = make_night()
    director = night.client("director")
    at = f"{V1}/clubs/{night.club.slug}/journal"
    first = director.get(f"{at}?page_size=2").json()
    assert len(first["results"]) == 2
    assert all(one["sentence"] for one in first["results"])
    second = director.get(first["next"]).json()
    assert second["results"][0]["id"] < first["results"][-1]["id"]
    kinds = {one["kind"] for one in director.get(f"{at}?kind=round.drawn").json()["results"]}
    assert kinds == {"round.drawn"}


# --- not twice for nothing -------------------------------------------------------------------


def queries_of(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert ask().status_code in (200, 304)
    return len(queries)


@pytest.mark.long
def test_what_has_not_changed_is_answered_with_304_until_it_changes() -> None:
    night = make_night()
    ranked(night)
    submit(night.table)
    for address in [*addresses(night)[:1], *addresses(night)[3:7], "clubs", "events"]:
        at = f"{V1}/{address}"
        first = client_of().get(at)
        again = client_of().get(at, HTTP_IF_NONE_MATCH=first["ETag"])
        assert (again.status_code, again.content) == (304, b""), address
        assert again["ETag"] == first["ETag"]
        other = client_of().get(at, HTTP_IF_NONE_MATCH='"other"')
        assert (other.status_code, other.content) == (200, first.content)
    tables = f"{V1}/rounds/{night.round.pk}/tables"
    before = client_of().get(tables)
    results.take_back(table=night.table, side=0, actor=ANN, at=NOW)
    after = client_of().get(tables, HTTP_IF_NONE_MATCH=before["ETag"])
    assert after.status_code == 200
    assert after.content != before.content


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


@pytest.mark.long
def test_standings_change_with_a_rebuild_only() -> None:
    night = make_night(deals_a_round=1)
    ranked(night)
    at = f"{V1}/stages/{night.stage.pk}/standings"
    before = client_of().get(at)
    play(night.table, pinochle())
    assert client_of().get(at, HTTP_IF_NONE_MATCH=before["ETag"]).status_code == 304
    ranked(night)
    after = client_of().get(at, HTTP_IF_NONE_MATCH=before["ETag"])
    assert after.status_code == 200
    assert after.json()["version"] > before.json()["version"]


@pytest.mark.long
def test_an_unchanged_answer_reads_no_rows() -> None:
    night = make_night()
    ranked(night)
    standings = f"{V1}/stages/{night.stage.pk}/standings"
    tables = f"{V1}/rounds/{night.round.pk}/tables"
    for at, most in ((standings, 1), (tables, 3)):
        etag = client_of().get(at)["ETag"]
        client = client_of()
        assert queries_of(lambda: client.get(at, HTTP_IF_NONE_MATCH=etag)) <= most  # noqa: B023
        assert queries_of(lambda: client.get(at)) <= most  # noqa: B023


@pytest.mark.long
def test_lists_use_the_same_queries_for_few_rows_and_for_many() -> None:
    few, many = make_night(entries=4), make_night(make_club("Hill Cards"), entries=14)
    for night in (few, many):
        for table in night.round.tables.all():
            play(table, pinochle())
        ranked(night)
    for part in (
        "clubs/{club}/players",
        "clubs/{club}/journal",
        "events/{event}",
        "events/{event}/entries",
        "events/{event}/rounds",
        "events/{event}/stages",
        "rounds/{round}",
        "rounds/{round}/tables",
        "tables/{table}",
        "stages/{stage}/standings",
        "stages/{stage}/adjustments",
    ):
        counts = []
        for night in (few, many):
            at = part.format(
                club=night.club.slug,
                event=night.event.pk,
                round=night.round.pk,
                table=night.table.pk,
                stage=night.stage.pk,
            )
            client = night.client("director")
            counts.append(queries_of(lambda: client.get(f"{V1}/{at}")))  # noqa: B023
        assert counts[0] == counts[1] <= 20, (part, counts)


@pytest.mark.long
def test_many_events_use_the_queries_of_few() -> None:
    club = make_club()
    director = client_of(make_member(club, role="director").user)
    make_event(club)
    director.get(f"{V1}/events")  # the account's roles are read once
    few = queries_of(lambda: director.get(f"{V1}/events"))
    for number in range(8):
        add_pairs(make_event(club, name=f"Cup {number}"), 1)
    assert queries_of(lambda: director.get(f"{V1}/events")) == few


def test_the_house_rules_of_a_club_are_read_by_everybody_with_their_printed_page() -> None:
    club, other = make_club(), make_club("Elsewhere")
    rules = make_house_rules(club, options={"min_bid": 2})
    archived = make_house_rules(club, "Old rules")
    HouseRules.objects.filter(pk=archived.pk).update(archived_at=NOW)
    at = f"{V1}/clubs/{club.slug}/house-rules"

    (row,) = client_of().get(at).json()["results"]
    whole = client_of().get(f"{at}/{rules.pk}").json()
    japanese = client_of().get(f"{at}/{rules.pk}", HTTP_ACCEPT_LANGUAGE="ja").json()

    assert (row["name"], row["variant"], row["options"]) == (
        "Friday rules",
        "pitch",
        {"min_bid": 2},
    )
    assert row.items() <= whole.items()
    assert whole["players"] == [2, 3, 4, 5, 6, 7]
    bidding = next(one for one in whole["house_rules"] if one["name"] == "auction")
    assert {
        "sentence": "The lowest bid is 2.",
        "option": "min_bid",
        "numbers": [],
        "differs": True,
        "standard": "1",
    } in bidding["rules"]
    assert japanese["house_rules"][0]["heading"] != whole["house_rules"][0]["heading"]
    assert client_of().get(f"{at}/{archived.pk}").json()["archived_at"] is not None
    assert client_of().get(f"{V1}/clubs/{other.slug}/house-rules/{rules.pk}").status_code == 404
    assert client_of().get(f"{V1}/clubs/nowhere/house-rules").status_code == 404
    assert client_of().post(at, {}).status_code in (401, 405)


def test_house_rules_by_which_nobody_can_play_have_no_page() -> None:
    rules = make_house_rules(make_club(), variant="chess")

    answer = client_of().get(f"{V1}/clubs/{rules.club.slug}/house-rules/{rules.pk}").json()

    assert (answer["players"], answer["house_rules"]) == ([], [])


def test_house_rules_use_the_same_queries_for_few_and_for_many() -> None:
    club = make_club()
    counts = []
    for more in (1, 8):
        for number in range(more):
            make_house_rules(club, f"Rules {more} {number}")
        counts.append(queries_of(lambda: client_of().get(f"{V1}/clubs/{club.slug}/house-rules")))
    assert counts[0] == counts[1]


@pytest.mark.long
def test_a_closed_round_stays_readable() -> None:
    night = make_night()
    rounds.close_round(round=night.round, even_unfinished=True, actor=DIRECTOR, at=NOW)
    assert client_of().get(f"{V1}/tables/{night.table.pk}").status_code == 200
