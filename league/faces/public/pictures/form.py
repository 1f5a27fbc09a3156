"""The last results and places of entries, read from the standings after each round."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.foundation.lists import listed
from league.tables.standings.selectors import RECENT, StandingsPage

LAST = 5
# the drawing of the places: its width and height, what is left free around, and how many places it
# shows at least, so that one place up or down is no cliff
WIDTH, HEIGHT, EDGE, LEAST = 64, 18, 2, 5
WON, DRAWN, LOST = "won", "drawn", "lost"


class Counted(NamedTuple):
    """How many matches an entry has won, drawn and lost up to a round."""

    won: int
    drawn: int
    lost: int


def results_between(before: Counted, after: Counted) -> list[str]:
    """Return what one round added: nothing for a bye, several for a round of several matches."""
    return [
        result
        for result, more in zip(
            (WON, DRAWN, LOST), (a - b for a, b in zip(after, before, strict=True)), strict=True
        )
        for _once in range(max(0, more))
    ]


def form_from(counted: Sequence[Counted], *, is_whole: bool) -> list[str]:
    """Return the last results, the newest last, from what was counted after each round.

    `is_whole`: the first round of the stage is among them, so that what it counted is all new.
    """
    rounds = [Counted(0, 0, 0), *counted] if is_whole else list(counted)
    results: list[str] = []
    for before, after in pairwise(rounds):
        results += results_between(before, after)
    return results[-LAST:]


class Recent(NamedTuple):
    """The last results of an entry and its places after the last rounds, the newest last."""

    form: list[str]
    places: tuple[int, ...]


def recent_of(standings: StandingsPage) -> dict[int, Recent]:
    """Return the last results and places of each row that was read `with_recent`, by entry."""
    is_whole = len(standings.until) <= RECENT
    return {
        row.entry_id: _recent(row.recent, is_whole=is_whole)
        for row in standings.rows
        if hasattr(row, "recent")
    }


def _recent(after_rounds: Sequence[Sequence[int]], *, is_whole: bool) -> Recent:
    counted = [Counted(won, drawn, lost) for won, drawn, lost, _rank in after_rounds]
    places = tuple(rank for *_counted, rank in after_rounds)
    return Recent(form_from(counted, is_whole=is_whole), places)


def trends_shown(standings: StandingsPage, *, with_form: bool) -> dict[int, dict[str, Any]]:
    """Return form and places of each row of a page of standings, by entry.

    Without `with_form` only the places: what was won and lost are no matches there.
    """
    recent = recent_of(standings)
    # there are few different ones: each text is made once
    by_form = {form: form_shown(form) for form in {tuple(one.form) for one in recent.values()}}
    return {
        entry: {
            "form": by_form[tuple(one.form)] if with_form else None,
            "places": places_shown(one.places),
        }
        for entry, one in recent.items()
    }


def places_shown(places: Sequence[int]) -> dict[str, str] | None:
    """Return what `components/pictures/sparkline.html` needs, or None for fewer than two places."""
    if len(places) < 2:
        return None
    in_words = listed(places)
    return {
        "points": line_of(tuple(places)),
        "description": _("Places after the last rounds, the newest last: %(places)s")
        % {"places": in_words},
    }


@lru_cache(maxsize=4096)
def line_of(places: tuple[int, ...]) -> str:
    """Return the points of a line through at least two places, the best on top."""
    best, worst = min(places), max(places)
    spare = max(0, LEAST - 1 - (worst - best)) / 2
    top, span = best - spare, worst - best + 2 * spare
    step = (WIDTH - 2 * EDGE) / (len(places) - 1)
    return " ".join(
        f"{EDGE + number * step:.4g},{EDGE + (place - top) / span * (HEIGHT - 2 * EDGE):.3g}"
        for number, place in enumerate(places)
    )


def letters() -> dict[str, tuple[str, str]]:
    """Return of each result its letter and its word."""
    # Translators: W, D and L are one letter each for a match won, drawn (ended level) and lost.
    return {
        WON: (pgettext("won", "W"), _("won")),
        DRAWN: (_("D"), _("ended level")),
        LOST: (_("L"), _("lost")),
    }


def form_shown(results: Sequence[str]) -> dict[str, object] | None:
    """Return what `components/pictures/form.html` needs, or None where nothing was played."""
    if not results:
        return None
    words = letters()
    in_words = listed(words[result][1] for result in results)
    return {
        "marks": tuple((result, words[result][0]) for result in results),
        "description": _("The last results, the newest last: %(results)s") % {"results": in_words},
    }
