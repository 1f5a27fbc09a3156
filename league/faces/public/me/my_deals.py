"""A player's own deals, the latest first: a few on the home page, all of them page by page."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet
from django.urls import reverse

from games import services as games
from league.clubs.models import Player
from league.faces.public.ratings.ratings_shown import game_in_words
from league.play.events.models import Visibility
from league.play.prepared.hiding import hidden_of
from league.play.results.deal_words import Names, contract_of, label_of
from league.play.results.models import LIVE, Submission
from league.play.rounds.models import RoundState
from league.play.rounds.selectors import load_placements_and_seats


def deals_of(players: Sequence[Player], *, game: str = "") -> "QuerySet[Submission]":
    """Return the submissions that count of deals at which the players sat, the latest first."""
    rows = (
        Submission.objects.filter(table__seats__player__in=players, state__in=LIVE)
        .exclude(table__round__state=RoundState.DRAWN)
        .exclude(table__round__stage__event__visibility=Visibility.HIDDEN)
        .annotate(own_side=F("table__seats__placement__side"))
        .select_related("deal", "table__round__stage__event__club")
        .order_by("-submitted_at", "-pk")
    )
    return rows.filter(deal__variant=game) if game else rows


def games_played(players: Sequence[Player]) -> list[tuple[str, str]]:
    """Return (variant, its name) of the games that the players have deals of."""
    rows = deals_of(players).order_by().values_list("deal__variant", flat=True).distinct()
    known = [one.id for one in games.variants()]
    played = set(rows)
    return [(variant, game_in_words(variant)) for variant in known if variant in played]


def deals_shown(submissions: Sequence[Submission]) -> list[dict[str, Any]]:
    """Return deals as `public/me/_deals.html` takes them; five queries however many."""
    tables = {one.table_id: one.table for one in submissions}
    load_placements_and_seats(list(tables.values()))
    hidden = hidden_of(tables.values())
    for one in submissions:
        one.table = tables[one.table_id]
    return [_deal(one, one.number in hidden.places(one.table_id)) for one in submissions]


def _deal(submission: Submission, is_hidden: bool) -> dict[str, Any]:
    event = submission.table.round.stage.event
    names = Names(submission.table, public=False)
    own = submission.own_side or 0  # type: ignore[attr-defined]
    return {
        "url": reverse("public:deal", args=[submission.pk]),
        "label": label_of(submission.deal, submission.number),
        "game": game_in_words(submission.deal.variant),
        "event": event.name,
        "round": submission.table.round.number,
        "at": submission.submitted_at,
        "is_hidden": is_hidden,
        "contract": "" if is_hidden else contract_of(submission.deal, names),
        "against": [name for side, name in enumerate(names.sides) if side != own],
        **({} if is_hidden else _points(submission, own)),
    }


def _points(submission: Submission, own: int) -> dict[str, Any]:
    score = list(submission.deal.score)
    mine = score[own] if own < len(score) else None
    return {"points": mine, "others": [it for side, it in enumerate(score) if side != own]}
