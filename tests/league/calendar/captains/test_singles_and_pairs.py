"""Individuals and pairs arrange their matches themselves, in knock-outs and in groups."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.calendar.captains import services as captains
from league.calendar.captains.selectors import are_matches_arranged, own_matches, state_of_match
from league.calendar.captains.services.line_ups import LineUpClosed
from league.calendar.match_dates.models import DateProposal, DateState, MatchDate
from league.clubs.models import Role
from league.office.notifications.notice import Person
from league.office.notifications.selectors import captains_at
from league.play.events.captaincy import captains_of, entries_led_by
from league.play.results.models import TableResult, TableState
from tests.league.calendar.captains.factories import again, match_of, people_of, set_rules
from tests.league.faces.desk.clients import client_of
from tests.league.factories import actor_of, make_user
from tests.league.play.events.factories import DIRECTOR, make_running
from tests.league.play.results.factories import NOW, make_round

pytestmark = pytest.mark.django_db
SINGLES = {"entry_kind": "individual", "variant": "two-handed-pinochle"}
PAIRS = {"entry_kind": "pair"}
SOON = timezone.now().replace(second=0, microsecond=0) + timedelta(days=20)


def make_match(kind, format="knockout"):
    """Make the first match of two entries whose players all have accounts."""
    count = 2 if format == "knockout" else 4
    event = make_running(count, format=format, final_scores="table", **kind)
    match = match_of(make_round(event))
    for entry in match.entries:
        for player in people_of(entry):
            player.user = make_user(player.name, email=f"player{player.pk}@example.org")
            player.save(update_fields=["user"])
    return match


def users_of(match, side):
    return [player.user for player in people_of(match.entries[side])]


def press(user, match, act, **data):
    client = Client()
    client.force_login(user)
    return client.post(
        reverse("account:match", args=[match.round.pk, match.number]), {"act": act, **data}
    )


@pytest.mark.long
@pytest.mark.parametrize("format", ["knockout", "round_robin"])
@pytest.mark.parametrize("kind", [SINGLES, PAIRS], ids=["singles", "pairs"])
def test_each_player_finds_the_match_and_agrees_on_its_date(kind, format):
    match = make_match(kind, format)
    written = timezone.localtime(SOON).strftime("%Y-%m-%dT%H:%M")
    asks, answers = users_of(match, 0)[-1], users_of(match, 1)[-1]
    for user in [*users_of(match, 0), *users_of(match, 1)]:
        assert [own.state.match.place for own in own_matches(user, at=NOW)][:1] == [match.place]

    press(asks, match, "propose", date1=written)
    assert press(asks, match, "accept", proposal=DateProposal.objects.get().pk).status_code == 302
    assert MatchDate.objects.get().begins_at is None
    press(answers, match, "accept", proposal=DateProposal.objects.get().pk)

    date = MatchDate.objects.get()
    assert (date.begins_at, date.state) == (SOON, DateState.AGREED)


@pytest.mark.parametrize("kind", [SINGLES, PAIRS], ids=["singles", "pairs"])
def test_the_result_is_entered_and_confirmed_by_the_players(kind):
    match = make_match(kind)
    one, other = users_of(match, 0)[-1], users_of(match, 1)[-1]
    captains.enter_result(
        match=match,
        table=match.tables[0],
        side=0,
        data={"final_score": [120, 80]},
        key=uuid4(),
        even_early=True,
        actor=actor_of(one),
        at=NOW,
    )
    assert TableResult.objects.get().state == TableState.ENTERED

    press(other, match, "confirm")

    assert TableResult.objects.get().state == TableState.CONFIRMED


@pytest.mark.long
@pytest.mark.parametrize("kind", [SINGLES, PAIRS], ids=["singles", "pairs"])
def test_there_are_no_line_ups(kind):
    match = make_match(kind)
    set_rules(match, lineup_days=2)
    state = state_of_match(again(match), at=NOW)
    assert (state.has_line_ups, state.missing_line_ups()) == (False, [])

    with pytest.raises(LineUpClosed, match="play themselves"):
        captains.set_line_up(
            match=match,
            side=0,
            players=people_of(match.entries[0]),
            by_director=True,
            actor=DIRECTOR,
            at=NOW,
        )
    client = Client()
    client.force_login(users_of(match, 0)[0])
    page = client.get(reverse("account:match", args=[match.round.pk, 1])).content.decode()
    assert "Line-up" not in page
    assert "Captain of" not in page


@pytest.mark.long
def test_both_of_a_pair_speak_for_it_until_one_is_named():
    match = make_match(PAIRS)
    first, second = people_of(match.entries[0])
    assert captains_of(match.entries[0]) == [first, second]
    everybody = {Person(user=user.pk) for side in (0, 1) for user in users_of(match, side)}
    assert captains_at(match.tables[0].pk) == everybody

    captains.name_captain(entry=match.entries[0], player=second, actor=DIRECTOR, at=NOW)

    assert captains_of(match.entries[0]) == [second]
    assert not entries_led_by(first.user.pk).exists()
    assert list(entries_led_by(second.user.pk)) == [match.entries[0]]
    assert captains_at(match.tables[0].pk) == everybody - {Person(user=first.user.pk)}


@pytest.mark.long
def test_who_left_a_pair_no_longer_speaks_for_it():
    match = make_match(PAIRS)
    first = people_of(match.entries[0])[0]
    match.entries[0].members.filter(player=first).update(left_at=NOW)

    assert not entries_led_by(first.user.pk).exists()


@pytest.mark.long
def test_the_secretary_finds_the_matches_of_a_knock_out_and_decides_the_date():
    match = make_match(SINGLES)
    event = match.round.stage.event
    client, at = client_of(event.club, Role.DIRECTOR), [event.club.slug, event.slug]
    page = client.get(reverse("desk:event", args=at)).content.decode()
    assert reverse("desk:matches", args=at) in page
    rules = client.get(reverse("desk:match_rules", args=[*at, 1])).content.decode()
    assert "decide_days" in rules
    assert "lineup_days" not in rules

    client.post(
        reverse("desk:match", args=[*at, match.round.pk, 1]),
        {"act": "rule", "begins_at": timezone.localtime(SOON).strftime("%Y-%m-%dT%H:%M")},
    )

    assert MatchDate.objects.get().state == DateState.RULED


@pytest.mark.long
def test_an_evening_of_pairs_has_no_matches_to_arrange():
    assert not are_matches_arranged(make_match(PAIRS, "round_robin").round.stage.event)
