"""The page "Tonight": who may what, ticked without a script and with one, planned, started."""

import re
from datetime import timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.services import variants
from league.calendar.availability.models import Availability
from league.faces.desk.tonight.views import MOST_EVENTS
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.evenings import present, waiting_evening
from league.play.events.models import Attendance, Entry, Evening, Event
from league.play.results.models import TableResult
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, RoundState
from tests.league.faces.desk.undoing import undo
from tests.league.factories import (
    make_club,
    make_house_rules,
    make_member,
    make_player,
    make_user,
)
from tests.league.play.events.factories import DIRECTOR, make_people
from tests.league.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def club():
    return make_club(time_zone="Europe/London")


@pytest.fixture
def director(client, club):
    client.force_login(make_member(club, role="director").user)
    return client


def body_of(answer):
    return answer.content.decode()


def at(name, club):
    return reverse(f"desk:{name}", args=[club.slug])


def day_at(club):
    return timezone.localdate(timezone=ZoneInfo(club.time_zone))


def today(club):
    return waiting_evening(club, day_at(club))


def open_today(club, players=0, **chosen):
    """Make today's evening with players present."""
    who = {"actor": DIRECTOR, "at": timezone.now()}
    evening = events.open_evening(club=club, day=day_at(club), **who)
    changes = {"variant": "pitch", "preset": "standard", "house_rules": None} | chosen
    evening = events.choose(evening=evening, changes=changes, **who)
    for player in make_people(club, players, club.players.count()):
        events.check_in(evening=evening, player=player, **who)
    return Evening.objects.get(pk=evening.pk)


def plan_of(page, place=0):
    """Return what the button of a plan sends."""
    evening = page.context["evening"]
    return {
        "evening": evening.pk,
        "version": evening.version,
        "plan": page.context["plans"][place]["key"],
    }


# ------------------------------------------------------------------------------- who may

READS = {"tonight": True, "tonight_plans": True, "tonight_code": True}
TICKS = ("tonight_tick", "tonight_together", "tonight_code_act")
DIRECTS = ("tonight_choose", "tonight_guest", "tonight_start")


def facts():
    return (
        list(Evening.objects.values()),
        list(Attendance.objects.values()),
        Event.objects.count(),
        Happening.objects.count(),
    )


def sent(evening):
    """Return what each form of the page sends, and a little more."""
    ann, bob = (one.player_id for one in present(evening)[:2])
    return {
        "evening": evening.pk,
        "gone": ann,
        "partner_1": ann,
        "partner_2": bob,
        "renew": "1",
        "game": "pedro:standard",
        "minutes": 90,
        "minutes_a_deal": 5,
        "guest": "Zoe Quist",
        "plan": "individual_tables-preferred.4_3-5_1_6x4",
        "version": evening.version,
    }


@pytest.mark.long
@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize("role", ["owner", "director", "scorer", "player"])
def test_pages_open_for_those_who_run_the_night(client, club, name, role):
    client.force_login(make_member(club, role=role).user)

    assert client.get(at(name, club)).status_code == (403 if role == "player" else 200)


@pytest.mark.long
@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", [*TICKS, *DIRECTS])
@pytest.mark.parametrize("who", ["scorer", "player", "outsider", "other owner", "nobody"])
def test_nobody_else_writes(client, club, name, who):
    evening = open_today(club, 8, variant="pedro")
    if who in ("scorer", "player"):
        client.force_login(make_member(club, role=who).user)
    elif who != "nobody":
        user = make_user("Stan Stranger")
        if who == "other owner":
            make_club("Elsewhere", owner=user)
        client.force_login(user)
    before = facts()

    status = client.post(at(name, club), sent(evening)).status_code

    if who == "scorer" and name in TICKS:
        assert (status, facts() != before) == (302, True)
        return
    assert status == {"scorer": 403, "player": 403, "nobody": 302}.get(who, 404)
    assert facts() == before


