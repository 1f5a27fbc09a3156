"""Who is present at an evening: noted, taken back, partners, guests; what the database refuses."""

from datetime import UTC, date, datetime

import pytest
from django.db import IntegrityError, transaction

from league.clubs import services as clubs
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.evenings import (
    CheckInClosed,
    evening_from,
    groups_of,
    link_of,
    may_come,
    present,
    waiting_evening,
)
from league.play.events.models import Attendance, Evening
from tests.league.factories import make_club, make_double, make_player
from tests.league.play.events.factories import DIRECTOR, NOW, make_event, make_people

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 7)


@pytest.fixture
def club():
    return make_club(time_zone="Europe/London")


@pytest.fixture
def evening(club):
    return events.open_evening(club=club, day=DAY, by=Act(DIRECTOR, NOW))


def tick(evening, player, **more):
    return events.check_in(evening=evening, player=player, by=Act(DIRECTOR, NOW), **more)


def untick(evening, player):
    events.take_back(evening=evening, player=player, by=Act(DIRECTOR, NOW))


def together(evening, *players):
    events.put_together(evening=evening, players=players, by=Act(DIRECTOR, NOW))


def names(evening):
    return [one.player.name for one in present(evening)]


def kinds():
    return list(Happening.objects.order_by("pk").values_list("kind", flat=True))


def pairs(evening):
    return [
        [one.player.name for one in side] for side in groups_of(list(present(evening))).values()
    ]


# ------------------------------------------------------------------------------ the evening


def test_an_evening_is_opened_once_a_day(club):
    one, other = (
        events.open_evening(club=club, day=DAY, by=Act(DIRECTOR, NOW)) for _time in range(2)
    )

    assert one == other
    assert kinds() == ["evening.opened"]


# --------------------------------------------------------------------------------- presence


def test_ticked_taken_back_and_ticked_again(evening, club):
    ann, bob = make_people(club, 2)

    tick(evening, ann)
    tick(evening, bob, by_phone=True)
    tick(evening, bob)
    untick(evening, ann)
    untick(evening, ann)
    assert names(evening) == ["Bob Lee"]
    tick(evening, ann)

    assert names(evening) == ["Ann Lee", "Bob Lee"]
    assert kinds()[1:] == [
        "presence.noted",
        "presence.by_phone",
        "presence.taken_back",
        "presence.noted",
    ]
    evening.refresh_from_db()
    assert evening.version == 4


def test_strangers_doubles_and_those_who_left_are_not_ticked(evening, club):
    stays = make_player(club, "Ann Lee")
    gone = make_player(club, "Gus Lee", is_active=False)
    stranger = make_player(make_club("Elsewhere"))

    with pytest.raises(events.ForeignPlayer):
        tick(evening, stranger)
    for player in (make_double(stays), gone):
        with pytest.raises(events.NotOnTheList):
            tick(evening, player)

    assert names(evening) == []
    assert list(may_come(club)) == [stays]


def test_after_the_start_nobody_is_ticked(evening, club):
    (ann,) = make_people(club, 1)
    evening.event = make_event(club)
    evening.save()

    for act in (tick, untick):
        with pytest.raises(events.EveningStarted, match="Spring cup"):
            act(evening, ann)
    assert waiting_evening(club, DAY) is None


# -------------------------------------------------------------------------------- partners


def test_partners_are_free_again_when_one_goes_or_takes_another(evening, club):
    ann, bob, cy, di = players = make_people(club, 4)
    for player in players:
        tick(evening, player)

    together(evening, ann, bob)
    together(evening, di, cy)
    assert pairs(evening) == [["Ann Lee", "Bob Lee"], ["Di Lee", "Cy Lee"]]
    together(evening, bob, cy)
    assert pairs(evening) == [["Bob Lee", "Cy Lee"]]
    untick(evening, cy)

    assert pairs(evening) == []
    assert kinds()[-1] == "presence.taken_back"


def test_partners_are_parted_by_their_number(evening, club):
    players = make_people(club, 2)
    for player in players:
        tick(evening, player)
    together(evening, *players)
    number = Attendance.objects.filter(together__isnull=False).first().together

    for asked in (number + 1, number, number):
        events.part(evening=evening, together=asked, by=Act(DIRECTOR, NOW))

    assert pairs(evening) == []
    assert kinds().count("presence.apart") == 1


