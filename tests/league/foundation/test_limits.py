"""What a form says of numbers out of their limits."""

import ast
from decimal import Decimal
from pathlib import Path
from uuid import UUID

import pytest
from django import forms
from django.utils import translation

import league
from league.foundation.limits import clean_text, key_of, limits, parse_int

FIELD = forms.DecimalField(**limits(Decimal(-100), Decimal(1_000)))


def said(field: forms.Field, value: str) -> list[str]:
    try:
        field.clean(value)
    except forms.ValidationError as error:
        return list(error.messages)
    return []


def test_with_two_limits_both_are_named_whichever_was_passed():
    both = ["This must be between -100 and 1,000."]
    assert said(FIELD, "-101") == said(FIELD, "1001") == both
    assert said(FIELD, "-100") == said(FIELD, "1000") == []


def test_a_limit_alone_is_named_alone():
    assert said(forms.IntegerField(**limits(2, None)), "1") == ["This must be 2 or more."]
    assert said(forms.IntegerField(**limits(None, 2)), "3") == ["This must be 2 or less."]


def test_a_field_made_once_speaks_the_language_of_who_reads_it():
    with translation.override("ja"):
        japanese = said(FIELD, "-101")
    with translation.override("de"):
        german = said(FIELD, "-101")
    assert "1,000" in japanese[0]
    assert "1.000" in german[0]


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("0007", None),
        ("12", 12),
        ("99", 99),
        ("100", None),
        ("-3", -3),
        ("-9", -9),
        ("-10", None),
        ("--3", None),
        ("-", None),
        ("", None),
        (None, None),
        (" 5", None),
        ("5.0", None),
        ("٣", None),
        ("²", None),
        ("5\x00", None),
        ("9" * 5_000, None),
        ("-" + "9" * 5_000, None),
    ],
)
def test_a_number_outside_a_form_is_read_within_its_limits_or_not_at_all(text, number):
    assert parse_int(text, least=-9, most=99) == number


def test_without_a_least_number_a_minus_is_no_number():
    assert parse_int("-1", most=9) is None
    assert parse_int("9", most=9) == 9


def test_text_outside_a_form_is_what_the_database_can_hold():
    assert clean_text("a\x00b", most=10) == "ab"
    assert clean_text("a" * 5_000, most=3) == "aaa"
    assert clean_text(None, most=3) == ""


FACES = ("api", "desk", "public", "table")
# what a person sends is never read by these: they fail for 5,000 digits, or take figures of all
# scripts; `parse_int` reads it, `key_of` where it is a UUID, and forms do
BY_HAND = {"isdigit", "isdecimal", "isnumeric"}
# numbers already: of the database, of a form that was checked, of a setting, of a font's table
NUMBERS_ALREADY = {
    "api/deprecations.py": {"_midnight(found.since).timestamp()"},
    "api/errors.py": {"wait"},
    "api/rounds/clock_views.py": {"clock.left(self.at).total_seconds()"},
    "api/standings/serializers.py": {"points"},
    "desk/account/locked_out.py": {"settings.AXES_COOLOFF_TIME * HOUR"},
    "desk/events/deal_scoring.py": {"value"},
    "desk/stages/format_form.py": {"typed"},
    "desk/events/match_scoring.py": {"value"},
    "desk/imports/forms.py": {"self.cleaned_data[name]"},
    "desk/imports/views.py": {"read.has_headings"},
    "desk/kitty/amount_field.py": {"sign"},
    "desk/people/same_names.py": {"pk"},
    "desk/results/forfeits.py": {"Forfeit.BOTH"},
    "desk/results/play_offs.py": {"name.removeprefix(start)"},
    "desk/rounds/rounds_shown.py": {"entry"},
    "desk/seasons/rules_typed.py": {"value"},
    "public/club/home_live.py": {"one.event.taking_part"},
    "public/live/followed.py": {"number"},
    "public/live/rendering.py": {"number"},
    "public/live/listening.py": {"number"},
    "public/live/streams.py": {"number", "page"},
    "public/live_versions.py": {
        "event.version",
        "rows.aggregate(version=Sum('pulse'))['version'] or 0",
        "version",
    },
    "public/page_cache.py": {"timezone.now().timestamp()"},
    "api/numbers.py": {"number"},
    "public/pictures/bracket_columns.py": {"entry", "progress.champion"},
    "public/pictures/rank_chart.py": {"letter"},
    "public/pictures/meetings.py": {"bye.entry", "entry"},
    "public/rules/try_deal.py": {"throttle.wait() or 0"},
}


def numbers_read_by_hand(source: str) -> list[str]:
    """Return what is made a number or a UUID without its reader, and fields that must be there."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="int" | "UUID"), args=[first, *_more]):
                if not isinstance(first, ast.Constant):
                    found.append(ast.unparse(first))
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in BY_HAND:
                found.append(ast.unparse(value))
            case ast.Subscript(
                value=ast.Attribute(attr="POST" | "GET" | "query_params"), ctx=ast.Load()
            ):
                found.append(ast.unparse(node))
    return found


@pytest.mark.long
def test_the_faces_read_numbers_and_keys_by_the_one_reader():
    root = Path(league.__file__).parent
    by_hand = {
        path.relative_to(root).as_posix(): set(numbers_read_by_hand(path.read_text()))
        for face in FACES
        for path in (root / face).rglob("*.py")
    }
    new = {
        name: found - NUMBERS_ALREADY.get(name, set())
        for name, found in by_hand.items()
        if found - NUMBERS_ALREADY.get(name, set())
    }
    assert new == {}
    assert NUMBERS_ALREADY.keys() - by_hand.keys() == set()


@pytest.mark.parametrize(
    "source",
    [
        "n = int(request.POST.get('n'))",
        "n = request.POST['n']",
        "n = typed if typed.isdigit() else 0",
        "key = UUID(request.POST.get('key') or '')",
    ],
)
def test_a_new_reader_by_hand_is_found(source):
    assert numbers_read_by_hand(source)


def test_a_key_outside_a_form_is_a_uuid_or_none():
    key = UUID("6f1f6c3e-0000-4000-8000-00000000000a")
    assert key_of(str(key)) == key
    assert [key_of(text) for text in (None, "", "7", "g" * 32, "6" * 5_000)] == [None] * 5
