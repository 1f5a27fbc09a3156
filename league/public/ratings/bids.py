"""What was bid and played in an event or a club, as its page shows it."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import services as games
from league.public.pictures.bid_bars import bid_bars
from league.public.ratings.ratings_shown import game_in_words
from league.public.ratings.shown_names import names_of
from league.public.visitors import Visitor
from league.results.models import Submission
from league.statistics.together import GameTogether


def games_together(
    found: Sequence[GameTogether], visitor: Visitor, known: set[int] | None = None
) -> list[dict[str, Any]]:
    """Return what `public/pictures/_games.html` needs; one query for the names.

    `known`: only these players are named; None: all of them.
    """
    names = names_of((bidder.player for one in found for bidder in one.bidders), visitor)
    return [
        {
            "game": game_in_words(one.variant),
            "stats": _stats(one),
            "bars": bid_bars(one.levels),
            "bidders": [
                {"row": bidder, "name": names.get(bidder.player, "")}
                for bidder in one.bidders
                if known is None or bidder.player in known
            ],
            "achieved": [(_feat(one.variant, kind), count) for kind, count in one.achieved],
        }
        for one in found
    ]


def _stats(one: GameTogether) -> list[tuple[Any, str]]:
    figures: list[tuple[Any, str]] = [
        (one.tables, _("tables")),
        (one.deals, pgettext("how many", "deals")),
    ]
    made = sum(made for made, _failed in one.levels.values())
    failed = sum(failed for _made, failed in one.levels.values())
    if made + failed:
        bid = sum(level * sum(counts) for level, counts in one.levels.items())
        figures += [
            (made, _("bids made")),
            (failed, _("bids failed")),
            (round(bid / (made + failed), 1), _("average bid")),
        ]
    return figures


def _feat(variant: str, kind: str) -> str:
    label = games.feat_label(variant, kind)
    return games.in_words(label) if label else kind


def highest_shown(found: Sequence[Submission]) -> list[dict[str, Any]]:
    """Return the highest deals with the round and table they were played at."""
    return [
        {
            "points": max(one.deal.score),
            "round": one.table.round.number,
            "table": one.table.shown_number,
            "url": reverse("public:deal", args=[one.pk]),
        }
        for one in found
    ]
