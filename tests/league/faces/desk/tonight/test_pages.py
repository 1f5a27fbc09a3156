"""The page "Tonight": who may what, ticked without a script and with one, planned, started."""

import re
from datetime import timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from games.services import variants
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.evenings import present, waiting_evening
from league.play.events.models import Attendance, Evening, Event
from league.play.results.models import TableResult
from league.play.rounds.models import Round
from tests.league.factories import (
    make_club,
    make_house_rules,
    make_player,
)
from tests.league.play.events.factories import DIRECTOR, make_people
from tests.league.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def club():
    return make_club(time_zone="Europe/London")


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
    by = Act(DIRECTOR, timezone.now())
    evening = events.open_evening(club=club, day=day_at(club), by=by)
    changes = {"variant": "pitch", "preset": "standard", "house_rules": None} | chosen
    evening = events.choose(evening=evening, changes=changes, by=by)
    for player in make_people(club, players, club.players.count()):
        events.check_in(evening=evening, player=player, by=by)
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


# ----------------------------------------------------------------------------- the ticks


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
    events.check_in(evening=evening, player=bob, by=Act(DIRECTOR, timezone.now()))
    answer = director.get(at("tonight_present", club), {"version": known_after(cy)})
    assert answer.status_code == 200
    assert "5 present" in text_of(answer)


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


# ------------------------------------------------------------------------------- the plans


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
def test_an_event_of_another_day_is_not_of_tonight(director, club):
    event = start_tonight(director, club)
    before = timezone.now() - timedelta(days=3)
    Evening.objects.filter(event=event).update(day=day_at(club) - timedelta(days=3))
    Event.objects.update(starts_on=day_at(club) - timedelta(days=3))
    Round.objects.update(opened_at=before, drawn_at=before)

    assert director.get(at("tonight", club)).context["events"] == []
    Round.objects.update(opened_at=timezone.now())
    assert shown_of(director.get(at("tonight", club)), event)
