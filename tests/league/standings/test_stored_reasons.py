"""The reason of a place is kept as JSON and says its numbers as the reader writes them."""

import json

import pytest
from django.utils import translation

from games.sentences import Figure, say
from games.services import in_words
from league.standings.stored_reasons import reason_read, stored_reason

AHEAD = say(
    "ahead of %(name)s on %(criterion)s, %(own)s to %(other)s",
    name="1860",
    criterion=say("points"),
    own=Figure("1070"),
    other=Figure("1020.5"),
)
WHY = say("%(first)s; %(then)s", first=AHEAD, then=say("plays no match of the bracket"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "numbers"), [("en", ("1,070", "1,020.5")), ("de", ("1.070", "1.020,5"))]
)
def test_numbers_have_the_marks_of_the_language_and_names_have_none(language, numbers):
    read = reason_read(json.loads(stored_reason(WHY)))

    with translation.override(language):
        text = in_words(read)

    assert all(number in text for number in numbers)
    assert "1860" in text


def test_no_reason_is_an_empty_object():
    assert stored_reason(None) == "{}"
