"""Whatever is done at the desk can be undone from where it was done, or the page says before."""

import inspect
import re
import sys
from pathlib import Path

import pytest

from tests.league.faces.desk.acts import ACTS, SaidBefore, SameForm, Undo
from tests.league.faces.desk.desk_views import resources_of_the_desk, views_of_the_desk
from tests.permissions.rights import RIGHTS

ROOT = Path(__file__).parents[4]
DESK = ROOT / "league" / "faces" / "desk"
TEMPLATES = ROOT / "templates"


def sent_to():
    """Return the addresses of the desk that take something; a walk asks for the rights of all.

    Those of plain things are left out: their class has the way back.
    """
    names = {name.partition(":")[2] for name in RIGHTS if name.startswith("desk:")}
    names -= resources_of_the_desk().keys()
    return {name for name in names if "POST" in RIGHTS[f"desk:{name}"]}


def of_kind(*kinds):
    return sorted(name for name, way in ACTS.items() if isinstance(way, kinds))


def written_by(view):
    """Return the text of the module of a view and of those of its own folder that it uses."""
    module = sys.modules[inspect.unwrap(view).__module__]
    text = inspect.getsource(module)
    folder = module.__name__.rpartition(".")[0]
    used = set(re.findall(r"from (league\.faces\.desk\.[\w.]+) import", text))
    more = [sys.modules[name] for name in used if name.startswith((folder, "league.faces.desk"))]
    return "\n".join([text, *map(inspect.getsource, more)])


def test_every_act_of_the_desk_says_how_it_is_taken_back():
    """Whoever adds an address that takes something gives its message an undo, or says why not."""
    assert sent_to() - ACTS.keys() == set()
    assert ACTS.keys() - sent_to() == set()


@pytest.mark.long
@pytest.mark.parametrize("name", of_kind(Undo))
def test_the_message_of_an_act_has_its_button(name):
    text, by = written_by(views_of_the_desk()[name]), ACTS[name].by

    # what is undone where it was done may be sent to the address of the page itself
    assert f'"{by}"' in text or (by == f"desk:{name}" and "request.path" in text)
    assert re.search(r"\b(flash_(done|change|change_here)|say_(step|entered))\(", text)


@pytest.mark.parametrize("name", of_kind(SameForm))
def test_a_form_that_is_sent_again_is_the_one_of_the_act(name):
    module = Path(inspect.getfile(inspect.unwrap(views_of_the_desk()[name])))

    assert module == DESK / ACTS[name].at
    assert "flash_saved(" in module.read_text()


@pytest.mark.long
@pytest.mark.parametrize("name", of_kind(SaidBefore))
def test_what_cannot_be_undone_is_said_before(name):
    assert ACTS[name].sentence in everything_shown() + "".join(
        path.read_text() for path in DESK.rglob("*.py")
    )


def everything_shown():
    return "\n".join(path.read_text() for path in (TEMPLATES / "desk").rglob("*.html"))
