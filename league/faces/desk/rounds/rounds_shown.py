"""Rounds and draws as the desk's templates show them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from league.calendar.match_dates.selectors import has_dates
from league.foundation.doors.reading import Number
from league.foundation.lists import listed, partners
from league.foundation.shown_numbers import figure
from league.play.events.models import Entry, Event, EventState, Stage
from league.play.events.names import name_of, people_named
from league.play.rounds.arrangement import Arrangement
from league.play.rounds.draw_requests import stage_entries
from league.play.rounds.drawing import DrawnRound
from league.play.rounds.groups import is_fully_drawn
from league.play.rounds.level_tables import level_tables
from league.play.rounds.models import Placement, Round, RoundState, Table
from league.play.rounds.selectors import (
    deals_in_words,
    kind_in_words,
    numbers_in_words,
    rests_in_words,
    round_title,
    seats_of,
    side_names,
)
from league.play.rounds.services import Change, Preview, last_edit
from league.play.rounds.unsettled import is_decided
from league.play.rounds.without_table import (
    WithoutTable,
    changes_in_words,
    changes_since,
    find_unseated,
)


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
    """Return a table with its sides and seats."""
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


# --- What an organiser does next with an event: the way to the one page where it is done ---


@dataclass(frozen=True, slots=True)
class NextStep:
    """A button and what is said on it; `is_main` where nothing else is more urgent.

    With `action` it is done at once, by sending that to the address, else it is a link.
    """

    label: str
    url: str
    is_main: bool = True
    action: str = ""
    note: str = ""


def next_steps(
    event: Event, stages: Sequence[Stage], rounds: Sequence[Round], *, may_change: bool
) -> list[NextStep]:
    """Return where the event goes on, from its stages and its rounds in their order."""
    if event.state != EventState.RUNNING:
        return _before_and_after(event, may_change=may_change)
    if may_change and (level := level_tables(rounds)):
        at = [event.club.slug, event.slug]
        return [
            NextStep(level_in_words(table), reverse("desk:table_decide", args=[*at, table.pk]))
            for table in level
        ]
    return _of_rounds(event, stages, rounds, may_change=may_change)


def _of_rounds(
    event: Event, stages: Sequence[Stage], rounds: Sequence[Round], *, may_change: bool
) -> list[NextStep]:
    at = [event.club.slug, event.slug]
    of_round = [[*at, round.stage.number, round.number] for round in rounds]
    titles = [round_title(round, len(stages)) for round in rounds]
    being_played = [
        NextStep(_("Room: %(title)s") % {"title": title}, reverse("desk:room", args=place))
        for one, title, place in zip(rounds, titles, of_round, strict=True)
        if one.state == RoundState.OPEN
    ]
    if len(being_played) > 1 and has_dates(event):
        # matches of several rounds are played side by side, each on its day
        being_played = _matches_to_play(event)
    if not may_change:
        return being_played
    for one, title, place in zip(rounds, titles, of_round, strict=True):
        if one.state == RoundState.DRAWN:
            remedy = changes_since(one).remedy
            if remedy:
                return [*being_played, _draw_again(remedy, place, is_main=not being_played)]
            return being_played or [_open(title, place)]
    if being_played:
        return being_played
    stage = next((one for one in stages if may_be_drawn(one, rounds)), None)
    if stage is None:
        return []
    label = _("Draw the next round") if rounds else _("Draw the first round")
    # with a number of rounds nobody has named, the event may as well be over
    is_main = not rounds or stage.rounds_planned is not None
    return [NextStep(label, reverse("desk:draw_stage", args=[*at, stage.number]), is_main)]


def _matches_to_play(event: Event) -> list[NextStep]:
    """Return the way to the matches of a league; none once all are confirmed: it can be ended."""
    rounds = Round.objects.filter(stage__event=event, state=RoundState.OPEN)
    if not Table.objects.filter(round__in=rounds).exclude(result__state="confirmed").exists():
        return []
    label = _("Matches: what is due")
    return [NextStep(label, reverse("desk:matches", args=[event.club.slug, event.slug]))]


def level_in_words(table: Table) -> str:
    return _("Table %(table)s is level: say who won it") % {"table": table.shown_number}


def _draw_again(remedy: str, place: list[Any], *, is_main: bool) -> NextStep:
    return NextStep(remedy, reverse("desk:redraw", args=place), is_main, action="redraw")


def _open(title: str, place: list[Any]) -> NextStep:
    label = _("Open: %(round)s") % {"round": title}
    url = reverse("desk:round_move", args=place)
    return NextStep(label, url, action="open", note=why_opening_is_final())


def why_opening_is_final() -> str:
    """Say why opening a round is not undone."""
    return _("Players are told where they sit, so this cannot be undone.")


def _before_and_after(event: Event, *, may_change: bool) -> list[NextStep]:
    """Return where an event leads that is not played: to its entries, to what came of it."""
    at = [event.club.slug, event.slug]
    if event.state == EventState.OPEN and may_change:
        return [NextStep(_("Add entries"), reverse("desk:entries", args=at), is_main=False)]
    if event.state not in (EventState.FINISHED, EventState.ARCHIVED):
        return []
    public_page = NextStep(_("The public page"), reverse("public:event", args=at), is_main=False)
    if event.state == EventState.ARCHIVED:
        return [public_page]
    return [
        NextStep(_("Text for the newsletter"), reverse("desk:newsletter", args=at)),
        public_page,
    ]


def may_be_drawn(stage: Stage, rounds: Sequence[Round]) -> bool:
    """Return whether a round of the stage may still be drawn."""
    theirs = [round for round in rounds if round.stage_id == stage.pk]
    if is_fully_drawn(stage, theirs):
        return False
    return not theirs or not is_decided(stage, stage.event)


def open_rooms(events: Sequence[Event]) -> dict[int, list[tuple[str, str]]]:
    """Return the way to the room of each round being played, by the id of its event; one query."""
    found: dict[int, list[tuple[str, str]]] = {}
    rounds = Round.objects.filter(state=RoundState.OPEN, stage__event__in=events)
    for one in rounds.select_related("stage__event__club").order_by("stage__number", "number"):
        at = [one.stage.event.club.slug, one.stage.event.slug, one.stage.number, one.number]
        label = _("Room of round %(number)s") % {"number": one.number}
        found.setdefault(one.stage.event_id, []).append((reverse("desk:room", args=at), label))
    return found
