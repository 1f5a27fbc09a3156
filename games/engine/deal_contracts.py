"""What a deal was played for, in the same words for every game.

How it is read from a game's summary is a field of its `Variant`: `contract`.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple


class DealContract(NamedTuple):
    """The bid, the trump and who plays it, as far as they are known.

    With the outcome "all_passed" nobody bid, and the rules name what is played, and which side
    plays it; with "passed_out", "dealt_again" and "unknown" there is nothing but the outcome.
    """

    outcome: Literal["bid", "all_passed", "passed_out", "dealt_again", "unknown"]
    bid: int | str | None = None
    trump: str | None = None
    seat: int | None = None
    side: int | None = None


def contract_bid(
    summary: Mapping[str, Any], made: bool | None, detail: Mapping[str, Any]
) -> DealContract:
    """Return the contract of a game with an auction; where nobody bid, the deal is passed out."""
    seat, side = summary.get("declarer"), summary.get("side")
    if seat is None and side is None:
        return DealContract("passed_out" if made is None else "unknown")
    return DealContract("bid", summary.get("bid"), summary.get("trump"), seat, side)


def no_contract(
    summary: Mapping[str, Any], made: bool | None, detail: Mapping[str, Any]
) -> DealContract:
    """Return that nothing is known: in this game nobody bids."""
    return DealContract("unknown")
