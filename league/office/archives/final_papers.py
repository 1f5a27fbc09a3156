"""The final standings of each event as PDF, as an archive keeps them for people."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from league.office.archives.scope import Scope
from league.office.paper.answers import about_on
from league.office.paper.standings_sheet import Ranked, ranking
from league.play.events.models import Event, EventState, Stage
from league.play.events.names import stage_name
from league.tables.standings.models import Snapshot, SnapshotRow
from league.tables.standings.names import named

MOST_ROWS = 1_000  # more are a book; the tables have all of them


def papers_of(scope: Scope) -> Iterator[tuple[str, bytes]]:
    """Go through the files: of each stage of a finished event what it ended with."""
    over = (EventState.FINISHED, EventState.ARCHIVED)
    events = scope.events.filter(state__in=over).select_related("club").order_by("pk")
    with translation.override(scope.club.language):
        for event in events.iterator(chunk_size=100):
            yield from _of_event(event)


def _of_event(event: Event) -> Iterator[tuple[str, bytes]]:
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        last = Snapshot.objects.filter(stage=stage).order_by("-round_number").first()
        if last is None:
            continue
        names = [event.slug] if len(stages) == 1 else [event.slug, str(stage.number)]
        yield f"papers/{'-'.join(names)}-standings.pdf", _paper(event, stage, last)


def _paper(event: Event, stage: Stage, last: Snapshot) -> bytes:
    rows = named(SnapshotRow.objects.all()).filter(snapshot=last).order_by("position")[:MOST_ROWS]
    title = _("Standings")
    printing = ranking(
        about_on("", title, at=last.made_at, club=event.club, subject=event.name),
        [_("Played"), _("Won"), _("Points")],
        [_row(row) for row in rows],
        over=f"{event.name} · {stage_name(stage)}",
        lead=_("Standings after round %(round)d") % {"round": last.round_number},
    )
    return printing.to_bytes()


def _row(row: SnapshotRow) -> Ranked:
    return Ranked(
        place=f"={row.rank}" if row.is_tied else str(row.rank),
        name=row.names.full,
        members=row.names.full_members,
        group=row.group,
        figures=[str(row.played), str(row.won), _figure(row.points)],
    )


def _figure(points: Decimal) -> str:
    digits = f"{points:f}".rstrip("0").rstrip(".") if "." in f"{points:f}" else f"{points:f}"
    return number_format(digits, use_l10n=True, force_grouping=True)
