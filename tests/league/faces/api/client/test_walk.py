"""A club's year from nothing by the generated client alone: every operation is called."""

from inspect import signature
from itertools import count as count_from
from typing import get_args

import pytest
from django.utils import timezone

from league.clubs.models import Club, Joining, Member
from league.clubs.services import ask_to_join
from league.clubs.services.invitations import accept_invitation, invitation_from
from league.faces.api.description import description
from league.foundation.journal.actor import Act, Actor
from league.play.events.models import Season, Stage
from league.play.prepared.services import make_weekly_deals
from league.play.results.services import check_cards
from tests.league.faces.api.client import examples
from tests.league.faces.api.client.conftest import work_out
from tests.league.faces.api.client.walk_associations import belong_to_a_county
from tests.league.faces.api.client.walk_calendar import date_a_league
from tests.league.faces.api.client.walk_documents import print_everything
from tests.league.faces.api.client.walk_files import (
    bring_the_past,
    look_after_the_account,
    show_a_logo,
)
from tests.league.faces.api.client.walk_matches import play_by_appointment
from tests.league.faces.api.client.walk_money import (
    award_prizes,
    keep_the_kitty,
    make_the_next_event,
)
from tests.league.faces.api.client.walk_programs import tell_other_programs, tell_people
from tests.league.faces.api.client.walk_record import forget_and_delete, take_the_record_along
from tests.league.faces.api.client.walk_stand_ins import ask_for_a_substitute
from tests.league.faces.api.client.year import CLUB, GAME, NAMES, Year
from tests.league.factories import PASSWORD, make_user
from tests.league.play.results.factories import pinochle
from tests.league.tables.ratings.factories import build
from tests.league.tables.seasons.factories import make_night
from tests.league.tables.statistics.factories import count

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.processes, pytest.mark.long]

DOORS = ("score", "draw", "rank", "fixtures", "fixtures_check")


def found_a_club(year):
    owner, nobody = year.owner, year.nobody
    club = owner("clubs_add", body={"name": "Harbour Cards", "slug": CLUB})
    assert club["slug"] == CLUB
    owner("clubs_change", club=CLUB, body={"when_we_play": "Thursdays"})
    assert nobody("clubs_read", club=CLUB)["when_we_play"] == "Thursdays"
    assert [one["slug"] for one in nobody("clubs_list")["results"]] == [CLUB]
    nobody("clubs_change", club=CLUB, body={"name": "Mine"}, fails=401)


def bring_the_people(year):
    owner = year.owner
    rows = [{"name": name, "member_number": str(n)} for n, name in enumerate(NAMES, 1)]
    added = owner("players_write", club=CLUB, body={"players": rows})
    year.players = {player["name"]: player["id"] for player in added}
    refused = owner(
        "players_write",
        club=CLUB,
        body={"players": [{"name": "New"}, {"name": "Bob", "member_number": "1"}, {"id": 1}]},
        fails=409,
    )
    assert [(row["index"], row["code"]) for row in refused["rows"]] == [
        (1, "member_number_taken"),
        (2, "unknown_player"),
    ]
    text = {"text": "Name,Member number\nAnn,1\nIda,9\n"}
    lines = owner("players_import", club=CLUB, body=text | {"preview": True})["lines"]
    assert [line["fate"] for line in lines] == ["same", "add"]
    assert owner("players_import", club=CLUB, body=text)["written"]
    double = owner("players_add", club=CLUB, body={"name": "Anne"})["id"]
    ann, bob = year.players["Ann"], year.players["Bob"]
    assert owner("players_merge_preview", club=CLUB, player=ann, goes=double)["is_possible"]
    owner("players_merge", club=CLUB, player=ann, body={"goes": double})
    owner("players_unmerge", club=CLUB, player=ann, body={"goes": double})
    owner("players_merge", club=CLUB, player=ann, body={"goes": double})
    owner("players_change", club=CLUB, player=bob, body={"public_name": "initials"})
    assert owner("players_read", club=CLUB, player=double)["name"] == "Ann"
    page = owner("players_list", club=CLUB, ordering=_ordering("players_list", "-name", year))
    assert page["results"][0]["name"] == "Ida"
    (apart,) = owner("players_keep_apart", club=CLUB, player=ann, body={"other": bob})
    assert apart["player"] == bob
    assert owner("players_apart", club=CLUB, player=bob)["results"][0]["player"] == ann
    assert owner("players_let_meet", club=CLUB, player=ann, body={"other": bob}) == []


