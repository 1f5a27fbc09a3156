"""The pages of matches: a captain's own ones on the phone, and the organiser's at the desk."""

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.calendar.captains.line_up_facts import line_ups_of, players_in
from league.calendar.captains.models import LineUp, MatchRules, Postponement, Walkover
from league.calendar.match_dates.models import DateProposal, DateState, MatchDate
from league.clubs.models import Role
from league.play.events.captaincy import captain_of
from league.play.results.models import TableResult, TableState
from tests.league.calendar.captains.factories import (
    again,
    captain_of_side,
    line_up,
    make_date,
    make_home,
    make_match,
    match_of,
    names_of,
    people_of,
    seated,
)
from tests.league.faces.desk.clients import client_of
from tests.league.faces.desk.undoing import button_of, undo
from tests.league.factories import make_user
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


@pytest.mark.long
def test_a_captain_sees_the_own_matches_and_nobody_else_does(match):
    page = signed_in(match, 0).get(reverse("account:matches")).content.decode()
    assert "A – B" in page

    stranger = Client()
    stranger.force_login(make_user("Sam Stranger", email="sam@example.org"))
    assert "A – B" not in stranger.get(reverse("account:matches")).content.decode()
    assert stranger.get(own(match)).status_code == 404
    assert stranger.post(own(match), {"act": "decline"}).status_code == 404


@pytest.mark.long
def test_the_home_side_of_a_match_stands_first_on_all_its_pages(match):
    MatchDate.objects.update(home_side=1)
    event = match.round.stage.event
    at = [event.club.slug, event.slug]
    desk, captain = client_of(event.club, Role.DIRECTOR), signed_in(match, 0)
    pages = [
        desk.get(reverse("desk:matches", args=at)),
        desk.get(reverse("desk:match", args=[*at, match.round.pk, match.number])),
        captain.get(reverse("account:matches")),
        captain.get(own(match)),
    ]

    for page in pages:
        text = page.content.decode()
        assert "B – A" in text
        assert "A – B" not in text


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
def test_a_refused_line_up_stays_in_the_form_with_the_reason(match):
    person = people_of(match.entries[0])[4]

    page = press(signed_in(match, 0), match, "line_up", seat0=person.pk, seat1=person.pk)

    assert f"{person.name} is in the line-up 2 times" in page.content.decode()
    assert f'<option value="{person.pk}" selected>' in page.content.decode()
    assert not LineUp.objects.exists()


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


def test_a_match_that_never_had_a_date_is_nowhere_called_postponed(match):
    MatchDate.objects.all().delete()
    event = match.round.stage.event
    press(signed_in(match, 0), match, "propose", date1=written(SOON))
    at = [event.club.slug, event.slug]
    pages = [
        signed_in(match, 1).get(own(match)),
        signed_in(match, 1).get(reverse("public:my_page")),
        Client().get(reverse("public:event_calendar", args=at)),
        Client().get(reverse("public:table", args=[*at, match.tables[0].pk])),
    ]
    director = client_of(event.club, Role.DIRECTOR)
    desk = director.get(reverse("desk:match", args=[*at, match.round.pk, 1]))

    assert all(page.status_code == 200 for page in [*pages, desk])
    assert not any("ostponed" in page.content.decode() for page in [*pages, desk])
    assert "A proposed the first dates." in desk.content.decode()


def test_a_date_that_does_not_suit_stays_in_the_form(match):
    past = timezone.now() - timedelta(days=3)

    page = press(signed_in(match, 0), match, "propose", date1=written(past), reason="Ill")

    assert "is past: choose a day to come" in page.content.decode()
    assert written(past) in page.content.decode()
    assert not Postponement.objects.exists()


def suggested(client, match):
    page = client.get(own(match)).content.decode()
    return re.findall(r'name="suggested" value="([^"]+)"', page)