@pytest.mark.long
@pytest.mark.parametrize("name", [*TICKS[:2], *DIRECTS])
def test_an_evening_of_another_club_is_not_there_below_ones_own_address(client, club, name):
    evening = open_today(club, 8)
    owner = make_user("Stan Stranger")
    own = make_club("Elsewhere", owner=owner)
    client.force_login(owner)
    before = facts()

    assert client.post(at(name, own), sent(evening)).status_code == 404
    assert facts() == before


def test_a_player_of_another_club_cannot_be_ticked(director, club):
    stranger = make_player(make_club("Elsewhere"))

    assert director.post(at("tonight_tick", club), {"here": stranger.pk}).status_code == 404
    assert not Attendance.objects.exists()


@pytest.mark.long
def test_a_scorer_ticks_but_finds_no_button_to_start(client, club):
    open_today(club, 8)
    client.force_login(make_member(club, role="scorer").user)

    page = client.get(at("tonight", club))

    assert "A director chooses the game and starts the evening." in text_of(page)
    assert 'name="plan"' not in page.content.decode()
    assert 'name="gone"' in page.content.decode()


# ----------------------------------------------------------------------------- the ticks


@pytest.mark.long
def test_looking_stores_nothing_and_the_first_tick_opens_the_evening(director, club):
    ann, _bob = make_people(club, 2)
    director.get(at("tonight", club))
    assert not Evening.objects.exists()

    answer = director.post(at("tonight_tick", club), {"evening": "", "here": ann.pk})

    assert answer["Location"].endswith(f"/tonight/#player-{ann.pk}")
    page = director.get(at("tonight", club))
    assert [row["is_here"] for row in page.context["rows"]] == [True, False]
    assert "1 present" in text_of(page)


def test_a_tick_by_script_answers_with_the_row_and_what_changes(director, club):
    (ann,) = make_people(club, 1)

    answer = director.post(at("tonight_tick", club), {"here": ann.pk}, headers=HTMX)

    body = answer.content.decode()
    assert 'aria-pressed="true"' in body
    assert f'name="gone" value="{ann.pk}"' in body
    for part in ("evening-ticks", "evening-choice", "evening-guest", "count", "poll", "plans"):
        assert re.search(rf'id="{part}"[^>]*data-hx-swap-oob="true"', body), part


def test_after_a_tick_the_page_still_asks_for_what_others_did_before_it(director, club):
    evening = open_today(club, 2)
    tick = {"evening": evening.pk, "seen": evening.version}
    ann, bob, cy = make_people(club, 3, 4)

    def known_after(player):
        answer = director.post(at("tonight_tick", club), tick | {"here": player.pk}, headers=HTMX)
        return re.search(r"present/\?version=([0-9.]+)", answer.content.decode())[1]

    assert (
        director.get(at("tonight_present", club), {"version": known_after(ann)}).status_code == 204
    )
    tick["seen"] += 1
    events.check_in(evening=evening, player=bob, actor=DIRECTOR, at=timezone.now())
    answer = director.get(at("tonight_present", club), {"version": known_after(cy)})
    assert answer.status_code == 200
    assert "5 present" in text_of(answer)


@pytest.mark.long
@pytest.mark.parametrize("number", ["", "x", "0", "99999999", "²"])
def test_a_tick_without_a_player_is_not_found(director, club, number):
    assert director.post(at("tonight_tick", club), {"here": number}).status_code == 404


@pytest.mark.long
def test_the_search_works_without_a_script(director, club):
    make_people(club, 12)
    make_player(club, "佐藤 美咲", sort_name="さとう みさき", member_number="77")

    def found(text):
        return [
            row["name"] for row in director.get(at("tonight", club), {"q": text}).context["rows"]
        ]

    assert found("jo lee") == ["Jo Lee"]
    assert found("さとう") == ["佐藤 美咲"]
    assert found("77") == ["佐藤 美咲"]
    assert found("nobody\x00") == []


