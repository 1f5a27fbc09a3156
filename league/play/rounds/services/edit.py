"""A draw changed by hand: only unplayed tables change (`edit_preview` shows what it breaks).

What the tables were like goes into the journal with the change: see `undo_edit`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.sentences import say, sentence_to_json
from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.journal.versions import change_made, change_to_undo, is_undone
from league.foundation.lists import listed, partners
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.models import Entry, EntryState, EventState
from league.play.events.names import called_after, name_of
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
from league.play.rounds.merged_seats import tell_followers
from league.play.rounds.models import ASKED_FOR, PlacementKind, Round, RoundState, Seat, Table
from league.play.rounds.rooms import resting_kind, shape_of
from league.play.rounds.selectors import played_tables, seats_of, tables_of
from league.play.rounds.services.running_rounds import (
    check_running,
    journal_round,
    lock_round,
    lock_tables,
)
from league.play.rounds.services.seating import (
    EXCEPTION,
    SEATED,
    arrangement_of,
    check_free,
    check_not_closed,
    in_the_journal,
    locked_seat,
    sitting,
    write_arrangement,
)
from league.play.rounds.substitutions import seat_to_fill

# --- Preview of a draw changed by hand: the round after the changes, and what they would break ---


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


# --- Undo of the last change by hand: a new change that puts everything where it was before ---
# An edit writes into the journal what its tables were like; nothing else is needed to undo it. It
# can be undone as long as it is the last thing that happened to the round's tables.

EDITED, UNDONE = "round.edited", "round.edit_undone"


class NothingToUndo(Refused):
    """The last change was undone already, or something happened after it."""

    code = "nothing_to_undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class LastEdit:
    """A change by hand that can still be taken back, made by somebody at a moment."""

    happening: Happening
    version: int

    @property
    def changes(self) -> list[Mapping[str, Any]]:
        return list(self.happening.data["changes"])


def remembered(round: Round, before: Arrangement, after: Arrangement) -> dict[str, Any]:
    """Return what an edit writes into the journal so that it can be undone."""
    numbers = changed_tables(before, after)
    rows: dict[int, list[Table]] = {}
    for table in tables_of(round):
        if table.number in numbers:
            rows.setdefault(table.number, []).append(table)
    return {
        "entries_version": round.stage.event.entries_version,
        "gone": sorted(set(after.tables) - set(before.tables)),
        "tables": {
            str(number): {
                "sides": [list(side) for side in before.tables[number]],
                "why": rows[number][0].why,
                "seats": [
                    [seat.number, seat.player_id, seat.stands_in_for_id, seat.is_substitute, t.room]
                    for t in rows[number]
                    for seat in seats_of(t)
                ],
            }
            for number in sorted(numbers & set(before.tables))
        },
        "waiting": {str(entry): kind for entry, kind in before.waiting.items()},
    }


def last_edit(round: Round) -> LastEdit | None:
    """Return the change that `undo_edit` would take back now; None when there is none."""
    last = (
        happenings_about("round", round.pk)
        .filter(kind__in=(EDITED, UNDONE, SEATED, EXCEPTION))
        .order_by("-id")
        .first()
    )
    if last is None or last.kind != EDITED or "before" not in last.data:
        return None
    event, kept = round.stage.event, last.data["before"]
    if event.state != EventState.RUNNING or round.state == RoundState.CLOSED:
        return None
    if (last.data["version"], kept["entries_version"]) != (round.version, event.entries_version):
        return None
    touched = {*map(int, kept["tables"]), *kept["gone"]}
    if touched & played_tables(round):
        return None
    return LastEdit(happening=last, version=round.version)


@transaction.atomic
def undo_edit(*, round: Round, expected_version: int, by: Act) -> Round:
    """Put the tables back to what they were before the last change by hand.

    Raises OutOfDate when the round changed since `expected_version`, and NothingToUndo when
    something was entered or somebody reseated meanwhile. A table that the change had dissolved
    comes back with a new link.
    """
    round = lock_round(round)
    if round.version != expected_version:
        raise OutOfDate(
            _("Somebody else has changed this round in the meantime. Please check it again.")
        )
    check_running(round.stage.event)
    lock_tables([round])
    edit = last_edit(round)
    if edit is None:
        raise NothingToUndo(
            _(
                "The last change can no longer be undone: something has been entered, or seats "
                "or entries have changed since. Change the draw by hand instead."
            )
        )
    kept = edit.happening.data["before"]
    _put_back(round, kept, by=by)
    round.version += 1
    round.save(update_fields=["version"])
    journal_round(
        UNDONE,
        round,
        by=by,
        data={"undoes": edit.happening.pk, "tables": edit.happening.data["tables"]},
    )
    return round


def _put_back(round: Round, kept: Mapping[str, Any], *, by: Act) -> None:
    tables = {int(number): table for number, table in kept["tables"].items()}
    present = arrangement_of(round)
    sides = {n: tuple(map(tuple, table["sides"])) for n, table in tables.items()}
    stay = {n: s for n, s in present.tables.items() if n not in kept["gone"]}
    after = replace(
        present,
        tables=stay | sides,
        waiting={int(entry): kind for entry, kind in kept["waiting"].items()},
    )
    tell_followers(round, present, after, by=by)
    write_arrangement(
        round,
        round.stage.event,
        after,
        field={entry.pk: entry for entry in stage_entries(round.stage)},
        tables={number: table["why"] for number, table in tables.items()},
        replacing=kept["gone"],
    )
    _seat_again(round, tables)


def _seat_again(round: Round, tables: Mapping[int, Mapping[str, Any]]) -> None:
    """Seat whoever sat there, substitutes too: they were seated by hand before the change."""
    seats = Seat.objects.filter(table__round=round, table__number__in=tables)
    rows = [(number, *row) for number, table in tables.items() for row in table["seats"]]
    people = {player for _table, _seat, player, *_rest in rows}
    merged = Player.objects.filter(pk__in=people - {None}, merged_into__isnull=False)
    doubles = set(merged.values_list("pk", flat=True))
    before = {
        (number, room, seat): (player, absent, is_substitute)
        for number, seat, player, absent, is_substitute, room in rows
        if player not in doubles
    }
    moved = []
    for seat in seats.select_related("table"):
        was = before.get((seat.table.number, seat.table.room, seat.number))
        if was is not None and was != (seat.player_id, seat.stands_in_for_id, seat.is_substitute):
            seat.player_id, seat.stands_in_for_id, seat.is_substitute = was
            moved.append(seat)
    # freed first: two of one entry may have changed places
    Seat.objects.filter(pk__in=[seat.pk for seat in moved]).update(
        player=None, stands_in_for=None, is_substitute=False
    )
    Seat.objects.bulk_update(moved, ["player", "stands_in_for", "is_substitute"])


EDITED_REASON = {"code": "edited", "sentence": sentence_to_json(say("changed by the director"))}


@transaction.atomic
def edit_round(
    *,
    round: Round,
    changes: Sequence[Change],
    expected_version: int,
    reason: str = "",
    by: Act,
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
    rewrite(round, preview.before, preview.after, preview.field, by=by)
    journal_round(
        "round.edited",
        round,
        by=by,
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
    by: Act,
) -> None:
    """Write what differs, and count the round's version up."""
    numbers = changed_tables(before, after)
    tell_followers(round, before, after, by=by)
    if numbers or before.waiting != after.waiting:
        write_arrangement(
            round,
            round.stage.event,
            after,
            field=field,
            tables={
                number: [EDITED_REASON] for number in sorted(numbers) if number in after.tables
            },
            replacing=sorted(numbers - set(after.tables)),
        )
    round.version += 1
    round.save(update_fields=["version", "drawing"])


