from dataclasses import replace
from importlib import import_module

import pytest
from django.urls import reverse

from league.clubs.services.rate_limits import PARTNERS_ASKED
from league.play.results.models import Adjustment
from league.play.rounds.models import Placement
from tests.league.faces.public.factories import finish, make_pairs, make_played, seat_all, submit
from tests.league.faces.public.reading import base, text_of
from tests.league.factories import make_member, make_player, make_user
from tests.league.tables.standings.factories import (
    NOW,
    build,
    entry_of,
    make_round,
    make_stage,
    play,
)

pytestmark = pytest.mark.django_db


def test_standings_show_shared_ranks_movement_and_what_is_provisional(client):
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first, second = make_round(stage, 1), make_round(stage, 2)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 300, "Di": 100})
    play(second, {"Bob": 900, "Cy": 0}, state="entered")
    build(stage)

    earlier = text_of(client, "standings", *base(stage), round=1)
    latest = text_of(client, "standings", *base(stage))

    assert "1= Ann" in earlier
    assert "1= Cy" in earlier
    assert "These are the standings of an earlier round" in earlier
    assert "1 up by 2 Bob provisional" in latest


def test_the_why_page_says_why_and_shows_the_results_and_penalties(client):
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    first = make_round(stage)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 250, "Di": 200})
    cy = entry_of(stage, "Cy")
    Adjustment.objects.create(
        stage=stage,
        entry=cy,
        kind="penalty",
        points=1,
        reason="arrived late",
        made_by=make_user(),
        made_at=NOW,
    )
    build(stage)

    text = text_of(client, "why", *base(stage), cy.pk)

    assert "Place 2 during round 1" in text
    assert "Behind Ann on points, 1 to 2; ahead of Di on points, 1 to 0." in text
    assert "penalty: arrived late" in text
    assert "Round 1 Di 250 : 200 confirmed" in text


def test_the_round_page_shows_tables_who_waits_and_why(client):
    stage = make_stage("Ann", "Bob", "Cy")
    round_ = make_round(stage)
    result = play(round_, {"Ann": 300, "Bob": 100})
    result.table.why = [
        {"code": "first", "sentence": {"text": "they have not met before", "params": {}}}
    ]
    result.table.save()
    Placement.objects.create(round=round_, entry=entry_of(stage, "Cy"), kind="bye")

    text = text_of(client, "round", *base(stage), 1, 1)

    assert "Table 1 Ann won 300 Bob 100" in text
    assert "Cy has a bye" in text
    assert "They have not met before" in text


@pytest.mark.long
def test_the_table_page_is_the_sheet_with_every_deal(client):
    stage = make_pairs()
    table = seat_all(make_round(stage))
    deals = [submit(table, number=number) for number in (1, 2)]
    submit(table, number=3, state="disputed")
    sums = [sum(points) for points in zip(*(deal.deal.score for deal in deals), strict=True)]
    finish(table, sums)

    text = text_of(client, "table", *base(stage), table.pk)

    assert "disputed" in text
    assert "Ann Lee & Bob Ray" in text
    for points in sums:
        assert f"{points}".replace("-", "−") in text


def test_a_merged_players_address_leads_to_the_player_who_stays(client):
    stage, _, _ = make_played()
    club = stage.event.club
    double = make_player(club, "Ann Le")
    double.merged_into = club.players.get(name="Ann Lee")
    double.save()

    answer = client.get(reverse("public:player", args=[club.slug, double.pk]))

    assert answer.status_code == 302
    assert answer.url.endswith(f"/{double.merged_into_id}/")


def sign_up_address(stage):
    return reverse("public:sign_up", args=base(stage))


def make_open(client, *, kind="individual", with_player=True, **fields):
    stage = make_stage(
        state="open",
        entry_kind=kind,
        entry_mode="self",
        entries_close_at="2099-01-01T00:00Z",
        **fields,
    )
    user = make_member(stage.event.club).user
    if with_player:
        make_player(stage.event.club, "Ann Lee", user=user)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return stage


def test_a_player_signs_up_alone(client):
    stage = make_open(client)

    answer = client.post(sign_up_address(stage))

    assert answer.status_code == 302
    assert [entry.members.get().player.name for entry in stage.event.entries.all()] == ["Ann Lee"]


def test_whoever_asks_partners_too_often_learns_when_to_go_on(client, monkeypatch):
    none = replace(PARTNERS_ASKED, most=0)
    # the package has a function of the module's name
    module = import_module("league.play.events.services.signing_up")
    monkeypatch.setattr(module, "PARTNERS_ASKED", none)
    stage = make_open(client, kind="pair")
    partner = make_player(stage.event.club, "Bob Ray")

    answer = client.post(sign_up_address(stage), {"partners": partner.name, "name": "The Aces"})

    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= none.seconds
    assert 'value="The Aces"' in answer.content.decode()
    assert stage.event.entries.count() == 0
