"""Prepared deals on paper: sheets to deal by, hands to check them, travellers, the weekly deal."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games import services as games
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import Kind, Outcome, register
from league.foundation.jobs.models import Job
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, Refused
from league.office.documents.document_kind import DocumentKind, DocumentOptions, Scope
from league.office.paper import sheets
from league.office.paper.document import Printing, as_file
from league.play.events.models import Stage
from league.play.prepared import weekly_deals
from league.play.prepared.models import PreparedSet, WeeklyDeal
from league.play.prepared.stage_deals import deal_of, deal_sheet, ruleset_of, seat_labels
from league.play.rounds.models import Round, Table
from league.play.rounds.selectors import placements_with_names, round_title, side_names


def _deal_sheets(
    made: PreparedSet, options: DocumentOptions, *, numbers: range, with_steps: bool
) -> Printing:
    """Make the sheets of these deals; whether they may be seen is asked before."""
    event, ruleset = made.stage.event, ruleset_of(made)
    document = options.about(
        _("Deal sheets"), at=made.created_at, club=event.club, subject=event.name
    )
    return sheets.deal_sheets(
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
    return sheets.travellers(document, travellers_of(made.stage, made), over=event.name)


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
    return sheets.deal_sheets(
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


# --- Documents of large rounds: a worker makes the file, and who requested it downloads it ---


class TooLargeToWaitFor(Refused):
    """A document that takes longer than an answer may; a worker makes it."""

    code = "takes_long"

    def __init__(self) -> None:
        super().__init__(
            _(
                "This document is too large to wait for: have it made in the background, and take "
                "the file from there when it is ready."
            )
        )


def tables_in(round: Round) -> int:
    return round.tables.count()


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeKind(DocumentKind):
    """A document of a round, or of its stage up to it, that can be too large to wait for.

    More than `most` of what `amount` counts are a file that a worker makes, as a job of the kind
    `job`: `most` is what one core lays out in about a second.
    """

    job: str
    most: int
    amount: Callable[[Round], int]

    def is_large(self, round: Round) -> bool:
        return self.amount(round) > self.most


def request_paper(paper: LargeKind, round: Round, *, size: str, by: Act) -> Job:
    """Request a job that makes the document, in the active language; asked for twice it is one."""
    language = get_language() or "en"
    return jobs.enqueue(
        kind=paper.job,
        club_id=round.stage.event.club_id,
        subject_id=round.pk,
        # everybody has a file of their own, in their language and on their paper
        apart=f"{by.actor.user_id} {language} {size[:10]}",
        data={"paper": size[:10]},
        by=by,
    )


def register_paper(paper: LargeKind) -> LargeKind:
    """Let a worker make this paper."""

    def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
        rows = Round.objects.select_related("stage__event__club")
        round = rows.filter(pk=job.subject_id).first()
        if round is None:
            raise OutOfDate(_("This round no longer exists."))
        event = round.stage.event
        progress.step(_("Reading who sits where"))
        with timezone.override(event.club.time_zone):
            printing = paper.make(round, DocumentOptions(at=at, paper=job.data["paper"]))
            file = as_file(printing, event.slug, paper.name, str(round.number), progress=progress)
        sentence = _("The file for %(round)s is ready.")
        return Outcome(
            sentence=sentence
            % {"round": listed([event.name, round_title(round, event.stages.count())])},
            file=file,
        )

    register(
        Kind(
            name=paper.job,
            label=paper.label,
            permission="clubs.view_desk",
            carry_out=carry_out,
            left=lambda _done, _total: _("No file was made."),
        )
    )
    return paper
