"""A draw changed by hand: only unplayed tables change (`edit_preview` shows what it breaks).

What the tables were like goes into the journal with the change: see `undo_edit`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.sentences import say, sentence_to_json
from league.foundation.journal.actor import Actor
from league.foundation.refusal import OutOfDate
from league.play.events.models import Entry
from league.play.rounds.arrangement import Arrangement, Change, changed_tables
from league.play.rounds.edited_matches import tell_followers
from league.play.rounds.models import Round
from league.play.rounds.services.edit_preview import preview_edit
from league.play.rounds.services.round_locks import journal_round, lock_round, lock_tables
from league.play.rounds.services.seating import write_arrangement
from league.play.rounds.services.undo_edit import remembered

EDITED = {"code": "edited", "sentence": sentence_to_json(say("changed by the director"))}


@transaction.atomic
def edit_round(
    *,
    round: Round,
    changes: Sequence[Change],
    expected_version: int,
    reason: str = "",
    actor: Actor,
    at: datetime,
) -> Round:
    """Make the changes, whatever they break: the director has seen that in the preview.

    Raises OutOfDate when the round changed since `expected_version`, and what `preview_edit` does.
    """
    round = lock_round(round)
    if round.version != expected_version:
        raise OutOfDate(
            _("Somebody else has changed this round in the meantime. Please check it again.")
        )
    lock_tables([round])
    preview = preview_edit(round=round, changes=changes)
    before = remembered(round, preview.before, preview.after)
    rewrite(round, preview.before, preview.after, preview.field, actor=actor, at=at)
    journal_round(
        "round.edited",
        round,
        actor=actor,
        at=at,
        data={
            "reason": reason,
            "changes": [change.as_json() for change in changes],
            "tables": ", ".join(map(str, preview.changed)),
            "breaks": [broken.code for broken in preview.breaks],
            "version": round.version,
            "before": before,
        },
    )
    return round


def rewrite(
    round: Round,
    before: Arrangement,
    after: Arrangement,
    field: Mapping[int, Entry],
    *,
    actor: Actor,
    at: datetime,
) -> None:
    """Write what differs, and count the round's version up."""
    numbers = changed_tables(before, after)
    tell_followers(round, before, after, actor=actor, at=at)
    if numbers or before.waiting != after.waiting:
        write_arrangement(
            round,
            round.stage.event,
            after,
            field=field,
            tables={number: [EDITED] for number in sorted(numbers) if number in after.tables},
            replacing=sorted(numbers - set(after.tables)),
        )
    round.version += 1
    round.save(update_fields=["version", "drawing"])
