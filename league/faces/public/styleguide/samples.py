"""A made-up evening for the styleguide: names, figures and cards as the components want them."""

from typing import Any

from django.utils.translation import gettext_lazy as _

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
