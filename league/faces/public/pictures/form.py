"""The last results and places of entries, read from the standings after each round."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.expressions import Combinable
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.clubs.models import Player
from league.clubs.selectors import is_player
from league.foundation.lists import listed
from league.foundation.related_rows import rows_column
from league.play.events.models import EntryMember, Event
from league.play.prepared.hiding import HiddenDeals
from league.play.results.models import TableState
from league.play.rounds.models import Room, Round, RoundState, Seat
from league.tables.standings.selectors import RECENT, StandingsPage

LAST = 5
OUTCOME = ("table__result__winner", "placement__side")
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


# --- The last results of a player, and of two as partners, from the tables they sat at ---


def form_column(events: "QuerySet[Event]", hidden: HiddenDeals) -> Combinable:
    """Return a player's last results in these events that they entered, for `form_read`."""
    entered = EntryMember.objects.filter(
        is_player(OuterRef(OuterRef(OuterRef("pk")))), event__in=events
    )
    seats = _seats(OuterRef(OuterRef("pk"))).filter(round__stage__event__in=entered.values("event"))
    return rows_column(seats.exclude(table__in=hidden.held_back)[:LAST], *OUTCOME)


def form_read(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the last results that a `form_column` has, the newest last."""
    return _results([(row[OUTCOME[0]], row[OUTCOME[1]]) for row in rows])


def form_of_pair(
    one: Player, other: Player, events: Collection[int], hidden: HiddenDeals
) -> list[str]:
    """Return the last results of two on the same side, in these events (ids); one query."""
    beside = Seat.objects.filter(
        is_player(other.pk), table=OuterRef("table"), placement__side=OuterRef("placement__side")
    )
    return _form(_seats(one.pk).filter(Exists(beside)), events, hidden)


def _seats(player: Any) -> "QuerySet[Seat]":
    """Return where the player sat at tables that are confirmed to the end, the newest first."""
    return (
        Seat.objects.filter(is_player(player), table__result__state=TableState.CONFIRMED)
        .filter(table__room=Room.ONLY, table__result__awarded__isnull=True)
        .exclude(round__state=RoundState.DRAWN)
        .order_by("-round__opened_at", "-round__number", "-pk")
    )


def _form(seats: "QuerySet[Seat]", events: Collection[int], hidden: HiddenDeals) -> list[str]:
    shown = seats.filter(round__stage__event__in=events).exclude(table__in=hidden.held_back)
    return _results(shown.values_list(*OUTCOME)[:LAST])


def _results(newest: Iterable[tuple[int | None, int | None]]) -> list[str]:
    return [
        DRAWN if winner is None else WON if winner == side else LOST for winner, side in newest
    ][::-1]


# --- Of a stage with very many rounds, those that a page shows at once ---

ROUNDS_AT_ONCE = 30


@dataclass(frozen=True, slots=True)
class RoundBlock:
    """The rounds shown, which block of them that is, counted from 1, and all blocks in order."""

    rounds: list[Round]
    number: int
    blocks: list[list[Round]]

    def tabs(self, request: HttpRequest) -> list[tuple[str, str, bool]]:
        """Return a tab a block, with the rest of the query kept; none where there is one block."""
        if len(self.blocks) < 2:
            return []
        return [
            (self._address(request, number), _label(block), number == self.number)
            for number, block in enumerate(self.blocks, start=1)
        ]

    @staticmethod
    def _address(request: HttpRequest, number: int) -> str:
        query = request.GET.copy()
        query["rounds"] = str(number)
        return f"?{query.urlencode()}"


def _label(block: Sequence[Round]) -> str:
    first, last = block[0].number, block[-1].number
    if first == last:
        return _("Round %(number)d") % {"number": first}
    return _("Rounds %(first)d–%(last)d") % {"first": first, "last": last}


def block_of(rounds: Sequence[Round], asked: int | None) -> RoundBlock:
    """Return the block asked for, else the one with the newest round that is shown.

    Raises Http404 behind the last block.
    """
    blocks = [
        list(rounds[start : start + ROUNDS_AT_ONCE])
        for start in range(0, len(rounds), ROUNDS_AT_ONCE)
    ] or [[]]
    newest = max(
        (place for place, one in enumerate(rounds) if one.state != RoundState.DRAWN), default=0
    )
    number = asked or newest // ROUNDS_AT_ONCE + 1
    if number > len(blocks):
        raise Http404("the stage has no such rounds")
    return RoundBlock(blocks[number - 1], number, blocks)