def _ordering(operation, value, year):
    """Return a value of a parameter with choices as the client takes it."""
    module = year.owner.operations[operation]
    annotation = signature(module._get_kwargs).parameters["ordering"].annotation
    return next(one for one in get_args(annotation) if hasattr(one, "__members__"))(value)


def invite_members(year):
    owner = year.owner
    sent = owner("invitations_send", club=CLUB, body={"email": "bea@example.org"})
    number = sent["id"]
    opened = owner("joining_change", club=CLUB, body={"is_open": True, "most_people": 2})
    assert owner("joining_renew_code", club=CLUB)["code"] != opened["code"]
    assert owner("joining_read", club=CLUB)["is_open"]
    for name in ("Ina New", "Ivo New"):
        ask_to_join(
            joining=Joining.objects.get(club__slug=CLUB),
            name=name,
            email="new@example.org",
            user=None,
            client="192.0.2.1",
            at=timezone.now(),
        )
    one, other = (row["id"] for row in owner("join_requests_list", club=CLUB)["results"])
    taken = owner("join_requests_accept", club=CLUB, asked=one, body={"told_apart_by": "Dover"})
    assert owner("players_read", club=CLUB, player=taken["player"])["told_apart_by"] == "Dover"
    owner("join_requests_refuse", club=CLUB, asked=other)
    owner("joining_change", club=CLUB, body={"is_open": False})
    listed = {"people": [{"email": "bea@example.org"}, {"email": "cy@", "name": "Cy Fox"}]}
    planned = owner("invitations_send_list", club=CLUB, body=listed)["people"]
    assert [one["fate"] for one in planned] == ["invited", "bad"]
    owner("invitations_withdraw", club=CLUB, invitation=number)
    owner("invitations_restore", club=CLUB, invitation=number)
    owner("invitations_send_again", club=CLUB, invitation=number)
    assert owner("invitations_read", club=CLUB, invitation=number)["email"] == "bea@example.org"
    invited = {row["email"] for row in owner("invitations_list", club=CLUB)["results"]}
    assert invited == {"bea@example.org", "new@example.org"}  # who signed up proves the address
    link = owner("invitations_link", club=CLUB, invitation=number)["url"]
    bea = make_user("Bea", email="bea@example.org", password=PASSWORD)
    accept_invitation(
        invitation=invitation_from(link.rstrip("/").rsplit("/", 1)[1]),
        user=bea,
        by=Act(Actor(user_id=bea.pk, name="Bea", via="public"), timezone.now()),
    )
    rows = owner("members_list", club=CLUB)["results"]
    member = next(row["id"] for row in rows if row["name"] == "Bea")
    assert owner("members_read", club=CLUB, member=member)["role"] == "player"
    owner("players_link", club=CLUB, player=year.players["Bob"], body={"member": member})
    owner("members_change", club=CLUB, member=member, body={"role": "scorer"})
    guest = Member.objects.create(
        club=Club.objects.get(slug=CLUB), user=make_user("Guest"), role="player"
    )
    owner("members_remove", club=CLUB, member=guest.pk)
    body = {"email": "bea@example.org", "password": PASSWORD}
    year.bea = year.nobody.signed_in(year.nobody("token_make", body=body)["token"])


def agree_on_rules(year):
    owner, nobody = year.owner, year.nobody
    body = {"name": "Ours", "variant": GAME, "preset": "standard"}
    rules = owner("house_rules_add", club=CLUB, body=body)["id"]
    owner("house_rules_change", club=CLUB, rules=rules, body={"name": "Ours on Fridays"})
    owner("house_rules_archive", club=CLUB, rules=rules)
    assert nobody("house_rules_list", club=CLUB, archived=True)["count"] == 1
    owner("house_rules_bring_back", club=CLUB, rules=rules)
    assert nobody("house_rules_read", club=CLUB, rules=rules)["name"] == "Ours on Fridays"
    assert nobody("variants_list")["results"]
    assert nobody("variants_read", variant=GAME)["schemas"]["summary"]
    assert nobody("rule_codes_list")["results"]
    assert nobody("formats_list")["results"]
    examples = {name: _example(name) for name in DOORS}
    for door, body in examples.items():
        assert nobody(door, body=body)


