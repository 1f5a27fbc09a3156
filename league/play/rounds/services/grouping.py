"""The groups of a stage, put together by hand before it is drawn."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import EntryState, Stage, StageEntry
from league.play.events.services.chains import check_not_begun
from league.play.rounds.draw_requests import order_field, stage_entries
from league.play.rounds.drawing.within_groups import LEAST
from league.play.rounds.groups import NAMES, group_count, groups_of
from league.play.rounds.services.redraw import undo_draw
from league.play.rounds.services.round_locks import check_running, lock_stage


class GroupsImpossible(Refused):
    """The entries cannot be put into groups so; the sentence says what is possible."""

    code = "groups_impossible"


def group_names(stage: Stage) -> list[str]:
    """Return the names of the stage's groups, "A" first; none where it has no groups."""
    return list(NAMES[: group_count(stage)])


def groups_now(stage: Stage) -> dict[int, str]:
    """Return the group of each entry of the stage, as it was put or as the draw would put it."""
    return groups_of(stage, order_field(stage, stage_entries(stage)))


@transaction.atomic
def put_into_groups(*, stage: Stage, groups: Mapping[int, str], actor: Actor, at: datetime) -> None:
    """Put each entry of the stage into the group named for it; whoever is not named stays.

    A draw that nobody has seen is thrown away. Raises NotRunning, StageHasBegun, and
    GroupsImpossible for unknown entries or groups, and for a group of fewer than two.
    """
    stage = lock_stage(stage)
    check_running(stage.event)
    check_not_begun(stage)
    before = groups_now(stage)
    after = before | dict(groups)
    _check(stage, before, after)
    rows = list(StageEntry.objects.filter(stage=stage))
    if all(row.group == after[row.entry_id] for row in rows):
        return
    first = stage.rounds.order_by("number").first()
    if first is not None:
        undo_draw(round=first, actor=actor, at=at)
    for row in rows:
        row.group = after[row.entry_id]
    StageEntry.objects.bulk_update(rows, ["group"])
    sizes = Counter(after.values())
    journal_stage(
        "stage.grouped",
        stage,
        actor=actor,
        at=at,
        stage=stage.name,
        number=stage.number,
        groups={str(entry): name for entry, name in after.items()},
        sizes=", ".join(f"{name}: {sizes[name]}" for name in sorted(sizes)),
    )


def _check(stage: Stage, before: Mapping[int, str], after: Mapping[int, str]) -> None:
    names = group_names(stage)
    if not names:
        raise GroupsImpossible(_("This stage has no groups: everybody can meet everybody."))
    if after.keys() - before.keys():
        raise GroupsImpossible(_("Only entries that are in this stage can be put into its groups."))
    if set(after.values()) - set(names):
        sentence = _("The groups of this stage are %(names)s: choose one of them.")
        raise GroupsImpossible(sentence % {"names": ", ".join(names)})
    playing = stage.stage_entries.filter(entry__state=EntryState.ACCEPTED)
    sizes = Counter(after[entry] for entry in playing.values_list("entry_id", flat=True))
    for name in names:
        if sizes[name] < LEAST:
            sentence = ngettext(
                "Group %(name)s would have %(count)d entry, but a group has at least %(least)d.",
                "Group %(name)s would have %(count)d entries, but a group has at least %(least)d.",
                sizes[name],
            )
            raise GroupsImpossible(sentence % {"name": name, "count": sizes[name], "least": LEAST})
