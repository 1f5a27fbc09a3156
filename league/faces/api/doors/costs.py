"""What one request to a door may cost: refused by what drives the cost, with the numbers.

The limits are such that an answer takes less than a second of one core; what a draw does beside
them is counted (`league/play/rounds/drawing/work.py`). docs/decisions/0014-requests.md.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.play.rounds.drawing import format_named

MOST_BYTES = 400_000
MOST_OBJECTS = 100
MOST_DEALS = 1_000  # in all games of a request
MOST_RULESETS = 20  # for each the melds that a hand can have are worked out
MOST_ENTRIES = 256
MOST_PLACES = 16_384  # entries times rounds, and times the weight of a place in the format
MOST_AVOIDED = 2_000
MOST_RESULTS = 5_000
MOST_MEETINGS = 60_000  # of two entries at a table, each way: tables of many are dear
MOST_BITS = 4_096  # of the common denominator of all points that are ranked
MOST_WORK = 400_000  # of a draw, beside its searches, in about microseconds
RULESET_NAMES = ("variant", "preset", "options", "players")


def check_draw(data: object) -> None:
    """Refuse a draw that costs too much. Raises ValidationError; the door reads the rest."""
    _check_lists(data, {"entries": MOST_ENTRIES, "avoid": MOST_AVOIDED, "history": MOST_RESULTS})
    _check_meetings(data, "history")
    if not isinstance(data, dict) or not isinstance(entries := data.get("entries"), list):
        return
    name, count = data.get("format"), len(entries)
    if not isinstance(name, str):
        return
    cost = format_named(name).cost
    if cost is None:
        return
    rounds, most = cost.rounds(count), MOST_PLACES // cost.weight
    if cost.searched:
        rounds = _rounds_asked(data, rounds)
    if count * rounds > most:
        raise ValidationError(
            {
                "rounds": _(
                    "Over the network at most %(most)d places are drawn at once, and %(entries)d "
                    "entries in %(rounds)d rounds are %(places)d: send fewer entries or ask for "
                    "fewer rounds. The command on your own machine takes more."
                )
                % {
                    "most": most,
                    "entries": count,
                    "rounds": rounds,
                    "places": count * rounds,
                }
            },
            code="too_much_work",
        )


def check_rank(data: object) -> None:
    """Refuse a ranking that costs too much. Raises ValidationError."""
    _check_lists(
        data,
        {
            "entries": MOST_ENTRIES,
            "matches": MOST_RESULTS,
            "deals": MOST_RESULTS,
            "adjustments": MOST_RESULTS,
            "carried": MOST_RESULTS,
        },
    )
    _check_meetings(data, "matches")
    if isinstance(data, dict) and isinstance(deals := data.get("deals"), list):
        results = [result for deal in deals for result in _results_of(deal)]
        if len(results) > MOST_RESULTS:
            _refuse_list("deals.results", len(results), MOST_RESULTS)
        _check_meetings({"deals": results}, "deals")


def _results_of(deal: object) -> list[Any]:
    results = deal.get("results") if isinstance(deal, dict) else None
    return results if isinstance(results, list) else []


def check_score(data: object) -> None:
    """Refuse more to score than a request may have. Raises ValidationError."""
    objects = data if isinstance(data, list) else [data]
    if len(objects) > MOST_OBJECTS:
        raise ValidationError(
            _("Send at most %(most)d objects at once; you sent %(count)d.")
            % {"most": MOST_OBJECTS, "count": len(objects)},
            code="too_many",
        )
    deals = sum(len(game) for game in _games(objects))
    if deals > MOST_DEALS:
        raise ValidationError(
            _(
                "Send at most %(most)d deals in one request, all its games together; this "
                "request has %(count)d."
            )
            % {"most": MOST_DEALS, "count": deals},
            code="too_many",
        )
    rulesets = len({_ruleset_named(sent) for sent in objects if isinstance(sent, dict)})
    if rulesets > MOST_RULESETS:
        raise ValidationError(
            _(
                "Send deals of at most %(most)d different rulesets at once; you sent "
                "%(count)d. A ruleset is the game, its preset, its options and the number of "
                "players."
            )
            % {"most": MOST_RULESETS, "count": rulesets},
            code="too_many",
        )


def _games(objects: list[Any]) -> Iterator[list[Any]]:
    for sent in objects:
        if isinstance(sent, dict) and isinstance(game := sent.get("game"), list):
            yield game


def _ruleset_named(data: Mapping[str, Any]) -> str:
    """Return the same text for two objects that name the same rules."""
    return json.dumps([data.get(name) for name in RULESET_NAMES], sort_keys=True)


def _rounds_asked(data: Mapping[str, Any], usual: int) -> int:
    asked = [data.get("rounds"), data.get("round")]
    numbers = [
        number for number in asked if isinstance(number, int) and not isinstance(number, bool)
    ]
    return max([*numbers, 1]) if numbers else usual


def _check_lists(data: object, limits: Mapping[str, int]) -> None:
    if not isinstance(data, dict):
        return
    for name, most in limits.items():
        value = data.get(name)
        if isinstance(value, list) and len(value) > most:
            _refuse_list(name, len(value), most)


def _check_meetings(data: object, name: str) -> None:
    """Refuse tables at which more meet than may be counted. Raises ValidationError."""
    tables = data.get(name) if isinstance(data, dict) else None
    if not isinstance(tables, list):
        return
    meetings = sum(size * (size - 1) for size in map(_entries_at, tables))
    if meetings > MOST_MEETINGS:
        raise ValidationError(
            {
                name: _(
                    "Over the network at most %(most)d meetings are counted, and at the tables of "
                    "“%(name)s” there are %(count)d: a table of two has 2, one of four 12. Send "
                    "fewer tables. The command on your own machine takes more."
                )
                % {"name": name, "most": MOST_MEETINGS, "count": meetings}
            },
            code="too_much_work",
        )


def _entries_at(table: object) -> int:
    sides = table.get("sides") if isinstance(table, dict) else None
    if not isinstance(sides, list):
        return 0
    entries = [side.get("entries") if isinstance(side, dict) else side for side in sides]
    return sum(len(some) for some in entries if isinstance(some, list))


def _refuse_list(name: str, count: int, most: int) -> NoReturn:
    if name == "entries":
        sentence = _(
            "Over the network at most %(most)d entries are drawn or ranked at once; these "
            "are %(count)d. The command on your own machine takes more."
        )
    else:
        sentence = _(
            "Over the network “%(name)s” takes at most %(most)d elements at once; these are "
            "%(count)d. The command on your own machine takes more."
        )
    numbers = {"name": name, "most": most, "count": count}
    raise ValidationError({name: sentence % numbers}, code="too_many")
