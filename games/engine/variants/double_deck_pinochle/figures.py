"""Figures of double-deck pinochle."""

from collections.abc import Iterator

from games.engine.cards import SUITS
from games.engine.figures import Achievement, DealFigures, ScoredDeal
from games.engine.phases import read_phases
from games.engine.variants.double_deck_pinochle.deal import SIDES, TRICKS
from games.engine.variants.double_deck_pinochle.meld import count_parts, meld_table
from games.engine.variants.double_deck_pinochle.phases import PHASES
from games.engine.variants.double_deck_pinochle.steps import opening
from games.sentences import say

ACHIEVEMENTS = {
    "double_run": say("Double run"),
    "triple_run": say("Triple run"),
    "double_aces": say("Double aces around"),
    "triple_aces": say("Triple aces around"),
    "meld_of_100": say("Meld of 100 or more in one hand"),
    "bid_of_100": say("A bid of 100 or more, made"),
    "all_tricks": say("All the tricks"),
}
GREAT = 100


def figures(deal: ScoredDeal) -> DealFigures:
    detail = deal.detail
    side, points = detail["declarer_side"], detail["points"]
    taken = detail["melds_counted"][side]
    if detail["branch"] == "no_marriage":
        taken = None
    elif points is not None:
        taken = 0 if detail["wiped"][side] else taken + points[side]
    elif detail["branch"] == "thrown_in":
        taken = None
    return DealFigures(
        played=True,
        side=side,
        declarer=detail["declarer"],
        bid=detail["bid"],
        made=deal.made,
        taken=taken,
        seat_melds=detail["seat_melds"],
        side_melds=detail["melds"],
        achievements=tuple(_achievements(deal)),
    )


def _achievements(deal: ScoredDeal) -> Iterator[Achievement]:
    detail = deal.detail
    melds = detail["seat_melds"] or ()
    great = [seat for seat, points in enumerate(melds) if points >= GREAT]
    for seat in great:
        yield Achievement("meld_of_100", seat % SIDES, seat)
    dear = [seat for seat, points in enumerate(melds) if points >= _double_worth(deal)]
    if dear and deal.is_record:
        yield from _melds_of(deal, dear)
    if deal.made and detail["bid"] >= GREAT:
        yield Achievement("bid_of_100", detail["declarer_side"], detail["declarer"])
    for side, tricks in enumerate(detail["tricks"] or ()):
        if tricks == TRICKS:
            yield Achievement("all_tricks", side)


def _double_worth(deal: ScoredDeal) -> int:
    """Return what a hand with a double run or double aces melds at least."""
    table = meld_table(deal.ruleset.options)
    return min(table.run[2], table.aces[2])


def _melds_of(deal: ScoredDeal, seats: list[int]) -> Iterator[Achievement]:
    """Look at the cards themselves: only a record has them, as they were at the first lead."""
    state = opening(deal.ruleset, deal.data)
    read_phases(PHASES, state, deal.data, before="play")
    if state.phase != "play" or state.trump is None:
        return
    for seat in seats:
        parts = count_parts(state.hands[seat], SUITS.index(state.trump))
        for name, times in (("run", parts.runs), ("aces", parts.aces)):
            if times >= 2:
                yield Achievement(
                    f"{'double' if times == 2 else 'triple'}_{name}", seat % SIDES, seat
                )
