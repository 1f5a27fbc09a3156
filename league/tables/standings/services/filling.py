"""A stage filled with those who go through to it: once, or again as long as it has not begun."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.wording import join_sentences
from league.foundation.journal.actor import Act
from league.foundation.journal.naming import LISTED
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import Entry, Qualifying, Stage, StageEntry
from league.play.events.names import name_by_number, stage_name
from league.play.events.services.field import field_changed
from league.play.events.services.stages import StageHasBegun
from league.play.rounds.drawing.qualifying import LOT, Decision
from league.play.rounds.services.redraw import undo_draw
from league.play.rounds.services.running_rounds import check_running, lock_stage
from league.tables.standings.qualifying import FillPreview, TieShown, preview_filling


class NotPlayedOut(Refused):
    """Results of the stage before are missing or not confirmed; the director may go on anyway."""

    code = "stage_not_played_out"


class TiesOpen(Refused):
    """Entries are level for the last places, and nobody has said who gets them."""

    code = "ties_open"


@transaction.atomic
def fill_stage(
    *,
    stage: Stage,
    expected_digest: str | None = None,
    decisions: Mapping[str, Decision] | None = None,
    even_unfinished: bool = False,
    by: Act,
) -> FillPreview:
    """Put those who go through into the stage, seeded, with the points they carry over.

    Asked for twice, or with nothing changed, it is done once. Filling it again throws away a draw
    that nobody has seen. Raises NotRunning, CannotFill, WrongPlayOff, StageHasBegun, TiesOpen,
    NotPlayedOut unless `even_unfinished`, and OutOfDate when the results or entries are not those
    of `expected_digest`.
    """
    stage = lock_stage(stage)
    check_running(stage.event)
    preview = preview_filling(stage, decisions)
    if preview.is_as_filled and preview.qualifying.filled_at is not None:
        return preview
    _check(stage, preview, expected_digest, even_unfinished=even_unfinished)
    before = _inside(stage)
    known = preview.qualifying.filling.get("ties", [])
    _write(stage, preview, before, by=by)
    decided = [tie for tie in preview.ties if _kept(tie, preview.qualifying) not in known]
    _journal(stage, preview, decided, is_first=not before, by=by)
    return preview


def _check(
    stage: Stage, preview: FillPreview, expected_digest: str | None, *, even_unfinished: bool
) -> None:
    if preview.has_begun:
        raise StageHasBegun(
            _("%(stage)s has begun, so it stays as it is: who plays in it, and with which points.")
            % {"stage": stage_name(stage)}
        )
    if expected_digest not in (None, preview.digest):
        raise OutOfDate(
            _(
                "The results or the entries have changed in the meantime. Check again who goes "
                "through."
            )
        )
    if preview.waits_for and not even_unfinished:
        advice = _("Wait for it, or go on with the results as they are now.")
        raise NotPlayedOut(join_sentences([preview.waits_for, advice]))
    if preview.open_ties:
        raise TiesOpen(join_sentences(tie.sentence for tie in preview.open_ties))


def _inside(stage: Stage) -> dict[int, StageEntry]:
    return {row.entry_id: row for row in StageEntry.objects.filter(stage=stage)}


def _write(
    stage: Stage,
    preview: FillPreview,
    before: Mapping[int, StageEntry],
    *,
    by: Act,
) -> None:
    seeds = {qualifier.entry.pk: qualifier.seed for qualifier in preview.qualifiers}
    is_same_field = seeds == {pk: row.seed for pk, row in before.items()}
    first = stage.rounds.order_by("number").first()
    if first is not None and not is_same_field:
        undo_draw(round=first, by=by)
    StageEntry.objects.filter(stage=stage).delete()
    StageEntry.objects.bulk_create(
        StageEntry(
            stage=stage,
            entry=qualifier.entry,
            seed=qualifier.seed,
            carried_points=qualifier.carried,
            group=before[qualifier.entry.pk].group if is_same_field else "",
        )
        for qualifier in preview.qualifiers
    )
    qualifying = preview.qualifying
    qualifying.filled_at = by.at
    qualifying.filling = {
        "after_round": preview.after_round,
        "ties": [_kept(tie, qualifying) for tie in preview.ties],
    }
    qualifying.save(update_fields=["filled_at", "filling"])
    field_changed(stage.event)


def _kept(tie: TieShown, qualifying: Qualifying) -> dict[str, Any]:
    return {
        "group": tie.tie.group,
        "level": [entry.pk for entry in tie.level],
        "places": tie.tie.places,
        "by": tie.tie.by,
        "through": [entry.pk for entry in tie.through],
        "seed": qualifying.lot_seed if tie.tie.by == LOT else None,
    }


def _journal(
    stage: Stage,
    preview: FillPreview,
    decided: Sequence[TieShown],
    *,
    is_first: bool,
    by: Act,
) -> None:
    """Write into the journal which entries are in the stage, and each tie decided now."""
    named = {"stage": stage.name, "number": stage.number}
    data: dict[str, Any] = named | {
        "round": preview.after_round,
        "count": len(preview.qualifiers),
        "entries": [qualifier.entry.pk for qualifier in preview.qualifiers],
        "percent": preview.qualifying.carried_percent,
        "coming": _noted(preview.coming),
        "leaving": _noted(preview.leaving),
    }
    kind = "stage.filled"
    if not is_first:
        changed = preview.coming or preview.leaving
        kind = "stage.filled_again" if changed else "stage.seeded_again"
    happenings: list[tuple[str, dict[str, Any]]] = [(kind, data)]
    for one in decided:
        how = "stage.lot_drawn" if one.tie.by == LOT else "stage.played_off"
        about = {
            "level": _noted(one.level),
            "through": _noted(one.through),
            "seed": preview.qualifying.lot_seed,
        }
        happenings.append((how, named | about))
    for kind, data in happenings:
        journal_stage(kind, stage, by=by, **data)


def _noted(entries: Iterable[Entry]) -> dict[str, Any]:
    return {LISTED: [name_by_number(entry) for entry in entries]}
