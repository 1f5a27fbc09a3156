"""Entries that take part but have no place in a round, neither a table nor a bye, and why."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import join_sentences
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.lists import listed_some
from league.foundation.related_rows import rows_column
from league.play.events.entry_rules import waiting_among
from league.play.events.models import (
    Entry,
    EntryKind,
    EntryState,
    Event,
    EventState,
    Stage,
    StageEntry,
)
from league.play.events.names import name_of, people_named
from league.play.events.selectors import members_column, read_members
from league.play.rounds.models import Placement, Round, RoundState
from league.play.rounds.selectors import kind_in_words, waiting_in

# --- Whether a drawn round is out of date: entries that came or left since it was drawn ---
# A round stores the ids of the entries it was drawn from. While it is not open, they are compared
# with the entries that take part now, in every format.

DRAWN_FROM = "drawn_from"  # ids of the entries that took part when the round was drawn
KEPT_WITHOUT = "kept_without"  # ids of entries that had left when the round was opened all the same
MOST_NAMES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Entries that came after the draw and so have no place in the round; those that left."""

    late: tuple[Entry, ...] = ()
    left: tuple[Entry, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.late or self.left)

    @property
    def late_names(self) -> str:
        return listed_some([name_of(entry) for entry in self.late], MOST_NAMES)

    @property
    def left_names(self) -> str:
        return listed_some([name_of(entry) for entry in self.left], MOST_NAMES)

    @property
    def remedy(self) -> str:
        """Return the label of a button that draws again; "" without a change."""
        if self.late:
            return ngettext(
                "Draw again with %(names)s",
                "Draw again with %(names)s",
                people_named(self.late),
            ) % {"names": self.late_names}
        if self.left:
            return _("Draw again without %(names)s") % {"names": self.left_names}
        return ""


def changes_in_words(round: Round, changes: Changes) -> str:
    """Return in sentences what has changed since the round was drawn."""
    sentences = []
    if changes.late:
        sentence = ngettext(
            "Added after round %(round)d was drawn, so without a table in it: %(names)s.",
            "Added after round %(round)d was drawn, so without a table in it: %(names)s.",
            people_named(changes.late),
        )
        sentences.append(sentence % {"names": changes.late_names, "round": round.number})
    if changes.left:
        sentence = ngettext(
            "Withdrawn since round %(round)d was drawn: %(names)s. Who sits out, and the "
            "reasons given, may no longer be right.",
            "Withdrawn since round %(round)d was drawn: %(names)s. Who sits out, and the "
            "reasons given, may no longer be right.",
            people_named(changes.left),
        )
        sentences.append(sentence % {"names": changes.left_names, "round": round.number})
    return join_sentences(sentences)


def drawn_from(field: Iterable[Entry]) -> list[int]:
    """Return what a round keeps of the entries that its draw was made from."""
    return sorted(entry.pk for entry in field if entry.state == EntryState.ACCEPTED)


def changes_since(round: Round) -> Changes:
    """Return who came and who left since the round was drawn; nothing once it was opened."""
    return changes_of([round])[round.pk]


def changes_of(rounds: Sequence[Round]) -> dict[int, Changes]:
    """Return for each round, by its id, who came and left since; at most one query in all."""
    drawn = [round for round in rounds if round.state == RoundState.DRAWN]
    changes = {round.pk: Changes() for round in rounds}
    if not drawn:
        return changes
    field = _fields([round.stage_id for round in drawn])
    for round in drawn:
        changes[round.pk] = _changes(round, field.get(round.stage_id, []))
    return changes


def _fields(stages: Sequence[int]) -> Mapping[int, list[Any]]:
    """Return the entries of each stage by number, with names and `placed_in`; one query."""
    fields: dict[int, list[Any]] = {}
    row: Any
    for row in FIELDS(stages=list(stages)):
        row.entry.people, row.entry.placed_in = row.people, row.placed_in
        read_members(row.entry)
        fields.setdefault(row.stage_id, []).append(row.entry)
    return fields


