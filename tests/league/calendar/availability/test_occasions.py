"""For which days a player can answer, and what is kept of the answers."""

from datetime import date, timedelta

import pytest

from league.calendar.availability import services as availability
from league.calendar.availability.answer_links import LinkInvalid, answer_token, read_answer_token
from league.calendar.availability.models import Availability
from league.calendar.availability.occasions import coming_of, expected_days, today_of
from league.calendar.availability.services import AvailabilityRefused
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.models import Evening
from tests.league.calendar.captains.factories import NOW as MATCHES_MADE
from tests.league.calendar.captains.factories import PLAYS_AT, make_date, make_match, people_of
from tests.league.factories import NOW, actor_of, make_club, make_player, make_user

THURSDAY = date(2026, 3, 12)


def weeks(*ago):
    return [THURSDAY - timedelta(weeks=one) for one in ago]


def test_a_club_that_plays_on_thursdays_is_expected_to_do_so_again():
    assert expected_days(weeks(1, 2, 3), THURSDAY) == [THURSDAY, THURSDAY + timedelta(weeks=1)]


def test_two_of_four_evenings_on_one_weekday_are_enough():
    odd = [day + timedelta(days=number + 1) for number, day in enumerate(weeks(2, 3))]

    assert expected_days([*weeks(1, 4), *odd], THURSDAY)[0] == THURSDAY


@pytest.mark.parametrize("before", [[], weeks(1), weeks(6, 7, 8)])
def test_nothing_is_expected_without_two_evenings_of_late(before):
    assert expected_days(before, THURSDAY) == []


@pytest.fixture
def ann(db):
    return make_player(make_club(), "Ann Lee", user=make_user("Ann Lee"))


@pytest.fixture
def evening(ann):
    day = today_of(ann.club, NOW)
    return events.open_evening(club=ann.club, day=day, by=Act(actor_of(ann.user), NOW))


def say(player, day, answer="comes", *, event_id=None, at=NOW, **fields):
    return availability.say(
        player=player,
        event_id=event_id,
        day=day,
        answer=answer,
        by=Act(actor_of(player.user, "public"), at),
        **fields,
    )


def test_the_same_answer_again_changes_nothing(ann, evening):
    first = say(ann, evening.day)
    again = say(ann, evening.day, at=NOW + timedelta(minutes=1))

    assert again.answered_at == first.answered_at
    assert Happening.objects.filter(kind="availability.said").count() == 1


def test_an_answer_is_taken_back_once(ann, evening):
    say(ann, evening.day)
    where = {"player": ann, "event_id": None, "day": evening.day}
    for _time in range(2):
        availability.take_back(**where, by=Act(actor_of(ann.user, "public"), NOW))

    assert not Availability.objects.exists()
    assert Happening.objects.filter(kind="availability.taken_back").count() == 1


@pytest.mark.parametrize(
    "fields",
    [{"answer": "never"}, {"note": "x" * 201}, {"note": "\x00"}, {"at": NOW + timedelta(days=1)}],
)
def test_what_cannot_be_kept_is_refused(ann, evening, fields):
    with pytest.raises(AvailabilityRefused):
        say(ann, evening.day, **fields)


def test_a_league_asks_for_the_days_of_its_matches_and_not_for_its_first_day(db):
    match = make_match(dated=False)
    event = match.round.stage.event
    event.starts_on = THURSDAY
    event.save(update_fields=["starts_on"])
    player = people_of(match.entries[0])[0]

    def days(at=MATCHES_MADE):
        return [one.day for one in coming_of([player], at)]

    assert days() == [THURSDAY]
    assert days(MATCHES_MADE + timedelta(days=5)) == [], "it is being played"
    make_date(match)
    assert days() == [PLAYS_AT.date()]


def test_a_link_is_for_one_player_and_day(ann, evening):
    token = answer_token(ann, None, evening.day, "perhaps")

    assert read_answer_token(token) == (ann.pk, None, evening.day, "perhaps")
    for wrong in (token[:-1] + ("a" if token[-1] != "a" else "b"), "nonsense", ""):
        with pytest.raises(LinkInvalid):
            read_answer_token(wrong)


def test_looking_at_a_link_changes_nothing_and_its_button_answers(client, ann):
    from django.utils import timezone

    from league.calendar.availability.answer_links import answer_url

    now = timezone.now()
    day = today_of(ann.club, now)
    events.open_evening(club=ann.club, day=day, by=Act(actor_of(ann.user), now))
    address = answer_url(ann, None, day, "comes")

    assert client.get(address).status_code == 200
    assert not Availability.objects.exists()
    page = client.post(address, {"answer": "perhaps"}, follow=True).content.decode()
    assert "The answer of Ann Lee is saved: Maybe." in page
    assert Availability.objects.get().answer == "perhaps"
    Evening.objects.all().delete()
    refused = client.post(address, {"note": "my words"})
    assert refused.status_code == 422
