"""Dates as people read them: the month as a word, English by the country of the club."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import timezone, translation
from django.utils.formats import date_format

from league.foundation.date_formats.days_in_words import with_days_in_words

DAY = date(2026, 11, 28)
MOMENT = datetime(2026, 11, 28, 19, 30, tzinfo=UTC)
NEW_YORK = "Sat, Nov 28, 2026, 2:30 p.m."
GERMAN = "Sa, 28. November 2026"


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "zone", "day", "short", "moment"),
    [
        ("en", "Europe/Berlin", "Sat 28 Nov 2026", "28 Nov 2026", "Sat 28 Nov 2026, 20:30"),
        ("en", "Europe/London", "Sat 28 Nov 2026", "28 Nov 2026", "Sat 28 Nov 2026, 19:30"),
        ("en", "UTC", "Sat 28 Nov 2026", "28 Nov 2026", "Sat 28 Nov 2026, 19:30"),
        ("en", "Asia/Kolkata", "Sat 28 Nov 2026", "28 Nov 2026", "Sun 29 Nov 2026, 1 a.m."),
        ("en", "America/New_York", "Sat, Nov 28, 2026", "Nov 28, 2026", NEW_YORK),
        ("en", "US/Eastern", "Sat, Nov 28, 2026", "Nov 28, 2026", NEW_YORK),
        ("en", "Asia/Tokyo", "Sat 28 Nov 2026", "28 Nov 2026", "Sun 29 Nov 2026, 04:30"),
        ("de", "Europe/Berlin", GERMAN, "28. Nov 2026", f"{GERMAN}, 20:30"),
        ("ja", "Asia/Tokyo", "2026年11月28日(土)", "2026年11月28日", "2026年11月29日(日) 4:30"),
    ],
)  # fmt: skip
def test_dates_are_those_of_the_language_and_the_country(language, zone, day, short, moment):
    template = Template('{{ day|date:"SHORT_DATE_FORMAT" }} {{ at|date:"DATETIME_FORMAT" }}')
    # asked one after the other in a process: what Django keeps of formats must not be of one club
    for _again in range(2):
        with translation.override(language), timezone.override(zone):
            assert date_format(DAY, "DATE_FORMAT") == day
            context = Context({"day": DAY, "at": timezone.localtime(MOMENT)})
            assert template.render(context) == f"{short} {moment}"


def test_scripts_are_told_the_clock():
    template = Template("{% load clocks %}{% hours_of_clock %}")
    for language, zone, hours in [
        ("en", "Europe/Berlin", "24"),
        ("en", "America/New_York", "12"),
        ("de", "America/New_York", ""),
    ]:
        with translation.override(language), timezone.override(zone):
            assert template.render(Context()) == hours


def test_days_of_programs_are_said_in_words():
    text = "A plays on 2026-11-28 and 2026-13-01; id 12026-11-28"
    with translation.override("en"):
        assert (
            with_days_in_words(text) == "A plays on Sat 28 Nov 2026 and 2026-13-01; id 12026-11-28"
        )
