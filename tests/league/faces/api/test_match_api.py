"""Matches and their captains for programs: the rights and refusals of the pages, no line-up early.

Captains are members of no club: their account is that of a player alone.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.calendar.captains.line_up_facts import line_ups_of, players_in
from league.calendar.captains.models import LineUp, MatchRules, Postponement, Walkover
from league.calendar.match_dates.models import DateState, MatchDate
from league.play.events.captaincy import captain_of
from league.play.results.models import TableState
from league.play.rounds.models import RoundState
from tests.league.calendar.captains.factories import (
    again,
    captain_of_side,
    line_up,
    make_date,
    make_match,
    people_of,
    set_rules,
)
from tests.league.faces.api.factories import V1, client_of, keyed, make_token_of
from tests.league.factories import make_club, make_member, make_player, make_user

pytestmark = pytest.mark.django_db
SOON = timezone.now().replace(microsecond=0) + timedelta(days=20)
LATER = SOON + timedelta(days=3)


@pytest.fixture
def match():
    match = make_match(dated=False, final_scores="table")
    make_date(match, SOON)
    return match


def captain(match, side):
    return client_of(captain_of_side(match, side))


def staff(match, role="director"):
    return client_of(make_member(match.round.stage.event.club, role=role).user)


def at(match, *rest):
    return "/".join([f"{V1}/rounds/{match.round.pk}/matches/{match.number}", *rest])


def of_side(match, side, *rest):
    return at(match, "entries", str(match.entries[side].pk), *rest)


def send(client, address, body=None, method="post", **headers):
    return getattr(client, method)(address, body, format="json", **headers)


def names_in(answer, side):
    return [one["name"] for one in answer.json()["sides"][side]["line_up"]]


@pytest.mark.long
def test_a_match_is_shown_to_its_captains_and_to_those_who_run_the_event(match):
    shown = captain(match, 1).get(at(match)).json()
    assert [side["led"] for side in shown["sides"]] == [False, True]
    assert [side["home"] for side in shown["sides"]] == [True, False]
    assert shown["sides"][0]["captain"]["player"] == people_of(match.entries[0])[0].pk
    assert (shown["date_state"], shown["round_number"], shown["number"]) == ("published", 1, 1)
    assert staff(match, "scorer").get(at(match)).status_code == 200
    for client, status in [
        (staff(match, "player"), 403),
        (client_of(make_user("Sam", email="sam@example.org")), 403),
        (client_of(), 401),
    ]:
        assert client.get(at(match)).status_code == status


@pytest.mark.long
def test_a_match_of_a_round_that_is_only_drawn_is_not_there_unless_it_is_dated(match):
    match.round.state = RoundState.DRAWN
    match.round.save(update_fields=["state"])
    own = captain(match, 0)
    assert own.get(at(match)).status_code == 200
    MatchDate.objects.update(state=DateState.DRAFT)
    assert own.get(at(match)).status_code == 404
    assert send(own, of_side(match, 0, "dates", "decline")).status_code == 404
    assert client_of().get(at(match)).status_code == 404
    assert staff(match).get(at(match)).status_code == 200


def test_a_match_of_a_hidden_event_is_there_for_those_who_run_it_alone(match):
    event = match.round.stage.event
    event.visibility = "hidden"
    event.save(update_fields=["visibility"])
    own = captain(match, 0)
    assert own.get(at(match)).status_code == 404
    assert own.get(f"{V1}/me/led-matches").json()["count"] == 0
    assert staff(match, "scorer").get(at(match)).status_code == 200


@pytest.mark.long
def test_a_line_up_is_hidden_from_the_other_side_until_both_are_in(match):
    people = people_of(match.entries[0])
    body = {"players": [people[4].pk, people[5].pk]}
    wanted = [people[4].name, people[5].name]

    own = send(captain(match, 0), of_side(match, 0, "line-up"), body, "put")

    assert (own.status_code, names_in(own, 0)) == (200, wanted)
    other = captain(match, 1)
    for client in (other, staff(match, "scorer")):
        seen = client.get(at(match))
        assert (seen.json()["sides"][0]["line_up_in"], names_in(seen, 0)) == (True, [])
        assert seen.json()["line_ups_shown"] is False
    (listed,) = other.get(f"{V1}/me/led-matches").json()["results"]
    assert listed["sides"][0]["line_up"] == []
    assert names_in(staff(match).get(at(match)), 0) == wanted
    line_up(match, 1, 0, 1)
    assert names_in(other.get(at(match)), 0) == wanted


def test_the_line_up_of_the_other_side_can_be_neither_read_nor_set(match):
    line_up(match, 0, 4, 5)
    people = people_of(match.entries[0])
    other, scorer = captain(match, 1), staff(match, "scorer")
    for client in (other, scorer):
        assert client.get(of_side(match, 0, "line-up")).status_code == 403
        body = {"players": [people[0].pk, people[1].pk]}
        assert send(client, of_side(match, 0, "line-up"), body, "put").status_code == 403
    assert players_in(line_ups_of(match)[0]) == [people[4], people[5]]
    own = captain(match, 0).get(of_side(match, 0, "line-up")).json()
    assert (own["seats"], len(own["line_up"])) == (2, 2)
    assert [one["player"] for one in own["may_play"][:6]] == [player.pk for player in people]


def test_a_line_up_names_those_who_may_play(match):
    own = captain(match, 0)
    people = people_of(match.entries[0])
    stranger = make_player(make_club("Elsewhere", slug="elsewhere"), "Foreign")
    gone = make_player(match.round.stage.event.club, "Gone", is_active=False)
    for player in (stranger, gone):
        body = {"players": [people[0].pk, player.pk]}
        answer = send(own, of_side(match, 0, "line-up"), body, "put")
        assert (answer.status_code, answer.json()["field"]) == (400, "players")
        assert player.name not in answer.content.decode()
    body = {"players": [people[0].pk, people[0].pk]}
    answer = send(own, of_side(match, 0, "line-up"), body, "put")
    assert (answer.status_code, answer.json()["code"]) == (409, "line_up_refused")
    assert not LineUp.objects.exists()


@pytest.mark.long
def test_a_director_changes_a_line_up_that_is_shown_and_a_captain_does_not(match):
    line_up(match, 0, 0, 1)
    line_up(match, 1, 0, 1)
    people = people_of(match.entries[0])
    body = {"players": [people[2].pk, people[3].pk]}
    refused = send(captain(match, 0), of_side(match, 0, "line-up"), body, "put")
    assert (refused.status_code, refused.json()["code"]) == (409, "line_up_closed")
    changed = send(staff(match), of_side(match, 0, "line-up"), body, "put")
    assert names_in(changed, 0) == [people[2].name, people[3].name]


@pytest.mark.long
def test_a_date_is_proposed_by_one_side_and_accepted_by_the_other(match):
    own, other = captain(match, 0), captain(match, 1)
    body = {"dates": [LATER.isoformat()], "reason": "Two are ill."}

    asked = send(own, of_side(match, 0, "dates"), body).json()

    (proposal,) = asked["proposals"]
    assert (proposal["entry"], proposal["reason"]) == (match.entries[0].pk, "Two are ill.")
    assert asked["date_request"]["entry"] == match.entries[0].pk
    accept = ("dates", str(proposal["id"]), "accept")
    assert send(own, of_side(match, 0, *accept)).status_code == 409
    assert send(own, of_side(match, 1, *accept)).status_code == 403
    agreed = send(other, of_side(match, 1, *accept)).json()
    assert (agreed["date_state"], agreed["proposals"]) == ("agreed", [])
    assert MatchDate.objects.get().begins_at == LATER


def test_dates_are_declined_and_the_request_is_taken_back(match):
    own, other = captain(match, 0), captain(match, 1)
    send(own, of_side(match, 0, "dates"), {"dates": [LATER.isoformat()]})
    declined = send(other, of_side(match, 1, "dates", "decline")).json()
    assert (declined["proposals"], declined["date_request"]["overdue"]) == ([], False)
    assert send(own, of_side(match, 0, "dates", "take-back")).json()["date_request"] is None
    assert Postponement.objects.get().outcome == "taken_back"
    again_ = send(other, of_side(match, 1, "dates", "decline"))
    assert again_.json()["code"] == "no_request"


def test_the_organiser_rules_on_a_date(match):
    director = staff(match)
    body = {"begins_at": LATER.isoformat()}
    for client in (captain(match, 0), staff(match, "scorer")):
        assert send(client, at(match, "ruling"), body).status_code == 403
    ruled = send(director, at(match, "ruling"), body)
    assert (ruled.status_code, ruled.json()["date_state"]) == (200, "ruled")
    past = {"begins_at": (timezone.now() - timedelta(days=9)).isoformat()}
    refused = send(director, at(match, "ruling"), past)
    assert refused.json()["code"] == "dates_refused"
    slip = send(director, at(match, "ruling"), {"begins_at": "9999-12-31T23:59:59Z"})
    assert slip.status_code == 400


def test_the_home_captain_enters_the_result_and_the_other_confirms(match):
    table = match.tables[0].pk
    score = {"table": table, "final_score": [310, 260]}
    refused = send(captain(match, 1), of_side(match, 1, "result"), score, **keyed())
    assert (refused.status_code, refused.json()["code"]) == (403, "not_the_home_side")
    without = send(captain(match, 0), of_side(match, 0, "result"), score)
    assert without.json()["code"] == "idempotency_key_missing"
    early = send(captain(match, 0), of_side(match, 0, "result"), score, **keyed())
    assert (early.status_code, early.json()["code"]) == (409, "plays_later")
    score |= {"even_early": True}
    entered = send(captain(match, 0), of_side(match, 0, "result"), score, **keyed()).json()
    assert (entered["to_confirm"], entered["tables"][0]["totals"]) == (True, [310, 260])
    confirmed = send(captain(match, 1), of_side(match, 1, "confirm")).json()
    assert confirmed["tables"][0]["state"] == TableState.CONFIRMED
    elsewhere = score | {"table": make_match().tables[0].pk}
    assert (
        send(captain(match, 0), of_side(match, 0, "result"), elsewhere, **keyed()).status_code
        == 404
    )


def test_the_organiser_decides_on_a_missing_result(match):
    director, loser = staff(match), match.entries[1]
    body = {"absent": [loser.pk]}
    assert send(director, at(match, "walkover"), body).status_code == 404
    Walkover.objects.create(round=match.round, number=match.number, found_at=timezone.now())
    assert send(captain(match, 0), at(match, "walkover"), body).status_code == 403
    other = make_match().entries[0]
    assert send(director, at(match, "walkover"), {"absent": [other.pk]}).status_code == 400
    given = send(director, at(match, "walkover"), body)
    assert (given.status_code, given.json()["walkover"]) == (200, "made")
    assert Walkover.objects.get().absent == 1
    assert again(match).tables[0].result.state == TableState.CONFIRMED
    refused = send(director, at(match, "walkover"), {"absent": []})
    assert refused.status_code == 409


def test_a_captain_hands_over_and_no_longer_speaks_for_the_entry(match):
    entry, own = match.entries[0], captain(match, 0)
    address = f"{V1}/entries/{entry.pk}/captain"
    second = people_of(entry)[1]
    assert second.pk in {one["player"] for one in own.get(address).json()["may_be"]}
    assert captain(match, 1).get(address).status_code == 403
    foreign = make_player(make_club("Elsewhere", slug="elsewhere"), "Foreign")
    assert send(own, address, {"player": foreign.pk}, "put").status_code == 400
    assert send(own, address, {"player": second.pk}, "put").json()["captain"]["player"] == second.pk
    assert captain_of(entry) == second
    assert send(own, of_side(match, 0, "dates", "decline")).status_code == 403


def test_rules_are_changed_by_the_organiser_and_what_is_left_out_stays(match):
    director = staff(match)
    set_rules(match, lineup_days=3)
    address = f"{V1}/stages/{match.round.stage_id}/match-rules"
    for client in (captain(match, 0), staff(match, "scorer")):
        assert client.get(address).status_code == 403
        assert send(client, address, {"rest_days": 2}, "patch").status_code == 403
    changed = send(director, address, {"rest_days": 2, "walkover_days": None}, "patch").json()
    assert (changed["rest_days"], changed["lineup_days"]) == (2, 3)
    assert MatchRules.objects.get().rest_days == 2
    assert send(director, address, {"tied_after": 0}, "patch").status_code == 400


@pytest.mark.long
def test_matches_that_are_open_are_listed_to_those_who_run_the_event(match):
    address = f"{V1}/events/{match.round.stage.event_id}/open-matches"
    listed = staff(match, "scorer").get(address).json()
    assert [row["number"] for row in listed["results"]] == [1]
    assert captain(match, 0).get(address).status_code == 403


@pytest.mark.long
def test_a_token_of_another_club_speaks_for_nobody_here(match):
    user = captain_of_side(match, 0)
    elsewhere = client_of()
    token = make_token_of(user, club=make_club("Elsewhere", slug="elsewhere"))
    elsewhere.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert captain(match, 0).get(f"{V1}/me/led-matches").json()["count"] == 1
    assert elsewhere.get(f"{V1}/me/led-matches").json()["count"] == 0
    assert elsewhere.get(at(match)).status_code == 403
    assert send(elsewhere, of_side(match, 0, "dates", "decline")).status_code == 403