def _example(operation):
    for methods in description("en")["paths"].values():
        for described in methods.values():
            if described["operationId"] == operation:
                examples = described["requestBody"]["content"]["application/json"]["examples"]
                return next(iter(examples.values()))["value"]
    raise LookupError(operation)


def play_a_league(year):
    owner, nobody, players = year.owner, year.nobody, year.players
    season = owner(
        "seasons_add",
        club=CLUB,
        body={"name": "Autumn", "starts_on": "2020-01-01", "ends_on": "2040-01-01"},
    )
    event, stage = year.event("League", season=season["slug"], entry_mode="self")
    owner("events_change", event=event, body={"about": "All against all."})
    year.move(event, "open")
    spare = owner("entries_add", event=event, body={"players": [players["Gus"], players["Hal"]]})[
        "id"
    ]
    owner("entries_change", entry=spare, body={"name": "The Spares"})
    assert nobody("entries_read", entry=spare)["name"] == "The Spares"
    owner("entries_remove", entry=spare)
    mine = year.bea("entries_sign_up", event=event, body={"players": [players["Bob"]]})["id"]
    owner("entries_change", entry=mine, body={"players": [players["Bob"], players["Ann"]]})
    owner("entries_accept", entry=mine)
    entries = [mine, *year.pairs(event, "Cy", "Di", "Ed", "Flo", "Gus", "Hal")]
    year.league, year.stage, year.entries = event, stage, entries
    owner("entries_withdraw", entry=entries[3], body={"reason": "ill"})
    owner("entries_reinstate", entry=entries[3])
    owner("entries_seed", event=event, body={"entries": entries})
    ida = owner("players_list", club=CLUB, name="Ida")["results"][0]["id"]
    owner("reserves_set", event=event, body={"players": [ida]})
    assert nobody("reserves_list", event=event)["count"] == 1
    owner("stages_change", stage=stage, body={"name": "All"})
    assert nobody("stages_read", stage=stage)["name"] == "All"
    more = owner(
        "stages_add", event=event, body={"format": "knockout", "takes": "top", "places": 2}
    )
    year.final = more["id"]
    gone = owner("stages_add", event=event, body={"format": "round_robin"})
    owner("stages_remove", stage=gone["id"])
    assert nobody("stages_list", event=event)["count"] == 2
    year.move(event, "start")
    assert owner("stages_draw_preview", stage=stage)["rounds"]
    drawn = owner("stages_draw", stage=stage, body={"number": 1})
    year.rounds = [one["id"] for one in drawn]
    owner("rounds_redraw", round_=year.rounds[0], body={})
    year.rounds = [one["id"] for one in owner("rounds_list", event=event)["results"]]
    owner("rounds_undo_draw", round_=year.rounds[0])
    year.rounds = [one["id"] for one in owner("stages_draw", stage=stage, body={"number": 1})]
    first = year.rounds[0]
    seen = owner("rounds_read", round_=first)["version"]
    swap = {"change": "swap", "entries": _rivals(owner, first)}
    body = {"changes": [swap], "expected_version": seen, "preview": True}
    assert owner("rounds_edit", round_=first, body=body)["written"] is False
    assert owner("stages_entries", stage=stage)["count"] == 4
    year.ida = ida


def _rivals(owner, first):
    tables = owner("rounds_tables", round_=first)["results"]
    return [table["sides"][0]["entries"][0] for table in tables]