@pytest.mark.long
def test_days_that_suit_are_offered_and_can_be_ticked(match):
    hall = make_home(match, 0)
    captain = signed_in(match, 0)

    days = suggested(captain, match)

    assert len(days) == 5
    assert hall.name in captain.get(own(match)).content.decode()
    later = SOON + timedelta(days=40)
    press(captain, match, "propose", suggested=days[:2], date1=written(later))
    proposed = sorted(DateProposal.objects.values_list("begins_at", flat=True))
    assert proposed == sorted([*map(datetime.fromisoformat, days[:2]), later])


@pytest.mark.long
def test_a_ticked_day_that_no_longer_suits_is_said_and_the_others_stay_ticked(match):
    make_home(match, 0)
    captain = signed_in(match, 0)
    days = suggested(captain, match)

    page = press(captain, match, "propose", suggested=[days[1], "2001-01-01T19:00:00+00:00"])

    text = page.content.decode()
    assert "A day that you ticked does not suit any more" in text
    assert re.search(f'value="{re.escape(days[1])}"[^>]*checked', text)
    assert not DateProposal.objects.exists()


@pytest.mark.long
def test_no_day_at_all_is_asked_for_in_words(match):
    make_home(match, 0)

    page = press(signed_in(match, 0), match, "propose", reason="Ill")

    assert "Give at least one day and time." in page.content.decode()


@pytest.mark.long
def test_the_result_is_entered_at_home_and_confirmed_by_the_other(match):
    table = match.tables[0]
    act = f"result{table.pk}"
    numbers = {"score-0": "120", "score-1": "80", "even_early": "on"}

    press(signed_in(match, 1), match, act, **numbers)
    assert not TableResult.objects.filter(state=TableState.ENTERED).exists()
    press(signed_in(match, 0), match, act, **numbers)
    assert "The result is right" in signed_in(match, 1).get(own(match)).content.decode()
    press(signed_in(match, 1), match, "confirm")

    assert TableResult.objects.get().state == TableState.CONFIRMED


@pytest.mark.long
def test_a_captain_hands_over(match):
    second = people_of(match.entries[0])[1]

    asked = press(signed_in(match, 0), match, "captain", player=second.pk)
    assert "You cannot take this back yourself" in asked.content.decode()
    assert captain_of(again(match).entries[0]) != second
    answer = press(signed_in(match, 0), match, "captain", player=second.pk, is_sure="on")

    assert answer.status_code == 302
    assert captain_of(again(match).entries[0]) == second


@pytest.mark.long
def test_a_captain_chooses_no_member_of_the_other_side(match):
    page = signed_in(match, 0).get(own(match))

    for form, field in [("line_up_form", "seat0"), ("captain_form", "player")]:
        offered = {name for _pk, name in page.context[form].fields[field].choices}
        assert {player.name for player in people_of(match.entries[0])} <= offered
        assert not {player.name for player in people_of(match.entries[1])} & offered


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


@pytest.mark.long
def test_a_result_before_the_day_of_the_match_is_asked_about(match):
    act, numbers = f"result{match.tables[0].pk}", {"score-0": "120", "score-1": "80"}

    asked = press(signed_in(match, 0), match, act, **numbers)

    assert "This match is to be played on" in asked.content.decode()
    assert 'value="120"' in asked.content.decode()
    assert not TableResult.objects.filter(state=TableState.ENTERED).exists()
    assert press(signed_in(match, 0), match, act, even_early="on", **numbers).status_code == 302
    assert TableResult.objects.get().state == TableState.ENTERED


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


def test_the_overview_of_an_evening_has_no_dates():
    event = make_match(dated=False).round.stage.event
    page = client_of(event.club, Role.DIRECTOR).get(
        reverse("desk:event", args=[event.club.slug, event.slug])
    )
    assert page.context["due"] is None


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
def test_a_date_that_was_set_is_undone_on_the_page(match):
    director = client_of(match.round.stage.event.club, Role.DIRECTOR)
    page = desk(match, "desk:match", match.round.pk, match.number)
    before = MatchDate.objects.values("begins_at", "venue", "home_side", "state").get()
    later = SOON + timedelta(days=3)

    done = director.post(page, {"act": "rule", "begins_at": written(later)})
    assert MatchDate.objects.get().begins_at != before["begins_at"]
    back = undo(director, done)

    assert MatchDate.objects.values("begins_at", "venue", "home_side", "state").get() == before
    assert back["Location"] == page


