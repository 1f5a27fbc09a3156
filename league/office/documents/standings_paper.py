"""The standings of a stage on paper: its newest ones, or those after a round."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.shown_numbers import Number, figure, place
from league.office.documents.document_kind import (
    DocumentKind,
    DocumentOptions,
    NothingToPrint,
    Scope,
)
from league.office.paper.printing import Printing
from league.office.paper.standings_sheet import Ranked, ranking
from league.play.events.models import Event, Stage
from league.play.events.names import marked, stage_name
from league.tables.outlook.selectors import marks_beside
from league.tables.outlook.shown import mark_in_words
from league.tables.standings.bye_worth import bye_worth_sentence
from league.tables.standings.deciding import newest
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import StandingsPage, standings_page
from league.tables.standings.standings_shown import (
    caption_of,
    columns_of,
    departure_notes,
    figures_of,
    group_in_words,
    held_back_note,
    name_in,
    provisional_note,
    ranked_by_bracket,
    stages_of,
)

# more rows are a book, and a page that takes its time to be made
MOST_ROWS = 1_000


def _standings(
    event: Event, options: DocumentOptions, *, stage: int | None = None, round: int | None = None
) -> Printing:
    """Make the standings of the stage with this number, else of the newest; after this round."""
    stages = stages_of(event)
    chosen = _stage(stages, stage)
    found = (
        standings_page(chosen, round, page_rows=MOST_ROWS, with_reasons=False) if chosen else None
    )
    if chosen is None or found is None:
        raise NothingToPrint("there are no standings to print yet")
    chosen.event = event
    reached = ranked_by_bracket(chosen)
    with_byes = not reached and any(row.byes for row in found.rows)
    marks = marks_beside(found)
    return ranking(
        options.about(
            _("Standings"), at=found.snapshot.made_at, club=event.club, subject=event.name
        ),
        columns_of(event, with_byes=with_byes, reached=reached),
        [
            _ranked(
                row,
                options,
                mark_in_words(marks.get(row.entry_id, "")),
                figures_of(event, row, with_byes=with_byes, reached=reached),
            )
            for row in found.rows
        ],
        over=f"{event.name} · {stage_name(chosen)}" if len(stages) > 1 else event.name,
        lead=caption_of(found),
        notes=_notes(chosen, found, options, with_byes),
    )


def _stage(stages: list[Stage], options: int | None) -> Stage | None:
    if options is None:
        return newest(stages) if stages else None
    return next((stage for stage in stages if stage.number == options), None)


def _notes(
    stage: Stage, found: StandingsPage, options: DocumentOptions, with_byes: bool
) -> list[str]:
    byes = bye_worth_sentence(stage, stage.event) if with_byes else ""
    notes = [note for note in (provisional_note(found), held_back_note(stage), byes) if note]
    notes += departure_notes(stage, full=options.full_names)
    if found.snapshot.entries > MOST_ROWS:
        numbers = {"shown": MOST_ROWS, "entries": found.snapshot.entries}
        notes.append(
            _("The first %(shown)d of %(entries)d are printed; see the page for all of them.")
            % numbers
        )
    return notes


def _ranked(
    row: SnapshotRow, options: DocumentOptions, mark: str, figures: Sequence[Number | str]
) -> Ranked:
    full = options.full_names
    name = marked(name_in(row, full), has_withdrawn=row.has_withdrawn)
    return Ranked(
        place=place(row.rank, row.is_tied),
        name=name + (" (" + _("provisional") + ")" if row.is_provisional else ""),
        members=" · ".join(filter(None, [row.names.members(full=full), mark])),
        group=group_in_words(row),
        figures=[figure(value) for value in figures],
    )


STANDINGS = DocumentKind(
    name="standings",
    label=gettext_lazy("Standings"),
    of=Scope.EVENT,
    permission="",
    make=_standings,
)
