"""What happened between the auction and the first lead: cards that moved, melds that were laid."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games import services as games
from games.call_words import cards_in_signs
from games.story import Meld, Story
from league.play.results.deal_words import Names


def cards_moved(story: Story, names: Names) -> list[tuple[str, str]]:
    """Return (what, cards) of all that was turned up, passed on, picked up or laid away."""
    moved = [(_("Turned up"), story.turned_up), (_("The kitty"), story.kitty)]
    moved += [
        (_("%(giver)s to %(taker)s") % {"giver": names.seat(giver), "taker": names.seat(to)}, cards)
        for giver, to, cards in story.gifts
    ]
    moved += [
        (_("%(name)s laid away") % {"name": names.seat(seat)}, cards)
        for seat, cards in story.laid_away
    ]
    return [(what, cards) for what, cards in moved if cards]


def melds_laid(story: Story, names: Names, detail: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return each seat with the melds it laid before the play, and their sum.

    A meld is (what, points, cards), with no cards where they are not known.

    Where the record names no melds the engine may still know what each hand was worth.
    """
    laid = [meld for meld in story.melds if meld.after is None]
    sums = [None if laid else points for points in detail.get("seat_melds") or ()]
    sums += [None] * (len(story.hands) - len(sums))
    rows = []
    for seat in range(len(story.hands)):
        of_seat = [meld for meld in laid if meld.seat == seat]
        known = all(meld.points is not None for meld in of_seat)
        total = sum(meld.points or 0 for meld in of_seat) if laid and known else sums[seat]
        melds = [(_named(meld, names), meld.points, meld.cards) for meld in of_seat]
        rows.append({"name": names.seat(seat), "melds": melds, "total": total})
    return rows if any(row["melds"] or row["total"] for row in rows) else []


def name_of_meld(meld: Meld, names: Names) -> str:
    """Return the meld by its name and its cards, as far as they are known."""
    return f"{_named(meld, names)} {cards_in_signs(meld.cards)}".strip()


def _named(meld: Meld, names: Names) -> str:
    what = meld.what
    return what if isinstance(what, str) else games.render_sentence(what, names.seats, names.sides)