def play_its_rounds(year):
    owner, nobody = year.owner, year.nobody
    first, second = year.rounds[:2]
    owner("rounds_open", round_=first, body={})
    owner("rounds_deadline", round_=first, body={"deadline": "2039-01-01T20:00:00Z"})
    for action in ("start", "pause", "resume", "extend", "end"):
        body = {"action": action, "minutes": 5}
        clock = owner("rounds_run_clock", round_=first, body=body)
    assert clock["state"] == nobody("rounds_clock", round_=first)["state"] == "ended"
    one, other = [row["id"] for row in nobody("rounds_tables", round_=first)["results"]]
    owner("tables_substitute", table=one, seat=0, body={"player": year.ida})
    assert nobody("substitutions_list", event=year.league)["count"] == 1
    owner("tables_renew_link", table=one)
    phone = year.link(one)
    deal = {"number": 1, "data": pinochle()}
    assert phone("tables_preview", table=one, body=deal)["lines"]
    sent = phone("tables_submit", table=one, body=deal | {"side": 0})
    back = {"side": 0, "submission": sent["id"]}
    assert phone("tables_take_back", table=one, body=back)["state"] == "void"
    ours = phone("tables_submit", table=one, body=deal | {"side": 0})
    wrong = {"side": 1, "reason": "We took more."}
    assert phone("deals_dispute", submission=ours["id"], body=wrong)["state"] == "disputed"
    right = {"number": 1, "data": pinochle(points=(28, 22)), "reason": "counted again"}
    settled = owner("tables_settle", table=one, body=right)
    assert owner("deals_read", submission=settled["id"])["state"] == "confirmed"
    body = {"data": pinochle(), "reason": "counted once more"}
    corrected = owner("deals_correct", submission=settled["id"], body=body)
    owner("deals_void", submission=corrected["id"], body={"reason": "wrong table"})
    entered = owner("tables_enter", table=one, body=deal)
    refused = owner(
        "results_write",
        event=year.league,
        body={"deals": [deal | {"table": other}, deal | {"table": one, "data": pinochle(bid=61)}]},
        fails=422,
    )
    assert [(row["index"], row["code"]) for row in refused["rows"]] == [(1, "deal_refused")]
    rows = owner("results_write", event=year.league, body={"deals": [deal | {"table": other}]})
    assert [row["state"] for row in rows] == ["confirmed"]
    owner("rounds_close", round_=first, body={})
    owner("rounds_reopen", round_=first)
    owner("rounds_close", round_=first, body={})
    owner("rounds_open", round_=second, body={})
    year.second = [row["id"] for row in nobody("rounds_tables", round_=second)["results"]]
    year.entered = entered["id"]


def decide_at_tables(year):
    owner = year.owner
    one, other = year.second
    phone = year.link(one)
    sent = phone("tables_submit", table=one, body={"side": 0, "data": pinochle()})
    assert phone("tables_confirm", table=one, body={"side": 1})["confirmed"] == [sent["id"]]
    assert phone("tables_read", table=one)["state"] == "confirmed"
    owner("tables_award", table=one, body={"points": [5, 3], "reason": "the lights went out"})
    owner("tables_award", table=one, body={"points": None, "reason": "on again"})
    owner("tables_forfeit", table=other, body={"absent": [1]})
    owner("tables_forfeit", table=other, body={"absent": None})
    owner(
        "results_write", event=year.league, body={"deals": [{"table": other, "data": pinochle()}]}
    )
    owner("rounds_close", round_=year.rounds[1], body={})
    last = year.rounds[2]
    owner("rounds_open", round_=last, body={})
    tables = [row["id"] for row in owner("rounds_tables", round_=last)["results"]]
    deals = [{"table": table, "data": pinochle()} for table in tables]
    owner("results_write", event=year.league, body={"deals": deals})
    owner("rounds_close", round_=last, body={})


def rank_the_league(year):
    owner, nobody, stage = year.owner, year.nobody, year.stage
    body = {"entry": year.entries[0], "kind": "award", "points": "1.00", "reason": "well played"}
    made = owner("adjustments_make", stage=stage, body=body)
    assert nobody("adjustments_list", stage=stage)["count"] == 1
    owner("adjustments_revoke", adjustment=made["id"])
    work_out(year.league)
    rows = nobody("standings_read", stage=stage)["results"]
    assert nobody("events_standings", event=year.league)["results"] == rows
    assert [row["played"] for row in rows] == [3, 3, 3, 3]
    assert nobody("standings_why", stage=stage, entry=rows[0]["entry"])["sums"]
    assert nobody("outlook_read", stage=stage)["stage"] == stage
    looked = owner("stages_filling", stage=year.final)
    decisions = [{"group": tie["group"], "by": "lot"} for tie in looked["ties"]]
    body = {"decisions": decisions, "even_unfinished": True}
    owner("stages_fill", stage=year.final, body=body)
    build(Club.objects.get(slug=CLUB))
    count(Stage.objects.get(pk=stage))
    assert nobody("ratings_list", club=CLUB, family=GAME)["count"]
    nobody("partnerships_list", club=CLUB, family=GAME)
    ann = year.players["Ann"]
    assert nobody("ratings_history", club=CLUB, player=ann, family=GAME)["results"]
    nobody("players_statistics", club=CLUB, player=ann)
    assert owner("journal_list", club=CLUB)["results"]
    assert nobody("events_read", event=year.league)["state"] == "running"


