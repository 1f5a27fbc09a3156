"""A made-up evening for the styleguide: names, figures and cards as the components want them."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from league.clubs.logos import emblem_of
from league.faces.public.pictures.bid_bars import bid_bars
from league.faces.public.pictures.difference_bars import difference_bars
from league.faces.public.pictures.form import DRAWN, LOST, WON, form_shown, letters
from league.faces.public.pictures.points_by_trick import points_by_trick
from league.faces.public.pictures.progress_lines import NARROW, WIDE
from league.faces.public.pictures.rank_chart import Course, rank_chart

EVENTS: list[dict[str, Any]] = [
    {
        "name": "Winter league of pairs",
        "url": "#",
        "state": "running",
        "state_label": _("running"),
        "game": _("Double-deck pinochle"),
        "when": "9 Jan to 27 Mar 2026",
        "entries": "16 pairs",
        "round_text": "Round 4 of 11",
        "done": 3,
        "total": 11,
    },
    {
        "name": "Friday pitch",
        "url": "#",
        "state": "open",
        "state_label": _("open for entries"),
        "game": _("Pitch"),
        "when": "16 Jan 2026, 19:30",
        "where": "Old Library",
        "entries": "9 players so far",
    },
    {
        "name": "秋のピノクル大会",
        "url": "#",
        "state": "finished",
        "state_label": _("finished"),
        "game": _("Double-deck pinochle"),
        "when": "2025年11月",
        "winner": "森 花・伊藤 勉",
    },
]

STANDINGS: dict[str, Any] = {
    "columns": [_("Played"), _("Won"), _("Difference"), _("Points")],
    "rows": [
        {
            "rank": 1,
            "name": "Adler & Mori",
            "url": "#",
            "members": "Ruth Adler, Hana Mori",
            "figures": [4, 4, 412, 8],
            "movement": 1,
        },
        {
            "rank": 2,
            "name": "伊藤・渡辺",
            "url": "#",
            "members": "伊藤 勉, 渡辺 真由美",
            "figures": [4, 3, 1205, 6],
            "movement": -1,
            "why": "Level on points with Brandt & Osei; the match between them went 512 to 480.",
        },
        {
            "rank": 3,
            "tied": True,
            "name": "Brandt & Osei",
            "url": "#",
            "members": "Karl-Friedrich Brandt-Hohenstein, Akosua Osei",
            "figures": [4, 3, 96, 5.5],
            "highlight": True,
        },
        {
            "rank": 3,
            "tied": True,
            "name": "Weiss & Novak",
            "url": "#",
            "members": "Tom Weiss, Jana Novak",
            "figures": [3, 2, 96, 5.5],
            "provisional": True,
            "movement": 3,
        },
        {
            "rank": 5,
            "name": "Silva & Park",
            "url": "#",
            "members": "Marta Silva, Joon Park",
            "figures": [4, 0, -1809, 0],
            "movement": -2,
        },
    ],
}

MATCH: dict[str, Any] = {
    "sides": [
        {"name": "The Lighthouse Keepers", "points": 34},
        {"name": "Old Salts", "points": 21},
    ],
    "in_imps": True,
}
SHEET: dict[str, Any] = {
    "sides": ["Ruth, Hana", "Ben, Tom"],
    "target": 500,
    "totals": [301, 176],
    "winner": 0,
    "rows": [
        {
            "number": 1,
            "dealer": "Tom Weiss",
            "contract": "Ruth 55 in hearts",
            "made": True,
            "cells": [{"points": 65, "running": 65}, {"points": 31, "running": 31}],
        },
        {
            "number": 2,
            "dealer": "Ruth Adler",
            "contract": "Ben 60 in clubs",
            "made": False,
            "cells": [{"points": 48, "running": 113}, {"points": -60, "running": -29}],
            "url": "#",
        },
        {
            "number": 3,
            "dealer": "Ben Ito",
            "contract": "Hana 52 in spades",
            "made": True,
            "cells": [{"points": 188, "running": 301}, {"points": 205, "running": 176}],
            "state": "disputed",
            "state_label": _("disputed"),
        },
    ],
}

LINES: list[dict[str, Any]] = [
    {"side": "Ruth and Hana", "points": 34, "text": "meld of 34: run in hearts, aces around"},
    {"side": "Ruth and Hana", "points": 31, "text": "31 points taken in the play"},
    {"side": "Ben and Tom", "points": -12, "text": "penalty for a card played out of turn"},
]

_NAMES = (
    "Ruth Adler",
    "Ben Ito",
    "森 花",
    "Tom Weiss",
    "Eva Klein",
    "Akosua Osei",
    "Jana",
    "Joon Park",
)


def _seats(players: int, *, partners: bool) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = [
        {"name": name, "side": index % 2 if partners else None}
        for index, name in enumerate(_NAMES[:players])
    ]
    seats[0]["you"] = True
    seats[1]["role"] = "dealer"
    return seats


TABLES = [
    {"seats": _seats(4, partners=True), "centre": _("Table 3")},
    {"seats": _seats(5, partners=False), "centre": _("Table 1")},
    {"seats": _seats(8, partners=True), "centre": _("Table 2")},
]

HANDS = [
    ("Ruth Adler", "AS AS TS KS QS JS AH TH TH KH QD JD AC TC KC KC QC JC 9C 9C"),
    ("森 花", "9S 8S 2H TD 7D 5D 4C 3C 6C"),
]

COMPARED = [
    (_("Won the bidding"), "Ruth Adler", "Ruth Adler"),
    (_("Bid"), "55", "55"),
    (_("Points of Ruth and Hana"), "31", "33"),
]

COMPARED_DEALS = {
    "sides": SHEET["sides"],
    "rows": [
        {
            "deal": 7,
            "scores": (50, 50),
            "in_percent": True,
            "why": _("no other table has played this deal; it counts as an average"),
        },
        {
            "deal": 8,
            "scores": (),
            "in_percent": True,
            "why": _("this table waits for another one"),
        },
    ],
}


# --- The pictures of the styleguide: a made-up league of four, drawn as the pages draw theirs ---

ROUNDS = [1, 2, 3]
COURSES = [
    Course(1, "Adler & Mori", [2, 1, 1]),
    Course(2, "伊藤・渡辺", [1, 2, 2]),
    Course(3, "Brandt & Osei", [3, 4, 3]),
    Course(4, "Weiss & Ferrand", [4, 3, 4]),
]
# (one, other, round, the points of one, those of the other)
MET = [(1, 2, 3, 310, 288), (3, 4, 3, 250, 190), (1, 3, 2, 270, 120), (1, 4, 1, 205, 205)]
LEVELS = {50: (9, 2), 52: (6, 1), 55: (12, 4), 60: (5, 5), 65: (1, 2)}
AFTER_TRICKS = [[3, 0], [3, 4], [8, 4], [8, 6], [8, 12], [14, 12]]
BRACKET_MATCH: dict[str, Any] = {
    "title": _("Final"),
    "sides": [
        {"entry": 1, "seed": 1, "name": "Adler & Mori", "points": 512, "won": True},
        {"entry": 2, "seed": 2, "name": "伊藤・渡辺", "points": 480, "lost": True},
    ],
    "url": "#",
}
NEXT_MATCH: dict[str, Any] = {
    "title": _("Final"),
    "sides": [
        {"entry": 3, "seed": 3, "name": "Brandt & Osei"},
        {"instead": _("winner of semi-final 2")},
    ],
}


def pictures() -> dict[str, Any]:
    """Return what the components of `templates/components/pictures` need, by their names."""
    return {
        "wide": rank_chart(COURSES, ROUNDS, width=WIDE),
        "narrow": rank_chart(COURSES, ROUNDS, width=NARROW, names=False),
        "courses": COURSES,
        "rounds": ROUNDS,
        "points": points_by_trick([course.name for course in COURSES[:2]], AFTER_TRICKS),
        "bars": bid_bars(LEVELS),
        "form": form_shown([WON, DRAWN, WON, LOST, WON]),
        "emblems": [emblem_of(number) for number in range(1, 9)],
        "differences": difference_bars([24.5, 18, 20], 20),
        "cross": _cross(),
        "matches": [BRACKET_MATCH, NEXT_MATCH],
    }


def _cross() -> list[dict[str, Any]]:
    met = {(one, other): (number, us, them) for one, other, number, us, them in MET}
    met |= {(other, one): (number, them, us) for one, other, number, us, them in MET}
    return [
        {
            "name": course.name,
            "points": 8 - 2 * course.key,
            "cells": [_cell(course, other, met.get((course.key, other.key))) for other in COURSES],
        }
        for course in COURSES
    ]


def _cell(one: Course, other: Course, met: tuple[int, int, int] | None) -> dict[str, Any]:
    cell = {"name": other.name, "is_self": one is other}
    return cell if met is None else cell | {"met": [_met(*met)]}


def _met(number: int, us: int, them: int) -> dict[str, Any]:
    outcome = DRAWN if us == them else WON if us > them else LOST
    letter, word = letters()[outcome]
    shown = {"letter": letter, "word": word, "score": f"{us}:{them}"}
    return {"round": number, "outcome": outcome, **shown}
