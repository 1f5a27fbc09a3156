"""The reason of a place is kept as JSON and says its numbers as the reader writes them."""

import json

import pytest
from django.utils import translation

from games.sentences import Figure, say
from games.services import in_words
from league.foundation.doors.request_entries import Entry
from league.tables.standings.methods.rows import Called
from league.tables.standings.stored_reasons import entries_in, reason_read, stored_reason

AHEAD = say(
    "ahead of %(name)s on %(criterion)s, %(own)s to %(other)s",
    name=Called((Entry(id="000000000012"),)),
    criterion=say("points"),
    own=Figure("1070"),
    other=Figure("1020.5"),
)
LEVEL = say(
    "level with %(names)s on all that counts",
    names=Called((Entry(id="000000000007"), Entry(id="000000000009"))),
)
WHY = say("%(first)s; %(then)s", first=LEVEL, then=AHEAD)


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "numbers"), [("en", ("1,070", "1,020.5")), ("de", ("1.070", "1.020,5"))]
)
def test_numbers_have_the_marks_of_the_language_and_names_have_none(language, numbers):
    read = reason_read(json.loads(stored_reason(WHY)), {12: "1860", 7: "Ann", 9: "Bob"})

    with translation.override(language):
        text = in_words(read)

    assert all(number in text for number in numbers)
    assert "1860" in text


def test_entries_are_kept_by_number_and_called_when_the_reason_is_read():
    kept = json.loads(stored_reason(WHY))

    assert list(entries_in(kept)) == [7, 9, 12]
    assert str(reason_read(kept, {12: "Cy", 7: "Ann", 9: "Bob"})) == (
        "level with Ann, Bob on all that counts; ahead of Cy on points, 1070 to 1020.5"
    )


def test_an_entry_that_is_gone_has_no_name():
    assert "ahead of – on points" in str(reason_read(json.loads(stored_reason(AHEAD))))