def test_only_those_present_play_together_and_nobody_with_oneself(evening, club):
    people = make_people(club, 6)
    for player in people[:5]:
        tick(evening, player)

    for wanted in ([people[0], people[5]], [people[0]], [people[0], people[0]], people[:5]):
        with pytest.raises(events.CannotPlayTogether):
            together(evening, *wanted)
    assert pairs(evening) == []


# ---------------------------------------------------------------------------------- guests


def guest(evening, name, **more):
    return events.add_guest(evening=evening, name=name, by=Act(DIRECTOR, NOW), **more)


def test_a_known_name_ticks_the_player_who_has_it(evening, club):
    ann = make_player(club, "Ann Lee", member_number="7")
    back = make_player(club, "Bob Ray", is_active=False)

    assert guest(evening, "ann lee") == ann
    assert guest(evening, "#7") == ann
    assert guest(evening, "Bob Ray") == back

    assert club.players.count() == 2
    back.refresh_from_db()
    assert back.is_active


# ------------------------------------------------------------------- two players are one


@pytest.mark.long
@pytest.mark.parametrize("both", [True, False])
def test_who_was_ticked_as_a_double_is_there_once(evening, club, both):
    stays, goes = make_player(club, "Ann Lee"), make_player(club, "Ann Le")
    tick(evening, goes)
    tick(evening, stays)
    if not both:
        untick(evening, stays)
    evening.refresh_from_db()
    before = evening.version

    clubs.merge_players(stays=stays, goes=goes, by=Act(DIRECTOR, NOW))

    assert names(evening) == ["Ann Lee"]
    assert Attendance.objects.count() == 1
    evening.refresh_from_db()
    assert evening.version == before + 1


# ------------------------------------------------------------------------------ constraints


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [
        lambda evening: Evening.objects.create(
            club=evening.club, day=DAY, variant="pitch", preset="standard", opened_at=NOW
        ),
        lambda evening: Evening.objects.filter(pk=evening.pk).update(minutes=0),
        lambda evening: Evening.objects.filter(pk=evening.pk).update(variant=""),
        lambda evening: Evening.objects.filter(pk=evening.pk).update(
            event=make_event(make_club("Elsewhere"))
        ),
        lambda evening: _attend(evening, make_player(make_club("Elsewhere"))),
        lambda evening: [_attend(evening, evening.club.players.get()) for _time in range(2)],
        lambda evening: _attend(evening, evening.club.players.get(), together=1),
        lambda evening: _attend(evening, evening.club.players.get(), together=1, place=4),
        lambda evening: _attend(
            evening, evening.club.players.get(), together=1, place=0, left_at=NOW
        ),
    ],
)
def test_the_database_refuses_what_must_never_be(evening, wrong):
    make_player(evening.club)

    with pytest.raises(IntegrityError), transaction.atomic():
        wrong(evening)


def _attend(evening, player, **more):
    return Attendance.objects.create(evening=evening, player=player, came_at=NOW, **more)


# ------------------------------------------------------------------------------------ links


def refusal(token, at=NOW):
    with pytest.raises(CheckInClosed) as closed:
        evening_from(token, at)
    return closed.value.reason


def test_the_link_opens_its_evening_on_its_day_in_the_club_s_time(evening, settings):
    token = link_of(evening)

    assert evening_from(token, NOW) == evening
    assert evening_from(token, datetime(2026, 3, 7, 23, 59, tzinfo=UTC)) == evening
    assert refusal(token, datetime(2026, 3, 8, 0, 1, tzinfo=UTC)) == "over"
    assert refusal(token, datetime(2026, 3, 6, 23, 0, tzinfo=UTC)) == "over"
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    assert evening_from(token, NOW) == evening
    assert link_of(evening) != token


def test_a_renewed_link_and_a_started_evening_are_closed(evening):
    token = link_of(evening)
    renewed = events.renew_link(evening=evening, by=Act(DIRECTOR, NOW))

    assert refusal(token) == "renewed"
    Evening.objects.filter(pk=evening.pk).update(event=make_event(evening.club))
    assert refusal(link_of(renewed)) == "started"


def test_the_link_of_an_evening_that_is_gone_or_half_a_link_opens_nothing(evening):
    token = link_of(evening)

    assert refusal(token[:-3]) == "forged"
    evening.delete()
    assert refusal(token) == "forged"


@pytest.mark.parametrize("token", ["", "-", "1-1-", "a-b-c", "zzzzzzzzzzzzz-1-x", "1-1-é"])
def test_nonsense_opens_nothing(token):
    assert refusal(token) == "forged"
