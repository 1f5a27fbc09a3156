"""The bids and deals of an event or a club, as its page shows them."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import services as games
from league.faces.public.pictures.bid_bars import bid_bars
from league.faces.public.ratings.ratings_shown import game_in_words
from league.faces.public.ratings.shown_names import names_of
from league.faces.public.visitors import Visitor
from league.play.results.models import Submission
from league.tables.statistics.together import GameTogether


def games_together(
    games: Sequence[GameTogether], visitor: Visitor, known: set[int] | None = None
) -> list[dict[str, Any]]:
    """Return what `public/pictures/_games.html` needs; one query for the names.

    `known`: only these players are named; None: all of them.
    """
    names = names_of((bidder.player for game in games for bidder in game.bidders), visitor)
    return [
        {
            "game": game_in_words(game.variant),
            "stats": _stats(game),
            "bars": bid_bars(game.levels),
            "bidders": [
                {"row": bidder, "name": names.get(bidder.player, "")}
                for bidder in game.bidders
                if known is None or bidder.player in known
            ],
            "achieved": [
                (_achievement(game.variant, kind), count) for kind, count in game.achieved
            ],
        }
        for game in games
    ]


def _stats(game: GameTogether) -> list[tuple[Any, str]]:
    figures: list[tuple[Any, str]] = [
        (game.tables, _("tables")),
        (game.deals, pgettext("how many", "deals")),
    ]
    made = sum(made for made, _failed in game.levels.values())
    failed = sum(failed for _made, failed in game.levels.values())
    if made + failed:
        bid = sum(level * sum(counts) for level, counts in game.levels.items())
        figures += [
            (made, _("bids made")),
            (failed, _("bids failed")),
            (round(bid / (made + failed), 1), _("average bid")),
        ]
    return figures


def _achievement(variant: str, kind: str) -> str:
    label = games.achievement_label(variant, kind)
    return games.render_sentence(label) if label else kind


def highest_shown(submissions: Sequence[Submission]) -> list[dict[str, Any]]:
    """Return the highest deals with the round and table they were played at."""
    return [
        {
            "points": max(game.deal.score),
            "round": game.table.round.number,
            "table": game.table.shown_number,
            "url": reverse("public:deal", args=[game.pk]),
        }
        for game in submissions
    ]
