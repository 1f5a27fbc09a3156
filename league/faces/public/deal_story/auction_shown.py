"""The auction as a grid: a column a seat, a row each time round, calls with their meaning."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games import services as games
from games.call_words import call_in_words, explanation_in_words
from games.engine.ruleset import Ruleset
from games.story import Story
from league.play.results.deal_words import Names

NO_BIDS = ("pass", "double", "redouble")


def auction_grid(
    story: Story, ruleset: Ruleset, names: Names, detail: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return the seats in the order of calling and the rows; a cell is a call or None."""
    if not story.calls:
        return None
    players = len(story.hands)
    first = story.calls[0][0]
    rows: list[list[dict[str, Any] | None]] = []
    last = players
    for cell in _cells(story, ruleset, names, detail):
        column = (cell["seat"] - first) % players
        if column <= last:
            rows.append([None] * players)
        rows[-1][column] = cell
        last = column
    return {
        "seats": [names.seat((first + place) % players) for place in range(players)],
        "rows": rows,
        "in_words": _in_words(story, names),
        "explained": any(cell and cell["explanation"] for row in rows for cell in row),
    }


def _cells(
    story: Story, ruleset: Ruleset, names: Names, detail: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    before: list[str] = []
    standing = _standing(story)
    notes = iter(detail.get("calls") or ())
    for index, (seat, call) in enumerate(story.calls):
        meaning = games.explain_call(ruleset, story.dealer or 0, before, call)
        # the engine notes each bid with whether the hand is as the bid says
        note = None if call.startswith(NO_BIDS) else next(notes, None)
        yield {
            "seat": seat,
            "name": names.seat(seat),
            "call": call,
            "words": call_in_words(call),
            "explanation": explanation_in_words(
                ruleset.variant, {**(meaning or {}), **(note or {})}
            ),
            "is_pass": call.startswith("pass"),
            "stands": index == standing,
        }
        before.append(call)


def _in_words(story: Story, names: Names) -> str:
    """Return the auction in a few sentences: who opened, who won it, or that nobody bid."""
    bids = [
        (names.seat(seat), call_in_words(call))
        for seat, call in story.calls
        if not call.startswith(NO_BIDS)
    ]
    if not bids:
        return _("Everybody passed.")
    standing = _standing(story)
    if standing is None:
        name, bid = bids[0]
        return _("%(name)s opened with %(bid)s.") % {"name": name, "bid": bid}
    seat, call = story.calls[standing]
    won = {"name": names.seat(seat), "bid": call_in_words(call), "opener": bids[0][0]}
    if len(bids) == 1:
        return _("%(name)s made the only bid, %(bid)s.") % won
    won["first"] = bids[0][1]
    if won["opener"] == won["name"]:
        return _("%(name)s opened with %(first)s and won the auction with %(bid)s.") % won
    return _("%(opener)s opened with %(first)s. %(name)s won the auction with %(bid)s.") % won


def _standing(story: Story) -> int | None:
    """Return the place of the bid that became the contract."""
    bids = [
        index
        for index, (seat, call) in enumerate(story.calls)
        if seat == story.declarer and not call.startswith(NO_BIDS)
    ]
    return bids[-1] if bids else None
