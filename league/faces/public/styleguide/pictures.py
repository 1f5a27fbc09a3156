"""The pictures of the styleguide: a made-up league of four, drawn as the pages draw theirs."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from league.clubs.emblems import emblem_of
from league.faces.public.pictures.bid_bars import bid_bars
from league.faces.public.pictures.difference_bars import difference_bars
from league.faces.public.pictures.form import DRAWN, LOST, WON, form_shown, letters
from league.faces.public.pictures.points_by_trick import points_by_trick
from league.faces.public.pictures.progress_lines import NARROW, WIDE
from league.faces.public.pictures.rank_chart import Course, rank_chart

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
MATCH: dict[str, Any] = {
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
        "matches": [MATCH, NEXT_MATCH],
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