def test_the_page_asks_whether_somebody_else_has_ticked(director, club):
    evening = open_today(club, 2)
    same = {"version": f"{evening.pk}.{evening.version}"}

    assert director.get(at("tonight_present", club), same).status_code == 204
    events.check_in(
        evening=evening,
        player=make_player(club, "Zoe Quist"),
        by_phone=True,
        actor=DIRECTOR,
        at=timezone.now(),
    )
    answer = director.get(at("tonight_present", club), same)
    assert "by phone" in text_of(answer)
    assert "3 present" in text_of(answer)


def test_a_page_left_open_learns_that_the_evening_has_started(director, club):
    evening = open_today(club, 8)
    version = f"{evening.pk}.{evening.version}"
    director.post(at("tonight_start", club), plan_of(director.get(at("tonight", club))))

    answer = director.get(at("tonight_present", club), {"version": version})
    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")

    # and a tick on it does not begin another evening
    player = make_player(club, "Zoe Quist")
    page = director.post(
        at("tonight_tick", club), {"evening": evening.pk, "here": player.pk}, follow=True
    )
    assert "Play has begun" in text_of(page)
    assert Evening.objects.count() == 1
    assert not Attendance.objects.filter(player=player).exists()


# ------------------------------------------------------------------------ game, guests, pairs


def test_game_and_time_are_chosen_and_the_plans_follow(director, club):
    own = make_house_rules(club, "Friday rules")
    open_today(club, 8)
    typed = {"minutes": "90", "minutes_a_deal": "5", "deals_a_round": "", "name": ""}

    page = director.get(at("tonight", club))
    assert "Friday rules (Pitch)" in text_of(page)
    for info in variants():
        assert f'value="{info.id}:{info.default_preset}"' in page.content.decode()
    director.post(at("tonight_choose", club), typed | {"game": f"house:{own.pk}"})
    assert today(club).house_rules == own
    part = director.post(
        at("tonight_choose", club), typed | {"game": "pedro:standard"}, headers=HTMX
    )

    # the folded line says it too
    assert re.search(r'id="chosen-game" data-hx-swap-oob="true">Pedro[^<]* · 90 min', body_of(part))
    evening = today(club)
    assert (evening.variant, evening.house_rules, evening.minutes) == ("pedro", None, 90)
    assert "Round robin" in text_of(director.get(at("tonight_plans", club)))


def test_what_cannot_be_chosen_is_said_at_its_field_and_kept(director, club):
    evening = open_today(club, 8)
    typed = {"evening": evening.pk, "game": "whist:hard", "minutes": "5", "minutes_a_deal": ""}

    page = director.post(at("tonight_choose", club), typed)
    part = director.post(at("tonight_choose", club), typed, headers=HTMX)

    assert (page.status_code, part.status_code) == (422, 422)
    for answer in (page, part):
        assert "whist:hard is not one of the available choices" in text_of(answer)
        assert "This must be between 10 and 1,440." in text_of(answer)
    assert today(club).minutes == 150


def test_a_guest_is_added_and_a_slip_of_the_pen_asked_about(director, club):
    make_player(club, "Annabel Leeson")

    page = director.post(at("tonight_guest", club), {"guest": "Anabel Leeson"})
    assert page.status_code == 422
    assert "Did you mean Annabel Leeson?" in text_of(page)
    assert "Add as a new player" in text_of(page)
    director.post(at("tonight_guest", club), {"guest": "Zoe Quist"})
    director.post(at("tonight_guest", club), {"guest": "annabel leeson"})

    assert [one.player.name for one in present(today(club))] == ["Annabel Leeson", "Zoe Quist"]


