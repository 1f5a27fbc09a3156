"""Whether a drawn round is out of date: entries that came or left since it was drawn.

A round stores the ids of the entries it was drawn from. While it is not open, they are compared
with the entries that take part now, in every format.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import join_sentences
from league.foundation.lists import listed_some
from league.play.events.models import Entry, EntryState, StageEntry
from league.play.events.names import name_of, people_named
from league.play.events.selectors import members_with_players
from league.play.rounds.models import Placement, Round, RoundState

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
    """Return for each round, by its id, who came and left since; at most three queries in all."""
    drawn = [round for round in rounds if round.state == RoundState.DRAWN]
    changes = {round.pk: Changes() for round in rounds}
    if not drawn:
        return changes
    placed: dict[int, set[int]] = {round.pk: set() for round in drawn}
    for round_id, entry in Placement.objects.filter(round__in=drawn).values_list("round", "entry"):
        placed[round_id].add(entry)
    field = _fields([round.stage_id for round in drawn])
    for round in drawn:
        changes[round.pk] = _changes(round, field.get(round.stage_id, []), placed[round.pk])
    return changes


def _fields(stages: Sequence[int]) -> Mapping[int, list[Entry]]:
    """Return the entries of each stage by number, with their names; two queries."""
    entries = Entry.objects.prefetch_related(members_with_players())
    rows = StageEntry.objects.filter(stage__in=stages).order_by("entry__number")
    pairs = list(rows.values_list("stage_id", "entry_id"))
    by_id = entries.in_bulk({entry for _stage, entry in pairs})
    fields: dict[int, list[Entry]] = {}
    for stage, entry in pairs:
        fields.setdefault(stage, []).append(by_id[entry])
    return fields


def was_there(round: Round, entry: Entry) -> bool:
    """Say whether the entry took part when the round was drawn."""
    return entry.pk in round.drawing.get(DRAWN_FROM, ())


def _changes(round: Round, field: Sequence[Entry], placed: set[int]) -> Changes:
    kept_without = set(round.drawing.get(KEPT_WITHOUT, ()))
    return Changes(
        late=tuple(
            entry
            for entry in field
            if entry.state == EntryState.ACCEPTED
            and entry.pk not in placed
            and not was_there(round, entry)
        ),
        left=tuple(
            entry
            for entry in field
            if entry.state == EntryState.WITHDRAWN
            and entry.pk in placed
            and entry.pk not in kept_without
        ),
    )
