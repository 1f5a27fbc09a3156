"""The pages of matches: a captain's own ones on the phone, and the organiser's at the desk."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.calendar.captains.line_up_facts import line_ups_of, players_in
from league.calendar.captains.models import MatchRules, Walkover
from league.calendar.match_dates.models import DateProposal, DateState, MatchDate
from league.clubs.models import Role
from league.play.results.models import TableResult, TableState
from tests.league.calendar.captains.factories import (
    captain_of_side,
    line_up,
    make_date,
    make_match,
    match_of,
    names_of,
    people_of,
)
from tests.league.faces.desk.clients import client_of
from tests.league.play.rounds.factories import open_round
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db
SOON = timezone.now().replace(second=0, microsecond=0) + timedelta(days=20)


@pytest.fixture
def match():
    match = make_match(dated=False, final_scores="table")
    make_date(match, SOON)
    return match


def signed_in(match, side):
    client = Client()
    client.force_login(captain_of_side(match, side))
    return client


def own(match):
    return reverse("account:match", args=[match.round.pk, match.number])


def press(client, match, act, **data):
    return client.post(own(match), {"act": act, **data})


def written(moment):
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")


def test_a_line_up_from_the_phone_is_hidden_from_the_other_captain(match):
    people = people_of(match.entries[0])

    answer = press(signed_in(match, 0), match, "line_up", seat0=people[4].pk, seat1=people[5].pk)

    assert answer.status_code == 302
    assert [p.name for p in players_in(line_ups_of(match)[0])] == names_of(match, 0, 4, 5)
    page = signed_in(match, 1).get(own(match)).content.decode()
    assert "The line-up of A is in." in page
    names = ", ".join(names_of(match, 0, 4, 5))
    assert f"A: {names}" not in page
    line_up(match, 1, 0, 1)
    assert f"A: {names}" in signed_in(match, 1).get(own(match)).content.decode()


@pytest.mark.long
def test_dates_are_proposed_and_accepted(match):
    later = SOON + timedelta(days=7)
    press(signed_in(match, 0), match, "propose", date1=written(later), reason="A wedding")
    proposal = DateProposal.objects.get()

    page = signed_in(match, 1).get(own(match)).content.decode()
    assert "A wedding" in page
    press(signed_in(match, 1), match, "accept", proposal=proposal.pk)

    assert (MatchDate.objects.get().begins_at, MatchDate.objects.get().state) == (
        later,
        DateState.AGREED,
    )


def test_the_other_captain_says_that_the_result_is_wrong(match):
    table = match.tables[0]
    numbers = {"score-0": "300", "score-1": "420", "even_early": "on"}
    press(signed_in(match, 0), match, f"result{table.pk}", **numbers)
    other = signed_in(match, 1)
    assert "What is wrong?" in press(other, match, "dispute", reason=" ").content.decode()

    answer = other.post(own(match), {"act": "dispute", "reason": "We won 430:300."}, follow=True)

    assert "The organiser has a message" in answer.content.decode()
    assert TableResult.objects.get().state == TableState.DISPUTED
    director = client_of(match.round.stage.event.club, Role.DIRECTOR)
    assert "Result disputed" in director.get(desk(match)).content.decode()
    page = director.get(desk(match, "desk:match", match.round.pk, match.number))
    assert reverse("desk:table", args=[*desk_of(match), table.pk]) in page.content.decode()


def test_who_hands_over_goes_to_the_matches_that_are_left(match):
    second = people_of(match.entries[0])[1]
    client = signed_in(match, 0)

    sent = {"act": "captain", "player": second.pk, "is_sure": "on"}
    answer = client.post(own(match), sent, follow=True)

    assert answer.redirect_chain == [(reverse("account:matches"), 302)]
    assert f"{second.name} is the captain now." in answer.content.decode()


def desk(match, name="desk:matches", *more):
    return reverse(name, args=[*desk_of(match), *more])


def desk_of(match):
    event = match.round.stage.event
    return [event.club.slug, event.slug]


def test_the_desk_lists_what_is_open_and_the_director_changes_the_rules(match):
    director = client_of(match.round.stage.event.club, Role.DIRECTOR)
    assert "A – B" in director.get(desk(match)).content.decode()

    rules = {"ask_days": 2, "decide_days": 7, "rest_days": 0, "walkover_for": "both"}
    answer = director.post(desk(match, "desk:match_rules", 1), rules)

    assert answer.status_code == 302
    saved = MatchRules.objects.get()
    assert (saved.ask_days, saved.walkover_for, saved.home_enters) == (2, "both", False)


def test_the_overview_of_a_league_says_what_is_overdue_and_the_next_dates():
    first = make_match(teams=4, dated=False, final_scores="table")
    event = first.round.stage.event
    later = open_round(event.stages.get().rounds.get(number=2))
    second, overdue, played = match_of(first.round, 2), match_of(later), match_of(later, 2)
    for match, days in ((first, 8), (second, 1), (overdue, -2), (played, -3)):
        make_date(match, SOON + timedelta(days=days - 20))
    TableResult.objects.create(
        table=played.tables[0], round=played.round, state=TableState.CONFIRMED
    )

    page = client_of(event.club, Role.DIRECTOR).get(reverse("desk:event", args=desk_of(first)))

    due = page.context["due"]
    assert [state.match.place for state in due.overdue] == [overdue.place]
    assert [state.match.place for state in due.coming] == [second.place, first.place]
    text = text_of(page)
    assert "1 match is overdue" in text
    assert "Next dates" in text
    assert reverse("desk:match", args=[*desk_of(first), overdue.round.pk, 1]) in str(page.content)


def test_the_director_decides_a_date_and_a_walkover(match):
    director = client_of(match.round.stage.event.club, Role.DIRECTOR)
    page = desk(match, "desk:match", match.round.pk, match.number)
    later = SOON + timedelta(days=3)

    director.post(page, {"act": "rule", "begins_at": written(later)})
    assert MatchDate.objects.get().state == DateState.RULED
    Walkover.objects.create(round=match.round, number=1, found_at=timezone.now())
    assert "A lost by walkover" in director.get(page).content.decode()
    director.post(page, {"act": "absent0"})

    assert TableResult.objects.get().forfeit == 0


@pytest.mark.long
def test_a_scorer_sees_no_line_up_before_both_are_in_and_decides_nothing(match):
    scorer = client_of(match.round.stage.event.club, Role.SCORER)
    page = desk(match, "desk:match", match.round.pk, match.number)
    line_up(match, 0, 4, 5)

    shown = scorer.get(page).content.decode()

    assert "The line-up is in." in shown
    assert people_of(match.entries[0])[4].name not in shown
    assert scorer.post(page, {"act": "no_walkover"}).status_code == 403