def play_the_other_formats(year):
    """What a league has not: byes, play-offs, groups, a level knock-out, a table to the end."""
    owner, players = year.owner, year.players
    form = {"format": "swiss", "rounds_planned": 3}
    swiss, stage = year.event("Swiss", stage=form, tiebreaks=["play_off"])
    year.move(swiss, "open")
    entries = year.pairs(swiss, "Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
    year.move(swiss, "start")
    body = {"entry": entries[0], "round": 2, "worth": "zero"}
    bye = owner("bye_requests_ask", stage=stage, body=body)
    owner("bye_requests_take_back", bye=bye["id"])
    assert year.nobody("bye_requests_list", stage=stage)["count"] >= 0
    (drawn,) = owner("stages_draw", stage=stage, body={})
    owner("rounds_open", round_=drawn["id"], body={})
    tables = [row["id"] for row in owner("rounds_tables", round_=drawn["id"])["results"]]
    body = {"deals": [{"table": table, "data": pinochle()} for table in tables]}
    owner("results_write", event=swiss, body=body)
    owner("rounds_close", round_=drawn["id"], body={})
    work_out(swiss)
    year.swiss = stage, entries
    asked, _stage = year.event("Asked", entry_mode="self")
    year.move(asked, "open")
    entry = owner("entries_add", event=asked, body={"players": [players["Cy"], players["Di"]]})
    assert entry["state"] == "accepted"
    assert year.nobody("entries_list", event=asked)["results"][0]["id"] == entry["id"]
    draft, _stage = year.event("A slip")
    owner("events_discard", event=draft)
    assert year.nobody("events_list", club=CLUB)["count"] == 3


def tonight(year):
    owner, players = year.owner, year.players
    body = {"variant": GAME, "minutes": 150, "minutes_a_deal": 10}
    owner("tonight_choose", club=CLUB, body=body)
    for name in NAMES[:5]:
        owner("tonight_check_in", club=CLUB, player=players[name])
    owner("tonight_take_back", club=CLUB, player=players["Ed"])
    here = owner("tonight_guest", club=CLUB, body={"name": "Xenia"})
    assert len(here["present"]) == 5
    here = owner(
        "tonight_put_together", club=CLUB, body={"players": [players["Ann"], players["Bob"]]}
    )
    owner("tonight_part", club=CLUB, group=here["together"][0]["group"])
    xenia = next(one["player"] for one in here["present"] if one["name"] == "Xenia")
    owner("tonight_take_back", club=CLUB, player=xenia)
    assert "/" in owner("tonight_check_in_link", club=CLUB)["url"]
    owner("tonight_renew_check_in_link", club=CLUB)
    even = owner("tonight_propose_pairs", club=CLUB, lot=3)
    body = {"lot": even["lot"], "version": even["version"]}
    assert len(owner("tonight_form_pairs", club=CLUB, body=body)["together"]) == 2
    plans = owner("tonight_plans", club=CLUB)
    body = {name: plans[name] for name in ("evening", "version")}
    first = owner("tonight_start", club=CLUB, body=body | {"plan": plans["plans"][0]["key"]})
    again = owner("tonight_start", club=CLUB, body=body | {"plan": plans["plans"][0]["key"]})
    assert first["id"] == again["id"]
    assert owner("tonight_read", club=CLUB)["started"] == [first["event"]]


def enter_the_weekly_deal(year):
    seeds = (f"{number:064x}" for number in count_from(1))
    make_weekly_deals(at=timezone.now(), seed=lambda: next(seeds))
    assert year.nobody("weekly_list")["results"]
    cards = year.nobody("weekly_cards", variant=GAME)
    assert len(cards["hands"]) == 4
    body = {"club": CLUB, "table_name": "Table 1", "data": pinochle(bid=50, melds=(0, 0))}
    refused = year.owner("weekly_enter", variant=GAME, body=body | {"club": "nowhere"}, fails=400)
    assert refused["field"] == "club"
    shown = year.owner("weekly_enter", variant=GAME, body=body)
    assert [row["table_name"] for row in shown["results"]] == ["Table 1"]
    assert year.nobody("weekly_read", variant=GAME)["is_shown"] is False


def prepare_deals(year):
    owner, nobody = year.owner, year.nobody
    event, stage = year.event("Prepared", visibility="public")
    year.move(event, "open")
    year.pairs(event, "Ann", "Bob", "Cy", "Di")
    owner("prepared_make", stage=stage, body={})
    assert nobody("prepared_read", stage=stage)["seed"] is None
    year.move(event, "start")
    round_ = owner("stages_draw", stage=stage, body={})[0]["id"]
    owner("rounds_open", round_=round_, body={})
    (table,) = [row["id"] for row in owner("rounds_tables", round_=round_)["results"]]
    nobody("prepared_deal", stage=stage, deal=1, fails=404)
    # what a scorer enters is taken, and compared with the hidden cards afterwards
    entered = year.bea("tables_enter", table=table, body={"data": pinochle(melds=(300, 22))})
    check_cards([entered["id"]], at=timezone.now())
    assert [flag["submission"] for flag in owner("flags_list", stage=stage)["results"]] == [
        entered["id"]
    ]
    body = {"reason": "the cards were dealt again"}
    owner("deals_accept_cards", submission=entered["id"], body=body)
    look = {"first": 1, "last": 1, "reason": "to print them"}
    (shown,) = owner("prepared_look", stage=stage, body=look)
    assert owner("prepared_deal", stage=stage, deal=1) == shown
    body = {"reason": "they are not played after all"}
    assert owner("prepared_release", stage=stage, body=body)["seed"]


def decide_what_is_level(year):
    owner, nobody = year.owner, year.nobody
    stage, _entries = year.swiss
    rows = nobody("standings_read", stage=stage)["results"]
    level = [row["entry"] for row in rows if row["rank"] == 1]
    body = {"entries": [{"entry": pk, "points": str(n)} for n, pk in enumerate(level)]}
    noted = owner("play_offs_note", stage=stage, body=body)
    assert nobody("play_offs_list", stage=stage)["count"] == 1
    owner("play_offs_revoke", play_off=noted["id"])
    cup, stage = year.event("Cup", stage={"format": "knockout"})
    year.move(cup, "open")
    year.pairs(cup, "Ann", "Bob", "Cy", "Di")
    year.move(cup, "start")
    (drawn,) = owner("stages_draw", stage=stage, body={})
    owner("rounds_open", round_=drawn["id"], body={})
    (table,) = [row["id"] for row in owner("rounds_tables", round_=drawn["id"])["results"]]
    owner("tables_award", table=table, body={"points": [5, 5], "reason": "nobody could play on"})
    decided = owner("tables_decide", table=table, body={"side": 1, "reason": "cut of the cards"})
    assert decided["id"] == table


def end_a_table_by_the_clock(year):
    owner = year.owner
    timed, stage = year.event("Timed", table_play="timed", deals_a_round=None, minutes_a_round=60)
    year.move(timed, "open")
    year.pairs(timed, "Ann", "Bob", "Cy", "Di")
    year.move(timed, "start")
    drawn = owner("stages_draw", stage=stage, body={})[0]
    owner("rounds_open", round_=drawn["id"], body={})
    (table,) = [row["id"] for row in owner("rounds_tables", round_=drawn["id"])["results"]]
    score = {"final_score": [120, -40]}
    owner("tables_enter", table=table, body={"data": score}, fails=409)
    owner("events_change", event=timed, body={"final_scores": "table"})
    entered = owner("tables_enter", table=table, body={"data": score})
    assert (entered["form"], entered["score"]) == ("final", [120, -40])
    owner("deals_void", submission=entered["id"], body={"reason": "the deals are known"})
    owner("tables_enter", table=table, body={"data": pinochle()})
    ended = year.link(table)("tables_end", table=table, body={"side": 0})
    assert ended["is_complete"]


def ask_partners(year):
    owner, players = year.owner, year.players
    member = next(
        row["id"] for row in owner("members_list", club=CLUB)["results"] if row["role"] == "owner"
    )
    owner("players_link", club=CLUB, player=players["Ann"], body={"member": member})
    event, _stage = year.event("By asking", entry_mode="self")
    year.move(event, "open")
    body = {"players": [players["Bob"], players["Ann"]]}
    entry = year.bea("entries_sign_up", event=event, body=body)
    answered = owner("entries_answer", entry=entry["id"], body={"agrees": True})
    assert answered["state"] == "accepted"


def sort_into_groups(year):
    owner = year.owner
    form = {"format": "round_robin", "options": {"groups": 2}}
    event, stage = year.event("Groups", stage=form)
    year.move(event, "open")
    first, second, *_others = year.pairs(event, "Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
    year.move(event, "start")
    turned = [{"name": "B", "entries": [first]}, {"name": "A", "entries": [second]}]
    owner("stages_groups", stage=stage, body={"groups": turned})
    rows = owner("stages_entries", stage=stage)["results"]
    assert {row["entry"]: row["group"] for row in rows}[first] == "B"


def close_the_season(year):
    owner, nobody = year.owner, year.nobody
    body = {"name": "Spring", "starts_on": "2020-01-01", "ends_on": "2039-12-31"}
    season = owner("seasons_add", club=CLUB, body=body)["id"]
    row = Season.objects.get(pk=season)
    for order in (NAMES[:4], NAMES[3::-1]):
        make_night(row, {name: 9 - place for place, name in enumerate(order)})
    assert nobody("seasons_list", club=CLUB)["count"] == 2
    owner("seasons_rules", season=season, body={"handicap": {"reference": "best", "most": 2}})
    divisions = [{"name": "A", "down": 1}, {"name": "B", "up": 1}]
    owner("seasons_divisions", season=season, body={"divisions": divisions})
    assert nobody("seasons_read", season=season)["divisions"][0]["name"] == "A"
    keys = [row["key"] for row in nobody("seasons_table", season=season)["results"]]
    places = [{"key": key, "division": 1 + n % 2} for n, key in enumerate(keys)]
    owner("seasons_places", season=season, body={"competitors": places})
    assert nobody("seasons_why", season=season, key=keys[0])["nights"]
    body = {"player": int(keys[0][1:]), "value": "1.50", "from_day": "2026-03-01", "reason": "ill"}
    owner("seasons_set_handicap", season=season, body=body)
    assert nobody("seasons_handicaps", season=season)["handicaps"]
    body = {"key": keys[0], "to": 2, "reason": "asked for it"}
    owner("seasons_decide", season=season, body=body)
    digest = owner("seasons_moves", season=season)["digest"]
    owner("seasons_sign", season=season, body={"digest": digest})
    owner("seasons_unsign", season=season)
    owner("seasons_sign", season=season, body={"digest": digest})
    body = {"name": "Winter", "starts_on": "2040-02-01", "ends_on": "2040-12-01"}
    job = owner("seasons_next_request", season=season, body=body)
    assert owner("jobs_cancel", club=CLUB, job=job["id"])["state"] == "cancelled"
    owner("seasons_next", season=season, body=body)


def wait_for_a_job(year):
    owner = year.owner
    text = "\n".join(["Name", *(f"Player {n}" for n in range(400))])
    job = owner("players_import", club=CLUB, body={"text": text})["job"]
    assert [one["id"] for one in owner("jobs_list", club=CLUB)["results"]] == [job]
    assert owner("jobs_read", club=CLUB, job=job)["state"] == "waiting"
    assert owner("jobs_cancel", club=CLUB, job=job)["state"] == "cancelled"


def test_a_club_is_run_by_the_generated_client_alone(owner, nobody, called):
    year = Year(owner, nobody)
    for part in (
        found_a_club,
        bring_the_people,
        invite_members,
        agree_on_rules,
        play_a_league,
        play_its_rounds,
        decide_at_tables,
        rank_the_league,
        play_the_other_formats,
        prepare_deals,
        decide_what_is_level,
        end_a_table_by_the_clock,
        ask_partners,
        sort_into_groups,
        tonight,
        enter_the_weekly_deal,
        close_the_season,
        wait_for_a_job,
        keep_the_kitty,
        award_prizes,
        make_the_next_event,
        print_everything,
        date_a_league,
        play_by_appointment,
        tell_other_programs,
        tell_people,
        ask_for_a_substitute,
        belong_to_a_county,
        show_a_logo,
        bring_the_past,
        look_after_the_account,
        take_the_record_along,
        forget_and_delete,
    ):
        part(year)
    year.bea("token_revoke")

    assert set(nobody.operations) - set(called) == set()
    described = {
        operation["operationId"]
        for methods in description("en")["paths"].values()
        for operation in methods.values()
    }
    assert set(called) == described
    examples.write(called)
