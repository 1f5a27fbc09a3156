"""An event made from house rules has a copy: nothing that is done to them later changes it."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from league.clubs.services import archive_house_rules
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.rulesets import copied_from
from tests.league.factories import make_club, make_house_rules
from tests.league.play.events.factories import DIRECTOR, NOW, PITCH, make_event

pytestmark = pytest.mark.django_db


def from_house_rules(rules):
    return make_event(rules.club, **(PITCH | copied_from(rules)))


def change(event, **changes):
    return events.change_event(event=event, changes=changes, by=Act(DIRECTOR, NOW))


@pytest.fixture
def rules():
    return make_house_rules(make_club(), options={"target": 7})


def test_house_rules_of_another_club_cannot_be_chosen(rules):
    event = make_event(make_club("Elsewhere"), **PITCH)

    with pytest.raises(events.EventInvalid) as refused:
        change(event, **copied_from(rules))
    assert refused.value.field == "house_rules"
    with pytest.raises(events.EventInvalid):
        make_event(make_club("Far"), **(PITCH | copied_from(rules)))


def test_archived_house_rules_cannot_be_chosen_and_events_keep_them(rules):
    event = from_house_rules(rules)
    archived = archive_house_rules(rules=rules, by=Act(DIRECTOR, NOW))

    assert change(event, name="Still there").house_rules == rules
    with pytest.raises(events.EventInvalid, match="archive"):
        make_event(rules.club, "Another", **(PITCH | copied_from(archived)))


@pytest.mark.long
@pytest.mark.parametrize(
    ("opened", "foreign", "constraint"),
    [
        (True, False, "event_house_rules_frozen_when_open"),
        (False, True, "event_house_rules_of_the_club"),
    ],
)
def test_the_database_refuses_it_too(rules, opened, foreign, constraint):
    club = make_club("Elsewhere") if foreign else rules.club
    event = make_event(club, **PITCH)
    if opened:
        events.open_event(event=event, by=Act(DIRECTOR, NOW))

    with (
        pytest.raises(IntegrityError) as refused,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            "UPDATE events_event SET house_rules_id = %s WHERE id = %s", [rules.pk, event.pk]
        )
    cause: Any = refused.value.__cause__
    assert cause.diag.constraint_name == constraint
