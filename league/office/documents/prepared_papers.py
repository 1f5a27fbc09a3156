"""Prepared deals on paper: sheets to deal by, hands to check them, travellers, the weekly deal."""

from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from league.office.documents.document_kind import DocumentKind, DocumentOptions, Scope
from league.office.paper import deal_sheets as deal_paper
from league.office.paper.printing import Printing
from league.play.events.models import Stage
from league.play.prepared import weekly_deals
from league.play.prepared.models import PreparedSet, WeeklyDeal
from league.play.prepared.stage_deals import deal_of, deal_sheet, ruleset_of, seat_labels
from league.play.rounds.models import Table
from league.play.rounds.selectors import placements_with_names, side_names


def _deal_sheets(
    made: PreparedSet, options: DocumentOptions, *, numbers: range, with_steps: bool
) -> Printing:
    """Make the sheets of these deals; whether they may be seen is asked before."""
    event, ruleset = made.stage.event, ruleset_of(made)
    document = options.about(
        _("Deal sheets"), at=made.created_at, club=event.club, subject=event.name
    )
    return deal_paper.deal_sheets(
        document,
        [deal_sheet(ruleset, deal_of(made, number)) for number in numbers],
        over=event.name,
        with_steps=with_steps,
        stock_in_order=games.stock_in_order(ruleset),
    )


def _travellers(made: PreparedSet, options: DocumentOptions) -> Printing:
    event = made.stage.event
    document = options.about(
        _("Travellers"), at=made.created_at, club=event.club, subject=event.name
    )
    return deal_paper.travellers(document, travellers_of(made.stage, made), over=event.name)


def travellers_of(stage: Stage, made: PreparedSet) -> list[dict[str, Any]]:
    """Return the paper of each deal: a row for every table that plays it; it names no cards."""
    players: dict[int, list[dict[str, Any]]] = {n: [] for n in range(1, made.deals + 1)}
    tables = (
        Table.objects.filter(round__stage=stage)
        .select_related("round")
        .prefetch_related(Prefetch("placements", placements_with_names()))
        .order_by("round__number", "number", "room")
    )
    for table in tables:
        for number in table.deal_numbers:
            players.setdefault(number, []).append(_row(table))
    dealers = seat_labels(ruleset_of(made))
    return [
        {
            "number": number,
            "rows": rows,
            "dealer": dealers[games.dealer_of(number, made.players)],
            # for tables of rounds that are not drawn yet
            "empty_rows": range(0 if rows else 8),
        }
        for number, rows in sorted(players.items())
    ]


def _row(table: Table) -> dict[str, Any]:
    return {"round": table.round.number, "table": table.shown_number, "names": side_names(table)}


def _weekly_sheet(weekly: WeeklyDeal, options: DocumentOptions) -> Printing:
    ruleset, game = weekly_deals.ruleset_of(weekly), weekly_game(weekly)
    return deal_paper.deal_sheets(
        options.about(_("Deal of the week"), at=weekly.created_at, subject=game),
        [deal_sheet(ruleset, weekly_deals.cards_of(weekly))],
        over=_("Deal of the week") + f" · {game}",
        with_steps=True,
        stock_in_order=games.stock_in_order(ruleset),
    )


def weekly_game(weekly: WeeklyDeal) -> str:
    """Return the name of the game that is dealt."""
    info = games.variant_named(weekly.variant)
    return games.render_sentence(info.label) if info else weekly.variant


DEAL_SHEETS = DocumentKind(
    name="deals",
    label=gettext_lazy("Deal sheets"),
    of=Scope.STAGE,
    permission="prepared.look_at_deals",
    make=_deal_sheets,
    is_secret=True,
)
TRAVELLERS = DocumentKind(
    name="travellers",
    label=gettext_lazy("Travellers"),
    of=Scope.STAGE,
    permission="prepared.prepare_deals",
    make=_travellers,
)
WEEKLY_SHEET = DocumentKind(
    name="deal-of-the-week",
    label=gettext_lazy("Deal of the week"),
    of=Scope.WEEKLY_DEAL,
    permission="",
    make=_weekly_sheet,
)
