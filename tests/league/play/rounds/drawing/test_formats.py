"""A format is known to its own folder and to the list of formats, and to nobody else."""

import ast
import re
from pathlib import Path
from pkgutil import iter_modules

import pytest

from league.play.rounds.drawing import formats
from league.play.rounds.drawing.formats import FORMATS

ROOT = Path(__file__).parents[5]
HOME = ROOT / "league" / "play" / "rounds" / "drawing" / "formats"
# "individual" is also a kind of entry
KIND_OF_ENTRY = ROOT / "league" / "play" / "events" / "models" / "events.py"
CHOSEN_BY = ("format", "entry_kind")


def named_in(tree):
    """Yield (line, id) of each format that is named for more than to choose it.

    An example or a proposal says `format="swiss"`; a comparison or a key of a dict treats one
    format differently from others, which a field of its value is for.
    """
    chosen = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in CHOSEN_BY:
            chosen.add(id(node.value))
        elif isinstance(node, ast.Dict):
            chosen |= {
                id(value)
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant) and key.value in CHOSEN_BY
            }
        elif isinstance(node, ast.arguments):
            pairs = zip(node.kwonlyargs, node.kw_defaults, strict=True)
            chosen |= {id(default) for arg, default in pairs if arg.arg in CHOSEN_BY}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in FORMATS and id(node) not in chosen:
            yield node.lineno, node.value


def sources():
    for path in sorted((ROOT / "league").rglob("*.py")):
        if HOME not in path.parents and "migrations" not in path.parts and path != KIND_OF_ENTRY:
            yield path


@pytest.mark.long
def test_no_other_module_treats_a_format_differently():
    found = [
        f"{path.relative_to(ROOT)}:{line} names {name}"
        for path in sources()
        for line, name in named_in(ast.parse(path.read_text()))
    ]
    assert not found, "say it by a field of the format: " + ", ".join(found)


def test_no_page_treats_a_format_differently():
    names = "|".join(FORMATS.keys() - {"individual"})
    compared = re.compile(rf"""==\s*["']({names})["']""")
    pages = (ROOT / "templates").rglob("*.html")
    assert not [path for path in pages if compared.search(path.read_text())]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('make(format="swiss")', []),
        ('stage = {"format": "swiss"}', []),
        ('def make(*, format="swiss"): pass', []),
        ('if stage.format == "swiss": pass', [(1, "swiss")]),
        ('times = {"swiss": 2}', [(1, "swiss")]),
        ('names = ("swiss", "score")', [(1, "swiss")]),
    ],
)
def test_a_name_is_found_where_it_makes_a_difference(source, found):
    assert list(named_in(ast.parse(source))) == found


def test_every_folder_is_listed_by_its_name():
    assert {module.name for module in iter_modules(formats.__path__)} == set(FORMATS)


def test_an_option_has_its_own_default_among_its_values():
    for format in FORMATS.values():
        for option in format.stage_options:
            assert option.default is None or option.allows(option.default), option.name
        names = [option.name for option in format.stage_options]
        assert len(names) == len(set(names))