@pytest.mark.long
def test_the_director_sets_a_line_up_for_a_side(match):
    director = client_of(match.round.stage.event.club, Role.DIRECTOR)
    page = desk(match, "desk:match", match.round.pk, match.number)
    people = people_of(match.entries[1])
    line_up(match, 0, 2, 3)

    data = {"act": "line_up1", "seat0": people[3].pk, "seat1": people[2].pk}
    director.post(page, data)

    assert seated(match, 1) == names_of(match, 1, 3, 2)


def test_a_line_up_and_a_captain_are_undone_where_the_director_chose_them(match):
    director = client_of(match.round.stage.event.club, Role.DIRECTOR)
    page = desk(match, "desk:match", match.round.pk, match.number)
    people = people_of(match.entries[1])
    first = captain_of(match.entries[1])

    done = director.post(page, {"act": "line_up1", "seat0": people[3].pk, "seat1": people[2].pk})
    back = undo(director, done)
    assert back["Location"] == page
    assert not LineUp.objects.exists()

    undo(director, director.post(page, {"act": "captain1", "player": people[4].pk}))
    assert captain_of(again(match).entries[1]) == first


@pytest.mark.long
def test_what_another_director_chose_since_stays_and_the_page_says_so(match):
    club = match.round.stage.event.club
    director, other = client_of(club, Role.DIRECTOR), client_of(club, Role.OWNER)
    page = desk(match, "desk:match", match.round.pk, match.number)
    people = people_of(match.entries[1])
    button = button_of(director, director.post(page, {"act": "captain1", "player": people[4].pk}))
    other.post(page, {"act": "captain1", "player": people[5].pk})

    said = director.get(director.post(*button)["Location"]).content.decode()

    assert "somebody has named another captain since then" in said
    assert captain_of(again(match).entries[1]) == people[5]


@pytest.mark.long
def test_a_captain_undoes_a_line_up_until_the_other_one_is_in(match):
    people = people_of(match.entries[0])
    client = signed_in(match, 0)
    typed = {"act": "line_up", "seat0": people[4].pk, "seat1": people[5].pk}

    undo(client, client.post(own(match), typed))
    assert not LineUp.objects.exists()

    line_up(match, 1, 0, 1)
    assert "so it cannot be undone" in client.get(own(match)).content.decode()
    assert button_of(client, client.post(own(match), typed)) is None


@pytest.mark.long
def test_a_scorer_sees_no_line_up_before_both_are_in_and_decides_nothing(match):
    scorer = client_of(match.round.stage.event.club, Role.SCORER)
    page = desk(match, "desk:match", match.round.pk, match.number)
    line_up(match, 0, 4, 5)

    shown = scorer.get(page).content.decode()

    assert "The line-up is in." in shown
    assert people_of(match.entries[0])[4].name not in shown
    assert scorer.post(page, {"act": "no_walkover"}).status_code == 403


def test_who_saves_the_first_rules_second_is_told(match):
    page = desk(match, "desk:match_rules", 1)
    club = match.round.stage.event.club
    rules = {"ask_days": 2, "decide_days": 7, "rest_days": 0, "walkover_for": "both"}
    mine, theirs = client_of(club, Role.DIRECTOR), client_of(club, Role.OWNER)
    seen = mine.get(page).context["form"]["seen"].value()
    theirs.post(page, rules | {"rest_days": 3})

    refused = mine.post(page, rules | {"seen": seen})

    assert refused.status_code == 422
    assert "Days between two matches of a team is now “3”" in refused.content.decode()
    assert MatchRules.objects.get().rest_days == 3
