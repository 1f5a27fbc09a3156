"""Every kind that is written has its sentence, and every sentence is of a kind that is written."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from league.foundation.journal import kinds
from league.foundation.records.rules import kinds_of, registered

SOURCES = sorted(Path(kinds.__file__).parents[2].rglob("*.py"))
# a kind where it is written: as an argument called so, or handed to a function that notes it
WRITTEN = re.compile(r'(?:\bkind=|note\w*\(\s*(?:kind=)?)"([a-z_]+\.[a-z_]+)"')


@pytest.mark.long
def test_every_kind_that_is_written_has_a_sentence():
    written = {kind for file in SOURCES for kind in WRITTEN.findall(file.read_text())}

    assert {"club.created", "member.joined", "player.added"} <= written
    assert written <= set(kinds.known_kinds())


@pytest.mark.long
def test_every_sentence_is_of_a_kind_that_is_written():
    code = "".join(file.read_text() for file in SOURCES if file.name != "happenings.py")
    plain = {kind for model in registered() for kind in kinds_of(model)}

    written = [kind for kind in kinds.known_kinds() if f'"{kind}"' in code or kind in plain]
    assert written == [*kinds.known_kinds()]


def test_every_sentence_can_be_said_of_a_row_that_knows_nothing():
    for kind in kinds.known_kinds():
        assert kinds.sentence_of(kind, actor="Ann", data={})


@pytest.mark.parametrize(
    ("kind", "data", "language", "shown"),
    [
        ("entries.seeded", {"count": 1024}, "de", "1.024"),
        ("entries.seeded", {"count": 1024}, "ja", "1,024"),
        ("season.handicap_set", {"value": "1012.5"}, "de", "1.012,5"),
        ("adjustment.made", {"points": "-1200.50"}, "de", "−1.200,5"),
        ("adjustment.made", {"points": "1200.00"}, "en", "+1,200"),
        # the number of a lot is no count
        ("evening.started", {"count": 8, "lot": 123456}, "en", "123456"),
    ],
)
def test_what_is_counted_is_written_as_the_reader_writes_it(kind, data, language, shown):
    with translation.override(language):
        assert shown in kinds.sentence_of(kind, actor="Ann", data=data)