def test_partners_are_put_together_and_parted(director, club):
    evening = open_today(club, 4, variant="pedro")
    ann, bob, _cy, _di = (one.player for one in present(evening))

    director.post(at("tonight_together", club), {"partner_1": ann.pk, "partner_2": bob.pk})
    page = director.get(at("tonight", club))
    assert page.context["groups"] == [(1, "Ann Lee & Bob Lee")]
    director.post(at("tonight_together", club), {"part": "1"})

    assert director.get(at("tonight", club)).context["groups"] == []


@pytest.mark.long
def test_where_everybody_plays_alone_nobody_is_asked_for_partners(director, club):
    open_today(club, 4, variant="pedro")

    assert "Who plays together" in text_of(director.get(at("tonight", club)))
    open_today(club, variant="pitch")
    assert "Who plays together" not in text_of(director.get(at("tonight", club)))


@pytest.mark.long
@pytest.mark.parametrize("typed", [{}, {"partner_1": "1"}, {"partner_1": "x", "partner_2": "y"}])
def test_half_a_pair_is_said(director, club, typed):
    open_today(club, 4, variant="pedro")

    assert director.post(at("tonight_together", club), typed).status_code == 422
    assert not Attendance.objects.filter(together__isnull=False).exists()


# ------------------------------------------------------------------------------- the plans


@pytest.mark.long
def test_plans_say_how_good_they_are_in_numbers(director, club):
    open_today(club, 9)

    page = director.get(at("tonight", club))

    assert 2 <= len(page.context["plans"]) <= 3
    text = text_of(page)
    for words in (
        "For exactly 9 players.",
        "repeated opponents",
        "opponents met, of 8",
        "rounds sat out",
        "times first dealer",
        "minutes between two rounds.",
        "Nobody sits out.",
    ):
        assert words in text


def test_who_has_no_partner_is_not_hidden(director, club):
    open_today(club, 9, variant="pedro")

    plans = director.get(at("tonight", club)).context["plans"]

    pairs = [plan["warning"] for plan in plans if plan["who"] == "partners stay together"]
    assert pairs
    assert all("One player has no partner yet" in warning for warning in pairs)


@pytest.mark.long
def test_without_anybody_or_too_few_the_page_says_what_to_do(director, club):
    assert "Tick who is present, and the plans appear here." in text_of(
        director.get(at("tonight", club))
    )
    open_today(club, 1)
    assert "are present" in text_of(director.get(at("tonight_plans", club)))


@pytest.mark.long
def test_one_click_starts_the_evening_and_leads_to_the_room(director, club):
    open_today(club, 9)

    answer = director.post(at("tonight_start", club), plan_of(director.get(at("tonight", club))))

    event = Event.objects.get()
    assert answer["Location"] == f"{at('tonight', club)}#event-{event.slug}"
    page = director.get(answer["Location"])
    assert reverse("desk:slips", args=[club.slug, event.slug, 1, 1]) in page.content.decode()
    assert Entry.objects.filter(event=event).count() == 9
    assert re.search(r"Round 1: 0 of \d tables? done\.", text_of(page))


@pytest.mark.long
def test_a_double_click_starts_one_evening(director, club):
    open_today(club, 8)
    button = plan_of(director.get(at("tonight", club)))

    one, other = (director.post(at("tonight_start", club), button) for _time in range(2))

    assert one["Location"] == other["Location"]
    assert (Event.objects.count(), Round.objects.count(), Entry.objects.count()) == (1, 1, 8)


@pytest.mark.long
def test_who_came_meanwhile_is_not_forgotten(director, club):
    evening = open_today(club, 8)
    button = plan_of(director.get(at("tonight", club)))
    events.check_in(
        evening=evening,
        player=make_player(club, "Zoe Quist"),
        actor=DIRECTOR,
        at=timezone.now(),
    )

    page = director.post(at("tonight_start", club), button, follow=True)

    assert "check the plans again" in text_of(page)
    assert not Event.objects.exists()