# --- Undo of a change of who sits at a seat: a new change that seats whoever sat there before ---
# The change wrote into the journal who sat there. It can be undone as long as nobody has changed
# the seat since, by whatever way.

SEATINGS = (SEATED, EXCEPTION)


def seating_made(seat: Seat, *, by: Act) -> Happening | None:
    """Return the change of who sits there that somebody made at a moment, if it can be undone."""
    return change_made("round", seat.round_id, SEATINGS, by=by)


@transaction.atomic
def undo_seating(*, round: Round, change: int, by: Act) -> Seat:
    """Seat whoever sat there before the change, a happening by its number; twice it is done once.

    Raises NothingToUndo when the seat has changed since or whoever sat there plays for the entry
    no more, and what `seat_substitute` raises for a closed round or a player seated elsewhere.
    """
    round = lock_round(round)
    made = change_to_undo("round", round.pk, SEATINGS, change)
    seat = None if made is None else _seat_of(round, made)
    if made is None or seat is None:
        raise _changed_since()
    seat = locked_seat(seat, round)
    if is_undone(made):
        return seat
    if not _is_as_left(seat, made):
        raise _changed_since()
    check_not_closed(round)
    _put_seats_back(seat, made, by=by)
    return seat


def _changed_since() -> NothingToUndo:
    return NothingToUndo(
        _(
            "This can no longer be undone: somebody has changed the seat since then. Choose on "
            "the page of the seat who sits there."
        )
    )


def _seat_of(round: Round, made: Happening) -> Seat | None:
    return Seat.objects.filter(
        round=round,
        table__number=made.data["table"],
        table__room=made.data["room"],
        number=made.data["seat"],
    ).first()


def _is_as_left(seat: Seat, made: Happening) -> bool:
    return _named_now(sitting(seat)) == _named_now(made.data["was"]["after"])


def _named_now(was: list[Any]) -> list[Any]:
    """Return who sat there, by the player who stayed of two who were merged since."""
    *players, is_substitute = was
    rows = Player.objects.select_related("merged_into").in_bulk([pk for pk in players if pk])
    return [*(called_after(rows[pk]).pk if pk in rows else None for pk in players), is_substitute]


def _put_seats_back(seat: Seat, made: Happening, *, by: Act) -> None:
    before, was = seat.player, sitting(seat)
    player_id, absent_id, is_substitute = _named_now(made.data["was"]["before"])
    people = Player.objects.in_bulk([pk for pk in (player_id, absent_id) if pk])
    player = people.get(player_id)
    if player is not None:
        check_free(seat.round, player)
        if not is_substitute and not seat_to_fill(seat, at=by.at).is_member(player):
            raise NothingToUndo(
                _("This can no longer be undone: %(name)s is no longer in this entry.")
                % {"name": player.name}
            )
    seat.player, seat.stands_in_for = player, people.get(absent_id)
    seat.is_substitute = is_substitute
    seat.save(update_fields=["player", "is_substitute", "stands_in_for"])
    data = in_the_journal(seat, before, was) | {"undoes": made.pk}
    journal_round(SEATED, seat.round, by=by, data=data)
