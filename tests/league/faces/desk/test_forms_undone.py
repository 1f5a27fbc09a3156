"""A form that is sent again to undo it does not replace what somebody else changed since."""

import inspect
from html import unescape

import pytest
from django.urls import reverse

from league.calendar.captains.models import MatchRules
from league.calendar.match_dates.models import MatchDate, Venue
from league.calendar.match_dates.services import set_date
from league.clubs.models import Role
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import Entry
from league.play.results.models import TableResult
from tests.league.calendar.match_dates.factories import make_drawn_league, make_venue
from tests.league.faces.desk.acts import ACTS, SameForm
from tests.league.faces.desk.clients import signed_in
from tests.league.faces.desk.desk_views import views_of_the_desk
from tests.league.faces.desk.undoing import button_of
from tests.league.factories import NOW, make_club, make_member, make_user
from tests.league.play.events.factories import DIRECTOR, add_pairs, make_event
from tests.league.play.results.factories import make_table

pytestmark = pytest.mark.django_db

# Each form: whose club, its address, what the one sends and then the other (the second time, the
# third that the undo would replace), what of it is said, and the rows that it changes.


def rules_of_matches():
    event = make_drawn_league().event
    at = [event.club.slug, event.slug, 1]
    typed = {"ask_days": "2", "decide_days": "7", "rest_days": "0", "walkover_for": "both"}
    said = "Days between two matches of a team is now “3”"
    return event.club, "match_rules", at, typed, typed | {"rest_days": "3"}, said, MatchRules


def a_date():
    stage = make_drawn_league()
    event, round = stage.event, stage.rounds.get(number=1)
    set_date(round=round, number=1, begins_at=NOW, state="draft", by=Act(DIRECTOR, NOW))
    at = [event.club.slug, event.slug, 1, 1, 1]
    typed, theirs = {"begins_at": "2026-03-10T19:00"}, {"begins_at": "2026-03-12T20:30"}
    said = "Day and time is now “Thu 12 Mar 2026, 20:30”"
    return event.club, "match_date", at, typed, theirs, said, MatchDate


def a_venue():
    venue = make_venue(make_club(), "Old mill")
    typed = {"venue-name": "Mill", "venue-matches": "2", "venue-is_in_use": "on"}
    theirs = typed | {"venue-matches": "4"}
    said = "Matches at once is now “4”"
    return venue.club, "venue", [venue.club.slug, venue.pk], typed, theirs, said, Venue


def who_did_not_come():
    table = make_table()
    event = table.round.stage.event
    typed, theirs = {"absent": "1", "reason": "ill"}, {"absent": "2", "reason": "snow"}
    said = "Who did not come is now “neither of them came”"
    at = [event.club.slug, event.slug, table.pk]
    return event.club, "table_forfeit", at, typed, theirs, said, TableResult


def seeds():
    event = events.open_event(event=make_event(make_club()), by=Act(DIRECTOR, NOW))
    one, other = (f"seed_{entry.pk}" for entry in add_pairs(event, 2))
    typed, theirs = {one: "1", other: "2"}, {one: "2", other: "1"}
    at = [event.club.slug, event.slug]
    return event.club, "seeds", at, typed, theirs, "is now “2”", Entry


FORMS = [rules_of_matches, a_date, a_venue, who_did_not_come, seeds]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("make", FORMS)
def test_an_undo_after_somebody_elses_change_is_refused_and_changes_nothing(make):
    club, name, at, typed, theirs, said, rows = make()
    first = signed_in(make_member(club, role=Role.OWNER))
    second = signed_in(make_member(club, make_user("Olga Other"), Role.OWNER))
    address = reverse(f"desk:{name}", args=at)
    button = button_of(first, first.post(address, typed))
    assert second.post(address, theirs).status_code == 302
    before = list(rows.objects.order_by("pk").values())

    refused = first.post(*button)

    # of a date that is a draft the journal says nothing
    who = "somebody else" if make is a_date else "Olga Other"
    page = unescape(refused.content.decode())
    assert refused.status_code in (200, 422)
    assert "While you had this page open" in page
    assert said in page
    assert who in page
    assert list(rows.objects.order_by("pk").values()) == before


@pytest.mark.long
@pytest.mark.parametrize(
    "name", sorted(name for name, way in ACTS.items() if isinstance(way, SameForm))
)
def test_every_form_that_is_sent_again_notices_what_changed_since(name):
    """Whoever adds one to the acts of the desk watches its form and saves it while unchanged."""
    module = inspect.getmodule(inspect.unwrap(views_of_the_desk()[name]))
    text = inspect.getsource(module) + "".join(
        inspect.getsource(inspect.getmodule(member))
        for member in vars(module).values()
        if inspect.isclass(member) and issubclass(member, ConflictCheckedForm)
    )

    assert ".run_if_unchanged(" in text
    assert ".watch(" in text
