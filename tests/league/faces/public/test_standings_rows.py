import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

ROWS = [
    {
        "key": 7,
        "group": "Group A",
        "rank": 1,
        "tied": False,
        "name": "Ann <b>Lee</b> & Bob",
        "members": "",
        "why_url": "/why/7/?a=1&b=2",
        "movement": 3,
        "provisional": True,
        "figures": [4, -12.5, "", 1234],
    },
    {
        "key": 8,
        "group": "Group A",
        "rank": 2,
        "tied": True,
        "name": "The Aces",
        "members": 'Cy "Fox" & Di',
        "club_shown": "Mill <Lane> & Co.",
        "why_url": "/why/8/",
        "movement": -2,
        "provisional": False,
        "form": {"marks": (("won", "W"), ("lost", "L")), "description": "Won & <lost>"},
        "figures": [0, 0, "–", 7],
    },
    {
        "key": 9,
        "group": "Group <B>",
        "rank": 2,
        "tied": True,
        "name": "Ed",
        "members": "",
        "why_url": "/why/9/",
        "movement": 0,
        "is_new": True,
        "provisional": False,
        "figures": [1, 2, 3, 4],
    },
]
COLUMNS = ["Played", "50 % wins", "Head-to-head", "Points"]


def without_blanks(html):
    """Blanks between tags, and at the edges of a text, are not seen."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", re.sub(r"\s+", " ", html)).strip()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("note", ["", "Provisional: not every table is confirmed."])
def test_the_table_of_the_page_is_the_component(language, note):
    context = {
        "found": True,
        "columns": COLUMNS,
        "rows": ROWS,
        "caption": "Standings after round 3",
        "provisional_note": note,
    }
    with translation.override(language):
        quick = render_to_string("public/_standings_table.html", context)
        component = render_to_string("components/standings.html", context)

    assert without_blanks(quick) == without_blanks(component)
