"""Every kind that is written has its sentence, and every sentence is of a kind that is written."""

import re
from pathlib import Path

from league.journal import kinds

SOURCES = sorted(Path(kinds.__file__).parents[1].rglob("*.py"))
# a kind where it is written: as an argument called so, or handed to a function that notes it
WRITTEN = re.compile(r'(?:\bkind=|note\w*\(\s*(?:kind=)?)"([a-z_]+\.[a-z_]+)"')


def test_every_kind_that_is_written_has_a_sentence():
    written = {kind for file in SOURCES for kind in WRITTEN.findall(file.read_text())}

    assert {"club.created", "member.joined", "player.added"} <= written
    assert written <= set(kinds.known_kinds())


def test_every_sentence_is_of_a_kind_that_is_written():
    code = "".join(file.read_text() for file in SOURCES if file.name != "happenings.py")

    assert [kind for kind in kinds.known_kinds() if f'"{kind}"' not in code] == []


def test_every_sentence_can_be_said_of_a_row_that_knows_nothing():
    for kind in kinds.known_kinds():
        assert kinds.sentence_of(kind, actor="Ann", data={})