@pytest.mark.long
@pytest.mark.parametrize("typed", [{}, {"plan": "x", "version": "y"}, {"version": "-1"}])
def test_nonsense_starts_nothing(director, club, typed):
    open_today(club, 8)

    assert director.post(at("tonight_start", club), typed).status_code == 302
    assert not Event.objects.exists()


@pytest.mark.long
def test_a_second_evening_of_the_day_can_follow(director, club):
    open_today(club, 8)
    director.post(at("tonight_start", club), plan_of(director.get(at("tonight", club))))

    open_today(club, 4)
    director.post(at("tonight_start", club), plan_of(director.get(at("tonight", club))))

    assert Event.objects.count() == 2
    assert len(set(Event.objects.values_list("slug", flat=True))) == 2


# --------------------------------------------------------------------------- code and counts


def test_the_code_is_made_shown_and_replaced(director, club):
    assert "Create today’s code" in text_of(director.get(at("tonight_code", club)))
    director.post(at("tonight_code_act", club))
    one = director.get(at("tonight_code", club)).context["url"]
    director.post(at("tonight_code_act", club), {"renew": "1"})
    other = director.get(at("tonight_code", club)).context["url"]

    assert one != other
    assert director.get(urlsplit(one).path).status_code == 410
    assert director.get(urlsplit(other).path).status_code == 200


def queries(client, url, **more):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(url, **more).status_code == 200
    return len(captured)


@pytest.mark.long
@pytest.mark.parametrize("name", ["tonight", "tonight_plans"])
def test_as_many_queries_for_many_as_for_few(director, club, name):
    open_today(club, 4)
    few = queries(director, at(name, club))
    open_today(club, 16)
    make_people(club, 20, 40)

    assert queries(director, at(name, club)) == few


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_is_there_in_both_languages(director, club, language):
    open_today(club, 8, variant="pedro")

    page = director.get(at("tonight", club), headers={"accept-language": language})

    assert page.status_code == 200
    assert len(page.context["plans"]) >= 2


# ------------------------------------------------------------------- the events of the evening


def start_tonight(director, club, players=8):
    open_today(club, players)
    director.post(at("tonight_start", club), plan_of(director.get(at("tonight", club))))
    return Event.objects.order_by("pk").last()


def shown_of(page, event):
    return next(one for one in page.context["events"] if one["event"] == event)


def press_next(client, page, event):
    """Press the button of what comes next, as the page shows it."""
    following = shown_of(page, event)["next"]
    return client.post(
        following.url, {**following.fields, "back_to": at("tonight", event.club)}, follow=True
    )


def test_an_evening_is_run_by_the_button_of_what_comes_next(director, club):
    event = start_tonight(director, club)
    page = director.get(at("tonight", club))
    first = Round.objects.get()
    assert re.search(r"Round 1: 0 of \d tables? done\.", shown_of(page, event)["next"].sentence)
    assert shown_of(page, event)["next"].fields is None

    TableResult.objects.filter(table__round=first).delete()
    for table in first.tables.all():
        TableResult.objects.create(table=table, round=first, state="confirmed")
    said = []
    for _press in range(3):
        page = director.get(at("tonight", club))
        said.append(shown_of(page, event)["next"].label)
        page = press_next(director, page, event)
        assert page.redirect_chain[-1][0] == at("tonight", club)

    states = list(Round.objects.order_by("number").values_list("number", "state"))
    if said[1].startswith("Draw"):
        assert said == ["Close: Round 1", "Draw round 2", "Open: Round 2"]
        assert states == [(1, "closed"), (2, "open")]
    else:
        assert said[:2] == ["Close: Round 1", "Open: Round 2"]


def start_partners(director, club, players):
    """Return an evening of partners drawn all at once, with its first round open."""
    open_today(club, players, variant="pedro")
    page = director.get(at("tonight", club))
    ways = [plan["who"] for plan in page.context["plans"]]
    place = ways.index("new partners every round")
    director.post(at("tonight_start", club), plan_of(page, place))
    return Event.objects.order_by("pk").last()


