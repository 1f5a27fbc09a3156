"""Play-offs: what level entries played for their order, written down and taken back."""

from collections.abc import Mapping
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.foundation.journal.actor import Act
from league.foundation.journal.naming import LISTED, WORDS
from league.foundation.lists import listed
from league.foundation.once.services import KeyReused
from league.foundation.refusal import Refused
from league.foundation.shown_numbers import figure
from league.play.events.journaling import journal_stage
from league.play.events.models import Stage
from league.play.events.names import name_by_number, name_of
from league.play.results.services.revoking import LONGEST, director_of, revoke, sent_before
from league.play.results.services.table_locks import lock_event_of_stage
from league.tables.standings.models import PlayOff, PlayOffPoints
from league.tables.standings.play_off_facts import (
    entries_named,
    has_play_offs,
    level_now,
    play_offs_of,
)

MOST_POINTS = Decimal(1_000_000)


class BadPlayOff(Refused):
    """Those named are not level, or their points are no numbers."""

    code = "bad_play_off"


@transaction.atomic
def record_play_off(
    *,
    stage: Stage,
    points: Mapping[int, Decimal],
    key: UUID,
    note: str = "",
    by: Act,
) -> PlayOff:
    """Store the points of level entries (ids) in a play-off; with the same `key` only once.

    Exactly those who share a place must be named: then it separates them. Raises BadPlayOff,
    NotAllowed, EventNotRunning, and OutOfDate for the key of another stage's.
    """
    director = director_of(by.actor)
    lock_event_of_stage(stage)
    elsewhere = _("This play-off was sent for another stage; open the form again.")
    made = sent_before(PlayOff, key=key, stage=stage, elsewhere=elsewhere)
    if made is not None:
        if dict(made.points.values_list("entry_id", "points")) != dict(points):
            raise KeyReused(
                _(
                    "This play-off was sent before with other points, and those were saved. "
                    "Nothing was changed now: look at the list, and open the form again."
                )
            )
        return made
    _check_points(points)
    after_round = _checked_level(stage, points)
    play_off = PlayOff.objects.create(
        stage=stage,
        round=stage.rounds.get(number=after_round),
        note=note.replace("\x00", "").strip()[:LONGEST],
        made_by_id=director,
        made_at=by.at,
        key=key,
    )
    PlayOffPoints.objects.bulk_create(
        PlayOffPoints(play_off=play_off, entry_id=entry, points=number)
        for entry, number in points.items()
    )
    _journal("play_off.noted", play_off, by=by)
    return play_off


@transaction.atomic
def revoke_play_off(*, play_off: PlayOff, by: Act) -> PlayOff:
    """Take a play-off back; it stays readable. Revoking twice changes nothing.

    Raises NotAllowed, EventNotRunning.
    """

    def note(revoked: PlayOff) -> None:
        _journal("play_off.revoked", revoked, by=by)

    return revoke(play_off, note, by=by)


def _check_points(points: Mapping[int, Decimal]) -> None:
    for number in points.values():
        sensible = number.is_finite() and abs(number) <= MOST_POINTS
        if not sensible or number != number.quantize(Decimal("0.01")):
            raise BadPlayOff(
                _("Give everybody the points made in the play-off, with two decimals at most."),
                field="points",
            )


def _checked_level(stage: Stage, points: Mapping[int, Decimal]) -> int:
    """Return the round after which they play off; refuse those who are not level."""
    if not has_play_offs(stage):
        raise BadPlayOff(
            _(
                "This event does not separate level entries by a play-off: its tie-breaks were "
                "fixed when it began. Those who are level share their place."
            )
        )
    now = level_now(stage)
    if now.by_bracket:
        raise BadPlayOff(
            _("Here the bracket says who has which place: say at the table who won it.")
        )
    if now.after_round is None:
        raise BadPlayOff(_("There are no results yet, so nobody is level."))
    if set(points) in [set(level.entries) for level in now.levels]:
        return now.after_round
    part_of = [level for level in now.levels if set(points) & set(level.entries)]
    if not part_of:
        raise BadPlayOff(
            _(
                "They are no longer level: the results have changed in the meantime. Check the "
                "standings again."
            ),
            field="entries",
        )
    named = entries_named(part_of[0].entries)
    raise BadPlayOff(
        _("A play-off is for all who share a place, and for nobody else. Level: %(names)s.")
        % {"names": listed(name_of(entry) for entry in named.values())},
        field="entries",
    )


def _journal(kind: str, play_off: PlayOff, *, by: Act) -> None:
    stage = play_off.stage
    journal_stage(
        kind,
        stage,
        subject=play_off,
        by=by,
        stage=stage.name,
        number=stage.number,
        result={
            LISTED: [
                {WORDS: [name_by_number(row.entry), figure(row.points)]}
                for row in play_offs_of(stage).get(pk=play_off.pk).points.all()
            ]
        },
        note=play_off.note,
    )
