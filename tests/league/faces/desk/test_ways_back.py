"""Every kind of happening can be undone from where it was done, or there is a reason why not."""

import re
from pathlib import Path

from league.foundation.journal import kinds
from league.foundation.records.rules import kinds_of, registered
from tests.league.faces.desk.acts import ACTS
from tests.league.faces.desk.ways_back import WAYS_BACK, SameForm, Undo, Without

DESK = Path(__file__).parents[4] / "league" / "faces" / "desk"
ADDRESS = re.compile(r"\"(desk:\w+)\"")


def kinds_of_the_site():
    """Return the kinds that the site itself knows; tests may have registered others.

    Those of plain things are left out: one service undoes them.
    """
    plain = {kind for model in registered() for kind in kinds_of(model)}
    known = set(kinds.known_kinds()) - plain
    return {kind for kind in known if not kind.startswith(("test", "trace"))}


def test_every_kind_says_how_it_is_undone_or_why_not():
    """Whoever adds a kind gives its message an undo, or says in `ways_back.py` why it has none."""
    known = kinds_of_the_site()

    assert known - WAYS_BACK.keys() == set()
    assert WAYS_BACK.keys() - known == set()


def test_each_undo_is_offered_by_some_message_of_the_desk():
    """Those of `acts.py` are looked at in `test_acts.py`; some acts have more than one."""
    offered = {way.by for way in ACTS.values() if isinstance(way, Undo)}
    for path in DESK.rglob("*.py"):
        text = path.read_text()
        if "flash_done" in text or "flash_change" in text:
            offered |= set(ADDRESS.findall(text))
    wanted = {way.by for way in WAYS_BACK.values() if isinstance(way, Undo)}

    assert wanted - offered == set()


def test_each_form_that_is_sent_again_is_one_of_an_act():
    offered = {way for way in ACTS.values() if isinstance(way, SameForm)}
    wanted = {way for way in WAYS_BACK.values() if isinstance(way, SameForm)}

    assert wanted - offered == set()


def test_reasons_are_sentences():
    assert all(len(way.why) > 20 for way in WAYS_BACK.values() if isinstance(way, Without))