@pytest.mark.long
def test_who_sits_out_is_shown_and_takes_the_place_of_who_goes_home(director, club):
    event = start_partners(director, club, 9)
    (room,) = shown_of(director.get(at("tonight", club)), event)["rooms"]
    (resting,) = room["waiting"]
    assert resting["kind"] == "sits out"
    seat = Round.objects.get(stage__event=event, number=1).tables.first().seats.first()
    entry = seat.placement.entry

    gone = reverse("desk:entry_act", args=[club.slug, event.slug, entry.pk, "withdraw"])
    done = director.post(gone, {"back_to": at("tonight", club)})

    page = text_of(director.get(done["Location"]))
    name = seat.player.name
    assert f"{name} withdrawn. Round 1: {resting['name']} takes the place at table 1." in page
    assert f"{name} (has withdrawn)" in page


def play_first_round(director, club):
    """Return such an evening with its first round closed."""
    event = start_partners(director, club, 8)
    first = Round.objects.get(stage__event=event, number=1)
    for table in first.tables.all():
        TableResult.objects.create(table=table, round=first, state="confirmed")
    rounds.close_round(round=first, actor=DIRECTOR, at=timezone.now())
    return event


def drawn_of(event):
    rows = Round.objects.filter(stage__event=event).order_by("number")
    return [(row.number, row.state, row.pk, row.drawing["seed"]) for row in rows]


def send_redraw(director, event, action):
    address = reverse("desk:redraw", args=[event.club.slug, event.slug, 1, 2])
    return director.post(address, {"action": action, "back_to": at("tonight", event.club)})


@pytest.mark.long
@pytest.mark.parametrize("action", ["again", "undo"])
def test_the_undo_of_another_draw_brings_the_former_one_back(director, club, action):
    event = play_first_round(director, club)
    before = drawn_of(event)
    page = director.get(at("tonight", club))
    assert "cannot be undone: this draw" not in text_of(page)

    done = send_redraw(director, event, action)
    assert drawn_of(event) != before
    undo(director, done)

    assert drawn_of(event) == before
    following = shown_of(director.get(at("tonight", club)), event)["next"]
    assert following.label == "Open: Round 2"


def test_after_a_discarded_draw_the_rounds_are_still_to_come(director, club):
    event = play_first_round(director, club)
    planned = event.stages.get().rounds_planned
    send_redraw(director, event, "undo")

    page = director.get(at("tonight", club))
    assert shown_of(page, event)["next"].label == "Draw the remaining rounds"
    press_next(director, page, event)

    assert [row[0] for row in drawn_of(event)] == list(range(1, planned + 1))


@pytest.mark.long
def test_an_evening_is_ended_early_by_a_button_that_says_so(director, club):
    event = play_first_round(director, club)
    end = shown_of(director.get(at("tonight", club)), event)["end"]
    assert (end.label, end.is_main) == ("End early, after 1 round", False)

    done = director.post(end.url, end.fields | {"back_to": at("tonight", club)})
    event.refresh_from_db()
    assert event.state == "finished"
    undo(director, done)

    event.refresh_from_db()
    assert event.state == "running"


@pytest.mark.long
def test_ending_early_asks_where_a_table_of_a_closed_round_has_no_result(director, club):
    event = play_first_round(director, club)
    TableResult.objects.filter(table__round__stage__event=event).delete()
    end = shown_of(director.get(at("tonight", club)), event)["end"]

    asked = director.post(end.url, end.fields | {"back_to": at("tonight", club)})

    assert asked.status_code == 409
    assert "of round 1 have no confirmed result" in text_of(asked)
    event.refresh_from_db()
    assert event.state == "running"
    sent = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', asked.content.decode())
    done = director.post(end.url, dict(sent))
    assert done["Location"] == at("tonight", club)
    event.refresh_from_db()
    assert event.state == "finished"


