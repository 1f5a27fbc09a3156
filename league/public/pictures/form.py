"""The last results of entries, won, drawn or lost, read from the standings after each round."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from django.db import connection
from django.utils.translation import gettext as _

from league.lists import listed
from league.standings.models import Snapshot
from league.standings.selectors import StandingsPage

LAST = 5
WON, DRAWN, LOST = "won", "drawn", "lost"


# one row an entry, what it counted after each round as arrays: on the site's most asked for page
COUNTED = """
SELECT row.entry_id, array_agg(row.won ORDER BY shot.round_number),
       array_agg(row.drawn ORDER BY shot.round_number),
       array_agg(row.lost ORDER BY shot.round_number)
FROM standings_snapshotrow row
JOIN standings_snapshot shot ON shot.id = row.snapshot_id
WHERE row.snapshot_id = ANY(%(snapshots)s) AND row.entry_id = ANY(%(entries)s)
GROUP BY row.entry_id
"""


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


def forms_of(snapshots: Sequence[Snapshot], entries: Iterable[int]) -> dict[int, list[str]]:
    """Return the form of entries at the last of these snapshots, by entry; one query.

    `snapshots` are a stage's first ones in the order of the rounds.
    """
    shown = snapshots[-LAST - 1 :]
    is_whole = len(shown) == len(snapshots)
    with connection.cursor() as cursor:
        asked = {"snapshots": [snapshot.pk for snapshot in shown], "entries": list(entries)}
        cursor.execute(COUNTED, asked)
        rows = cursor.fetchall()
    return {
        entry: form_from([Counted(*one) for one in zip(*counts, strict=True)], is_whole=is_whole)
        for entry, *counts in rows
    }


def forms_shown(standings: StandingsPage) -> dict[int, dict[str, object] | None]:
    """Return the form of each row of a page of standings, by entry; one query."""
    forms = forms_of(standings.until, [row.entry_id for row in standings.rows])
    # there are few different ones: each text is made once
    by_form = {form: form_shown(form) for form in set(map(tuple, forms.values()))}
    return {entry: by_form[tuple(form)] for entry, form in forms.items()}


def letters() -> dict[str, tuple[str, str]]:
    """Return of each result its letter and its word."""
    # Translators: W, D and L are one letter each for a match won, drawn (ended level) and lost.
    return {
        WON: (_("W"), _("won")),
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
