"""Rules of repetition: the same days as another reader finds, and never more than so many tried."""

from datetime import date, datetime, timedelta

import pytest
from dateutil.rrule import rrulestr
from icalendar import vRecur

from league.office.imports.reading.ical import repeated_days

FIRST = date(2026, 1, 1)
LAST = FIRST + timedelta(days=400)
RULES = (
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=3;BYDAY=MO,TU",
    "FREQ=DAILY;BYMONTH=1,3;BYMONTHDAY=-1,15",
    "FREQ=WEEKLY",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=MO",
    "FREQ=WEEKLY;BYMONTH=2,12;BYDAY=TH",
    "FREQ=MONTHLY",
    "FREQ=MONTHLY;INTERVAL=5",
    "FREQ=MONTHLY;BYDAY=1MO,-1TH",
    "FREQ=MONTHLY;BYDAY=5MO",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,1",
    "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
    "FREQ=MONTHLY;BYMONTHDAY=31,-1",
    "FREQ=YEARLY",
    "FREQ=YEARLY;BYMONTH=3,10",
    "FREQ=YEARLY;BYMONTHDAY=1",
    "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
    "FREQ=YEARLY;BYDAY=20MO,-1FR",
    "FREQ=YEARLY;BYDAY=TH;BYSETPOS=-2,3",
)


def days_of(text, first=FIRST, last=LAST):
    rule = repeated_days(vRecur.from_ical(text))
    return [day for day in rule.days(first, last) if day is not None]


def tried_for(text):
    return sum(1 for _day in repeated_days(vRecur.from_ical(text)).days(FIRST, LAST))


@pytest.mark.long
@pytest.mark.parametrize("text", RULES)
@pytest.mark.parametrize("later", [0, 30, 58])
def test_days_are_those_that_another_reader_finds(text, later):
    first = FIRST + timedelta(days=later)
    start = datetime.combine(first, datetime.min.time())
    other = rrulestr(f"{text};UNTIL={LAST:%Y%m%d}", dtstart=start)
    assert days_of(text, first) == [moment.date() for moment in other]


def test_a_rule_that_never_matches_tries_no_more_than_the_days_there_are():
    for rule in (
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=9",
        "FREQ=YEARLY;BYDAY=MO;BYSETPOS=300",
    ):
        assert days_of(rule) == []
        assert tried_for(rule) <= 3 * 366