def test_a_disputed_deal_comes_before_everything_else(director, club):
    event = start_tonight(director, club)
    table = Round.objects.get().tables.order_by("number").last()
    TableResult.objects.create(table=table, round=table.round, state="disputed")

    following = shown_of(director.get(at("tonight", club)), event)["next"]

    assert following.tone == "bad"
    assert following.url == reverse("desk:table", args=[club.slug, event.slug, table.pk])


def test_who_comes_late_is_entered_and_can_be_taken_out_again(director, club):
    event = start_tonight(director, club)
    address = reverse("desk:tonight_entry", args=[club.slug, event.slug])
    field = f"event-{event.pk}-player_1"

    asked = director.post(address, {field: "Zoe Quist"})
    assert asked.status_code == 422
    assert "Zoe Quist" in asked.content.decode()
    done = director.post(address, {field: "Zoe Quist", f"event-{event.pk}-add_unknown": "on"})

    assert done["Location"] == f"{at('tonight', club)}#event-{event.slug}"
    entry = event.entries.order_by("-pk").first()
    assert (str(entry.members.get().player.name), entry.state) == ("Zoe Quist", "accepted")
    gone = reverse("desk:entry_act", args=[club.slug, event.slug, entry.pk, "withdraw"])
    back = director.post(gone, {"back_to": at("tonight", club)})
    assert back["Location"] == at("tonight", club)
    assert event.entries.get(pk=entry.pk).state == "withdrawn"


@pytest.mark.long
def test_a_scorer_sees_the_tables_and_no_buttons_of_a_director(director, client, club):
    event = start_tonight(director, club)
    client.force_login(make_member(club, role="scorer").user)

    page = client.get(at("tonight", club))

    assert shown_of(page, event)["takes_entries"] is False
    assert reverse("desk:tonight_entry", args=[club.slug, event.slug]) not in str(page.content)


def test_the_part_of_an_event_is_what_stands_on_the_page(director, club):
    event = start_tonight(director, club)
    address = reverse("desk:tonight_event", args=[club.slug, event.slug])

    part = director.get(address, headers=HTMX).content.decode()

    assert "<html" not in part
    assert event.name in part
    assert director.get(address)["Location"] == f"{at('tonight', club)}#event-{event.slug}"


@pytest.mark.long
def test_an_event_of_another_day_is_not_of_tonight(director, club):
    event = start_tonight(director, club)
    before = timezone.now() - timedelta(days=3)
    Evening.objects.filter(event=event).update(day=day_at(club) - timedelta(days=3))
    Event.objects.update(starts_on=day_at(club) - timedelta(days=3))
    Round.objects.update(opened_at=before, drawn_at=before)

    assert director.get(at("tonight", club)).context["events"] == []
    Round.objects.update(opened_at=timezone.now())
    assert shown_of(director.get(at("tonight", club)), event)


@pytest.mark.long
def test_as_many_queries_for_many_events_as_for_a_few(director, club):
    def asked():
        counts = {}
        for state in RoundState.values:
            Round.objects.update(state=state)
            counts[state] = queries(director, at("tonight", club))
        return counts

    for _event in range(2):
        start_tonight(director, club, 4)
    few = asked()
    Round.objects.update(state=RoundState.OPEN)
    for _event in range(MOST_EVENTS - 2):
        start_tonight(director, club, 4)

    assert asked() == few
    assert len(director.get(at("tonight", club)).context["events"]) == MOST_EVENTS


def test_who_said_that_they_come_is_expected_until_they_are_here(director, club):
    evening = open_today(club, 4)
    here = evening.attendances.first().player
    for player in (here, make_player(club, "Zoe Quist")):
        Availability.objects.create(
            player=player, day=evening.day, answer="comes", answered_at=timezone.now()
        )

    following = director.get(at("tonight", club)).context["next"]

    assert following.sentence.startswith("4 have come, 1 is expected.")
    assert following.label == "Draw round 1"
