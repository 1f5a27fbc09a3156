"""Preview of a draw changed by hand: the round after the changes, and what they would break."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from league.foundation.lists import listed, partners
from league.foundation.refusal import Refused
from league.play.events.models import Entry, EntryState
from league.play.events.names import name_of
from league.play.rounds.arrangement import (
    Arrangement,
    Change,
    ImpossibleChange,
    absent_who_left,
    apply_changes,
    changed_tables,
)
from league.play.rounds.draw_requests import history_of, request_for, stage_entries
from league.play.rounds.drawing import (
    Breach,
    DrawnRound,
    DrawnTable,
    DrawRequest,
    check_draw,
    mixed_parts,
)
from league.play.rounds.models import ASKED_FOR, PlacementKind, Round, RoundState
from league.play.rounds.selectors import played_tables
from league.play.rounds.services.round_locks import check_running
from league.play.rounds.services.seating import arrangement_of
from league.play.rounds.stage_format import resting_kind, shape_of


class TablePlayed(Refused):
    """A table of the change has deals or an award already, so it must stay as it is."""

    code = "table_played"


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A rule of the draw that the edited round would break and the present one does not."""

    code: str
    sentence: str
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPreview:
    """The round after the changes, and what they would break. Nothing is written."""

    before: Arrangement
    after: Arrangement
    breaks: list[Break]
    field: Mapping[int, Entry]
    version: int

    def table_names(self, number: int) -> list[str]:
        return [
            partners(name_of(self.field[entry]) for entry in side)
            for side in self.after.tables[number]
        ]

    @property
    def changed(self) -> list[int]:
        return sorted(changed_tables(self.before, self.after))


def preview_edit(*, round: Round, changes: Sequence[Change]) -> EditPreview:
    """Return what the changes would make of the round.

    Raises ImpossibleChange, TablePlayed or RoundInWrongState as the edit itself would.
    """
    _check_editable(round)
    before = arrangement_of(round)
    after = apply_changes(
        before,
        changes,
        resting=resting_kind(round.stage),
        shape=shape_of(round.stage, round.stage.event),
    )
    _check_played(round, before, after)
    _check_sizes(round, before, after)
    field = stage_entries(round.stage)
    after = _without_those_who_left(field, before, after)
    request = _request_before(round, field, after)
    _check_brackets(round, request, before, after)
    return EditPreview(
        before=before,
        after=after,
        breaks=_new_breaks(round, request, before, after),
        field={entry.pk: entry for entry in field},
        version=round.version,
    )


def _check_editable(round: Round) -> None:
    check_running(round.stage.event)
    if round.state == RoundState.CLOSED:
        raise ImpossibleChange(
            _("Round %(round)d is closed: what has been played does not change.")
            % {"round": round.number}
        )


def _check_played(round: Round, before: Arrangement, after: Arrangement) -> None:
    touched = sorted(changed_tables(before, after) & played_tables(round))
    if touched:
        raise TablePlayed(
            ngettext(
                "Table %(tables)s has deals or an award already, so it stays as it is: "
                "seat a substitute, or void its deals and award points.",
                "Tables %(tables)s have deals or awards already, so they stay as they are: "
                "seat substitutes, or void their deals and award points.",
                len(touched),
            )
            % {"tables": listed(touched)}
        )


def _check_sizes(round: Round, before: Arrangement, after: Arrangement) -> None:
    """Raise ImpossibleChange for a table of a size that the format and the event do not allow."""
    shape = shape_of(round.stage, round.stage.event)
    for number in sorted(changed_tables(before, after)):
        sides = after.tables.get(number)
        if sides is None or shape.fits(sides):
            continue
        if shape.a_side > 1:
            raise ImpossibleChange(
                _(
                    "Table %(table)d would have %(count)d players; a table of this event has "
                    "%(sides)d sides of %(a_side)d. Exchange two players, or let one sit out "
                    "and seat another in the free place."
                )
                % {
                    "table": number,
                    "count": sum(map(len, sides)),
                    "sides": len(sides) if shape.sides is None else shape.sides,
                    "a_side": shape.a_side,
                }
            )
        raise ImpossibleChange(
            _(
                "Table %(table)d would have %(count)d places; a table of this event has "
                "%(least)d to %(most)d. Exchange two entries, or let one sit out."
            )
            % {
                "table": number,
                "count": len(sides),
                "least": shape.least,
                "most": shape.most,
            }
        )


def _request_before(round: Round, field: Sequence[Entry], arrangement: Arrangement) -> DrawRequest:
    """Return the draw's request as it would be for this round, with all other rounds that began."""
    others = round.stage.rounds.exclude(pk=round.pk).exclude(state=RoundState.DRAWN)
    return request_for(
        round.stage,
        event=round.stage.event,
        field=field,
        history=history_of(others.order_by("number"), held_back=()),
        resting={e for e, kind in arrangement.waiting.items() if kind in ASKED_FOR},
    )


def _check_brackets(
    round: Round, request: DrawRequest, before: Arrangement, after: Arrangement
) -> None:
    """Raise ImpossibleChange where entries of two parts of a bracket would meet.

    In a double elimination, for example, one who has not lost yet and one who has lost once.
    """
    if round.number != request.next_round:
        return
    changed = changed_tables(before, after)
    tables = [t for t in _make_drawn_round(round.number, after).tables if t.table in changed]
    for sentence in mixed_parts(request, tables):
        raise ImpossibleChange(games.whole_sentence(games.render_sentence(sentence)))


def _without_those_who_left(
    field: Sequence[Entry], before: Arrangement, after: Arrangement
) -> Arrangement:
    """Return the round with entries that have left marked absent; refuse to seat one of them."""
    left = {entry.pk: entry for entry in field if entry.state != EntryState.ACCEPTED}
    for entry in left.values():
        if after.table_of(entry.pk) not in (None, before.table_of(entry.pk)):
            raise ImpossibleChange(
                _("%(name)s has withdrawn: reinstate the entry first, or choose another one.")
                % {"name": name_of(entry)}
            )
    return absent_who_left(left, before, after)


def _new_breaks(
    round: Round, request: DrawRequest, before: Arrangement, after: Arrangement
) -> list[Break]:
    """Return what the round breaks after the changes and did not break before."""
    ahead = round.stage.rounds.exclude(pk=round.pk).filter(state=RoundState.DRAWN)
    to_come = [
        _make_drawn_round(other.number, arrangement_of(other)) for other in ahead.order_by("number")
    ]
    old = Counter(
        _key(b) for b in check_draw(request, [*to_come, _make_drawn_round(round.number, before)])
    )
    breaches = check_draw(request, [*to_come, _make_drawn_round(round.number, after)])
    new: list[Break] = []
    for breach in breaches:
        if old[_key(breach)] > 0:
            old[_key(breach)] -= 1
            continue
        text = games.render_sentence(breach.sentence)
        new.append(Break(code=breach.code, sentence=text, table=breach.table))
    return new


def _key(breach: Breach) -> tuple[str, int | None, tuple[str, ...]]:
    return breach.code, breach.round, breach.entries


def _make_drawn_round(number: int, arrangement: Arrangement) -> DrawnRound:
    waiting = arrangement.waiting
    return DrawnRound(
        round=number,
        tables=tuple(
            DrawnTable(
                table=table, sides=tuple(tuple(str(entry) for entry in side) for side in sides)
            )
            for table, sides in sorted(arrangement.tables.items())
        ),
        byes=tuple(str(e) for e, kind in waiting.items() if kind == PlacementKind.BYE),
        sit_outs=tuple(str(e) for e, kind in waiting.items() if kind == PlacementKind.SIT_OUT),
    )
