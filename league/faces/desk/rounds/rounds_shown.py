"""Rounds and draws as the desk's templates show them."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from league.foundation.doors.reading import Number
from league.foundation.lists import listed, partners
from league.foundation.shown_numbers import figure
from league.play.events.models import Entry, Event
from league.play.events.names import name_of, people_named
from league.play.rounds.arrangement import Arrangement
from league.play.rounds.draw_requests import stage_entries
from league.play.rounds.drawing import DrawnRound
from league.play.rounds.models import Placement, Round, Table
from league.play.rounds.selectors import (
    deals_in_words,
    kind_in_words,
    numbers_in_words,
    reasons_of,
    rests_in_words,
    seats_of,
    side_names,
)
from league.play.rounds.services import Change, Preview, last_edit
from league.play.rounds.stale_draws import changes_in_words, changes_since
from league.play.rounds.without_table import WithoutTable, find_unseated


def drawn_shown(preview: Preview) -> list[dict[str, Any]]:
    """Return the rounds of a preview with names and reasons."""
    return [_drawn_round(drawn, preview.field) for drawn in preview.rounds]


def _drawn_round(drawn: DrawnRound, field: Mapping[int, Entry]) -> dict[str, Any]:
    def called(entries: Sequence[str]) -> list[str]:
        return [name_of(field[int(entry)]) for entry in entries]

    return {
        "number": drawn.round,
        "tables": [
            {
                "number": table.table,
                "sides": [partners(called(side)) for side in table.sides],
                "deals": numbers_in_words(table.deals),
                "is_shared": table.shared,
                "why": [games.render_sentence(reason.sentence) for reason in table.why],
            }
            for table in drawn.tables
        ],
        "has_deals": any(table.deals for table in drawn.tables),
        "byes": called(drawn.byes),
        "sit_outs": called(drawn.sit_outs),
        "why": [games.render_sentence(reason.sentence) for reason in drawn.why],
    }


def quality_shown(quality: Mapping[str, Any]) -> list[str]:
    """Return how good a draw is, in sentences with numbers; flaws that are nought are left out."""
    sentences: list[str] = []
    partners = quality.get("repeat_partners", 0)
    if partners:
        text = ngettext(
            "Partners play together again %(count)d time.",
            "Partners play together again %(count)d times.",
            partners,
        )
        sentences.append(text % {"count": partners})
    repeats = quality.get("repeat_opponents", 0)
    if repeats:
        text = ngettext(
            "Opponents meet again %(count)d time.", "Opponents meet again %(count)d times.", repeats
        )
        sentences.append(text % {"count": repeats})
    else:
        sentences.append(_("Nobody meets the same opponent more often than planned."))
    if quality.get("meetings_left"):
        left = quality["meetings_left"]
        text = ngettext(
            "%(count)d pair of entries does not meet.",
            "%(count)d pairs of entries do not meet.",
            left,
        )
        sentences.append(text % {"count": left})
    if quality.get("table_sizes"):
        sizes = listed(quality["table_sizes"])
        sentences.append(_("Players at the tables: %(sizes)s.") % {"sizes": sizes})
    low, high = quality.get("sit_outs", [0, 0])
    if high and low == high:
        text = ngettext(
            "Everybody sits out %(count)d time.", "Everybody sits out %(count)d times.", high
        )
        sentences.append(text % {"count": high})
    elif high:
        sentences.append(
            _("Everybody sits out %(low)d to %(high)d times.") % {"low": low, "high": high}
        )
    return sentences


def table_shown(table: Table, played: set[int]) -> dict[str, Any]:
    """Return a table with its sides, seats and reasons."""
    names = side_names(table, is_marked=True)
    seats = seats_of(table)
    sides = max(len(names), 1)
    return {
        "id": table.pk,
        "number": table.shown_number,
        "names": names,
        "seats": [
            {
                "id": seat.pk,
                "number": seat.number,
                "name": seat.player.name if seat.player else _("nobody yet"),
                "stands_in_for": seat.stands_in_for.name if seat.stands_in_for else "",
                "side": seat.number % sides,
            }
            for seat in seats
        ],
        "deals": deals_in_words(table),
        "why": reasons_of(table.why),
        "is_played": table.number in played,
    }


def waiting_shown(
    placements: Sequence[Placement], worths: Mapping[int, Number] = MappingProxyType({})
) -> list[dict[str, str]]:
    """Return who has no table; `worths` are what entries (ids) get for it by the results so far."""
    return [
        {
            "name": name_of(placement.entry),
            "kind": kind_in_words(placement),
            "state": placement.kind,
            "worth": figure(worths[entry]) if (entry := placement.entry_id) in worths else "",
        }
        for placement in placements
    ]


def stale_shown(round: Round) -> dict[str, str] | None:
    """Return what has changed since the round was drawn, and the remedy; None if nothing has."""
    changes = changes_since(round)
    if not changes:
        return None
    return {"sentence": changes_in_words(round, changes), "remedy": changes.remedy}


def without_table_shown(event: Event, round: Round | None) -> list[dict[str, str]]:
    """Return who takes part and has no place in the round, as `waiting_shown` does."""
    return those_without_shown(find_unseated(event, round))


def those_without_shown(without: Iterable[WithoutTable]) -> list[dict[str, str]]:
    return [
        {"name": placement.name(), "kind": placement.words, "state": placement.reason}
        for placement in without
    ]


def board_shown(
    arrangement: Arrangement,
    entries: Mapping[int, Entry],
    *,
    played: set[int],
    changed: set[int],
) -> dict[str, Any]:
    """Return the room as a board on which two entries change places."""
    names = {pk: name_of(entry) for pk, entry in entries.items()}

    def called(side: Sequence[int]) -> list[dict[str, Any]]:
        return [{"id": entry, "name": names.get(entry, "–")} for entry in side]

    def rests(entry: int, kind: str) -> str:
        rest = entries.get(entry)
        return rests_in_words(kind, people_named([rest]) if rest else 1)

    return {
        "tables": [
            {
                "number": number,
                "sides": [called(side) for side in sides],
                "is_played": number in played,
                "is_changed": number in changed,
            }
            for number, sides in sorted(arrangement.tables.items())
        ],
        "waiting": [
            {"id": entry, "name": names.get(entry, "–"), "kind": rests(entry, kind)}
            for entry, kind in arrangement.waiting.items()
        ],
    }


def change_in_words(change: Change, names: Mapping[int, str]) -> str:
    """Return a change as the director reads it."""
    called = [names.get(entry, "–") for entry in change.entries]
    match change.kind:
        case "swap":
            return _("%(one)s and %(other)s change places") % {"one": called[0], "other": called[1]}
        case "meet":
            return _("%(one)s and %(other)s meet at a new table") % {
                "one": called[0],
                "other": called[1],
            }
        case "seat":
            return _("%(one)s to table %(table)d") % {"one": called[0], "table": change.table}
        case _rest:
            return _("Sit-out for %(one)s") % {"one": called[0]}


def last_change(round: Round, names: Mapping[int, str] | None = None) -> dict[str, Any] | None:
    """Return the last change by hand, in words, while it can be taken back."""
    edit = last_edit(round)
    if edit is None:
        return None
    if names is None:
        names = {entry.pk: name_of(entry) for entry in stage_entries(round.stage)}
    return {
        "version": edit.version,
        "who": edit.happening.actor,
        "at": edit.happening.at,
        "words": [change_in_words(Change.from_json(change), names) for change in edit.changes],
    }
