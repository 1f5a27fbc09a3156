"""The best and the worst deal of somebody, as a page shows them: what it was, against whom."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from league.clubs.models import Player
from league.faces.public.visitors import Visitor
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.lists import listed
from league.play.prepared.hiding import HiddenDeals
from league.play.results.deal_words import Names, contract_of
from league.play.results.models import Submission
from league.play.rounds.selectors import read_people, with_people
from league.tables.statistics.at_tables import MOST_TABLES, AtTable, Extreme, extremes_at


def notable_deals(
    player: Player, at: Sequence[AtTable], hidden: HiddenDeals, visitor: Visitor
) -> dict[str, Any]:
    """Return `best` and `worst` of the player's deals at these tables; at most four queries.

    `last` is how many tables these are, where no more than these are looked at.
    """
    best, worst = extremes_at(player, at, hidden)
    found = [extreme for extreme in (best, worst) if extreme is not None]
    loaded = {row.pk: row for row in DEALS(ids=[extreme.submission for extreme in found])}
    for row in loaded.values():
        read_people(row.table, row)
    return {
        "best": _deal(loaded, best, visitor),
        "worst": _deal(loaded, worst, visitor),
        "last": MOST_TABLES if len(at) == MOST_TABLES else None,
    }


DEALS = CompiledQuery(
    lambda value: with_people(
        Submission.objects.filter(pk__any_of=value("ids")).select_related(
            "deal", "table__round__stage__event"
        ),
        "table",
    )
)


def _deal(
    loaded: dict[int, Submission], extreme: Extreme | None, visitor: Visitor
) -> dict[str, Any] | None:
    if extreme is None:
        return None
    submission = loaded[extreme.submission]
    names = Names(submission.table, public=visitor.sees_public_names)
    score = submission.deal.score
    others = [side for side in range(len(score)) if side != extreme.side]
    return {
        "url": reverse("public:deal", args=[submission.pk]),
        "contract": contract_of(submission.deal, names),
        "points": score[extreme.side],
        "others": [score[side] for side in others],
        "against": listed(names.side(side) for side in others),
        "event": submission.table.round.stage.event.name,
        "at": submission.table.round.opened_at,
    }
