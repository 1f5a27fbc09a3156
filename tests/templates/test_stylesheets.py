"""The stylesheets as text: they say start and end, not left and right."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
SHEETS = sorted(
    path
    for folder in ("deploy/styles", "deploy/static", "league/*/*/static")
    for path in ROOT.glob(f"{folder}/**/*.css")
)
SIDED = re.compile(
    r"(margin|padding|border)-(left|right)|^inset-(left|right)|^(left|right)$"
    r"|^(text-align|float|clear)$"
)
SIDES = {"left", "right"}
# what stays where it is in every language: seats go clockwise, figures stand at the end of a row,
# and what follows the finger is measured from the left
MEANT = {
    "05-words.css": ('[dir="rtl"] td:is(.num, .final, .cell)',),
    "12-cards-and-seats.css": (".seats",),
    "deal.css": (".felt .trick > li",),
    "swap.css": (".swap-ghost",),
}


@pytest.mark.long
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_a_stylesheet_knows_start_and_end_only(sheet: Path) -> None:
    meant = MEANT.get(sheet.name, ())
    found = set(sided(sheet.read_text(encoding="utf-8")))
    assert {one for one in found if not one[0].startswith(meant)} == set()


def test_left_and_right_are_found() -> None:
    sheet = """
        .a { margin-left: 1rem; padding: 1px 2px 1px 3px; text-align: end }
        @media print { .b { float: right; margin: 0 auto; inset: 0 } }
    """
    assert set(sided(sheet)) == {(".a", "margin-left"), (".a", "padding"), (".b", "float")}


def sided(sheet: str) -> Iterator[tuple[str, str]]:
    """Yield (selector, property) of every declaration that says left or right."""
    text = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        rule = " ".join(selector.split(";")[-1].split())
        for declaration in body.split(";"):
            name, _colon, value = (part.strip() for part in declaration.partition(":"))
            if SIDED.search(name) and (name.endswith(("left", "right")) or value in SIDES):
                yield rule, name
            elif name in {"margin", "padding", "inset"}:
                four = re.findall(r"(?:[^\s(]+\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\s()]+)", value)
                if len(four) == 4 and four[1] != four[3]:
                    yield rule, name