FIELDS = CompiledQuery(
    lambda value: (
        StageEntry.objects.filter(stage__any_of=value("stages"))
        .select_related("entry")
        .annotate(
            people=members_column("entry"),
            placed_in=ArraySubquery(
                Placement.objects.filter(
                    entry=OuterRef("entry"), round__stage=OuterRef("stage")
                ).values("round")
            ),
        )
        .order_by("entry__number")
    )
)


def was_there(round: Round, entry: Entry) -> bool:
    """Say whether the entry took part when the round was drawn."""
    return entry.pk in round.drawing.get(DRAWN_FROM, ())


def _changes(round: Round, field: Sequence[Any]) -> Changes:
    kept_without = set(round.drawing.get(KEPT_WITHOUT, ()))
    return Changes(
        late=tuple(
            entry
            for entry in field
            if entry.state == EntryState.ACCEPTED
            and round.pk not in entry.placed_in
            and not was_there(round, entry)
        ),
        left=tuple(
            entry
            for entry in field
            if entry.state == EntryState.WITHDRAWN
            and round.pk in entry.placed_in
            and entry.pk not in kept_without
        ),
    )


class Reason(StrEnum):
    LATE = "late"
    LAST_ROUND = "last_round"
    NO_PLACE = "no_place"
    PARTNER = "partner"


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutTable:
    """An entry that has no place in a round, and the reason.

    `from_round` is the first round to come in which it has one, where that is drawn already.
    """

    entry: Entry
    reason: Reason
    from_round: int | None = None

    def name(self, *, public: bool = False) -> str:
        return name_of(self.entry, public=public)

    @property
    def words(self) -> str:
        """Return what is written after the name."""
        people = people_named([self.entry])
        if self.from_round is not None:
            return ngettext(
                "plays from round %(round)d on", "play from round %(round)d on", people
            ) % {"round": self.from_round}
        match self.reason:
            case Reason.PARTNER:
                return ngettext("waits for a partner", "wait for a partner", people)
            case Reason.NO_PLACE:
                return _("came too late for a place in this stage")
            case Reason.LAST_ROUND:
                return _("came too late for the last round")
            case _late:
                return ngettext(
                    "has no table yet and plays from the next draw on",
                    "have no table yet and play from the next draw on",
                    people,
                )


def find_unseated(
    event: Event, round: Round | None, stage: Stage | None = None
) -> list[WithoutTable]:
    """Return who is in a running event and stands nowhere in the round, by number.

    Without a round: who has no place in any round of the stage drawn so far, `stage` being the
    one that is played. Whoever was there when a round was drawn and got no place in it is out of
    a bracket or of a group that is done, unless they never had one.
    """
    if event.state != EventState.RUNNING:
        return []
    stage = round.stage if round is not None else stage
    entries = _not_placed(event, round, stage)
    missing = [entry for entry in entries if entry.state == EntryState.ACCEPTED]
    late = [] if stage is None else _those_without(round, stage, missing, _past_of(missing))
    return _by_number(late, waiting_among(event, entries))


def without_tables(
    rounds: Sequence[Round],
    entries: Mapping[int, Sequence[Entry]],
    placements: Mapping[int, Sequence[Placement]],
) -> dict[int, list[WithoutTable]]:
    """Return what `find_unseated` does of each round, by its id; one query or none.

    `entries` are all entries of each event, by its id, with their names, `placements` all of each
    round.
    """
    running = [round for round in rounds if round.stage.event.state == EventState.RUNNING]
    placed = {
        (round.pk, placement.entry_id) for round in running for placement in placements[round.pk]
    }
    missing = {
        round.pk: [
            entry
            for entry in entries[round.stage.event_id]
            if entry.state == EntryState.ACCEPTED and (round.pk, entry.pk) not in placed
        ]
        for round in running
    }
    past = _past_of([entry for some in missing.values() for entry in some])
    without: dict[int, list[WithoutTable]] = {round.pk: [] for round in rounds}
    for round in running:
        event = round.stage.event
        late = _those_without(round, round.stage, missing[round.pk], past)
        without[round.pk] = _by_number(late, waiting_among(event, entries[event.pk]))
    return without


def _by_number(
    late: Iterable[WithoutTable], looking_for_partners: Iterable[Entry]
) -> list[WithoutTable]:
    looking = [WithoutTable(entry=one, reason=Reason.PARTNER) for one in looking_for_partners]
    return sorted([*late, *looking], key=lambda who: who.entry.number)


def _not_placed(event: Event, round: Round | None, stage: Stage | None) -> list[Entry]:
    """Return who takes part and stands nowhere in the round, or in any; then pairs that applied.

    With names, by number; one query, or two without a round.
    """
    placements = Placement.objects.filter(round__stage__event=event)
    here = placements if round is None else Placement.objects.filter(round=round)
    wanted = Q(state=EntryState.APPLIED) if event.entry_kind == EntryKind.PAIR else Q(pk__in=[])
    if stage is not None and (round is not None or placements.exists()):
        wanted |= Q(state=EntryState.ACCEPTED) & ~Q(pk__in=here.values("entry"))
    rows = event.entries.filter(wanted).annotate(people=members_column())
    found: list[Entry] = list(rows.order_by("number"))
    for entry in found:
        read_members(entry)
    return found


@dataclass(frozen=True, slots=True)
class Past:
    """Of entries that have no place in a round: what else they have, by the ids of stage and entry.

    `to_come` are the numbers of the first drawn rounds in which they have a place, `begun` the
    stages in which they had one, `filled` those they belong to; `placed` who has any place.
    """

    to_come: dict[tuple[int, int], int] = field(default_factory=dict)
    begun: set[tuple[int, int]] = field(default_factory=set)
    filled: set[tuple[int, int]] = field(default_factory=set)
    placed: set[int] = field(default_factory=set)


def _past_of(entries: Sequence[Entry]) -> Past:
    """Return what else they have; one query. Most often there is nobody, and none is sent."""
    past = Past()
    row: Any
    for row in PAST(entries=[entry.pk for entry in entries]) if entries else ():
        past.filled.update((stage, row.pk) for stage in row.stages)
        for place in row.places:
            past.placed.add(row.pk)
            at = place["round__stage_id"], row.pk
            if place["round__state"] == RoundState.DRAWN:
                past.to_come[at] = place["round__number"]
            else:
                past.begun.add(at)
    return past


def _with_past(value: Callable[[str], Any]) -> "QuerySet[Entry]":
    stages = StageEntry.objects.filter(entry=OuterRef("pk"))
    places = Placement.objects.filter(entry=OuterRef("pk")).order_by("-round__number")
    of_round = ("round__stage_id", "round__state", "round__number")
    return (
        Entry.objects.filter(pk__any_of=value("entries"))
        .only("pk")
        .annotate(
            stages=ArraySubquery(stages.values("stage_id")), places=rows_column(places, *of_round)
        )
    )


PAST = CompiledQuery(_with_past)


def _those_without(
    round: Round | None, stage: Stage, missing: Iterable[Entry], past: Past
) -> Iterator[WithoutTable]:
    for entry in missing:
        place = (stage.pk, entry.pk)
        known = round is not None and was_there(round, entry)
        is_in_stage = place in past.filled
        if (known and place in past.begun) or (not is_in_stage and entry.pk in past.placed):
            continue
        is_out = known or not is_in_stage
        reason = Reason.NO_PLACE if is_out else _late_for(round, stage)
        yield WithoutTable(entry=entry, reason=reason, from_round=past.to_come.get(place))


def _late_for(round: Round | None, stage: Stage) -> Reason:
    if round is None or round.state == RoundState.DRAWN:
        return Reason.LATE
    if stage.rounds_planned is not None and round.number >= stage.rounds_planned:
        return Reason.LAST_ROUND
    return Reason.LATE


def waits_in(event: Event, round: Round, *, public: bool) -> list[dict[str, str]]:
    """Return who has no table in a round, each with its name and why ("name", "kind").

    First those who have no place in a round that is being played.
    """
    without = find_unseated(event, round) if round.state == RoundState.OPEN else []
    return [
        *({"name": one.name(public=public), "kind": one.words} for one in without),
        *(
            {"name": name_of(one.entry, public=public), "kind": kind_in_words(one)}
            for one in waiting_in(round)
        ),
    ]
