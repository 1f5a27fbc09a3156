"""The addends of a tie-break: columns over the lines of the ledger, each line with a sentence.

The lines of all entries stand in one column, so that ten thousand entries are added up in a
breath. What a line is in words is made only of the lines of the entry that somebody asks about.
The number and what is shown of it come from the same columns.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from games.sentences import Sentence
from league.foundation.doors.reading import Number
from league.tables.standings.methods.exact import exact_sum, format_number
from league.tables.standings.methods.ledger import Ledger, average
from league.tables.standings.methods.unplayed import NOT_THERE, Reason, Unplayed


class Origin(NamedTuple):
    """Where a number comes from: its round, the others in it, and why it was not played."""

    round: int | None = None
    others: tuple[int, ...] = ()
    reason: Reason | None = None


class Lines(NamedTuple):
    """Whose each line is, and where it comes from; `voluntary` are those chosen not to be played.

    Entries are places in the ledger, lines places in the sequence of entries.
    """

    entries: Sequence[int]
    origin: Callable[[int], Origin]
    voluntary: Collection[int] = ()

    def only(self, chosen: Sequence[int]) -> "Lines":
        """Return some of the lines, none of which is voluntary."""
        entries = [self.entries[line] for line in chosen]
        return Lines(entries, lambda line: self.origin(chosen[line]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Addend:
    """A number of the sum; `others` are places in the ledger. One that `is_cut` does not count.

    `made` and `score` are what is multiplied, where something is. `reason` says why the round
    was not played, and then the score is that of who stands in for the opponent.
    """

    words: Sentence
    value: Number
    round: int | None = None
    others: tuple[int, ...] = ()
    reason: Reason | None = None
    made: Number | None = None
    score: Number | None = None
    is_cut: bool = False

    def in_words(self, names: str) -> Sentence:
        """Return the addend in words; `names` are those of `others`, "" where there are none."""
        params: dict[str, Any] = {"round": self.round, "names": names}
        if self.reason is not None:
            params["why"] = NOT_THERE[self.reason]
        if self.made is not None and self.score is not None:
            params |= {"made": format_number(self.made), "score": format_number(self.score)}
        return Sentence(self.words.text, params)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """Addends of one kind, a line each, and the words for a line.

    The words may name %(round)d, %(names)s of the others, %(why)s the round was not played, and
    %(made)s and %(score)s where the values are products of the two.
    """

    words: Sentence
    lines: Lines
    values: Sequence[Number]
    made: Sequence[Number] | None = None
    scores: Sequence[Number] | None = None

    def addends(self, entry: int) -> list[Addend]:
        """Return the addends of an entry, in the order of the lines."""
        return [
            self._addend(line)
            for line, at_line in enumerate(self.lines.entries)
            if at_line == entry
        ]

    def voluntary(self, entry: int) -> list[bool]:
        """Return of each of its addends whether the entry chose not to play that round."""
        lines = self.lines
        return [
            line in lines.voluntary
            for line, at_line in enumerate(lines.entries)
            if at_line == entry
        ]

    def _addend(self, line: int) -> Addend:
        return Addend(
            words=self.words,
            value=self.values[line],
            **self.lines.origin(line)._asdict(),
            made=None if self.made is None else self.made[line],
            score=None if self.scores is None else self.scores[line],
        )


Columns: TypeAlias = Sequence[Column]


# -------------------------------------------------------------------- lines of the ledger


def list_table_lines(ledger: Ledger) -> Lines:
    """Return a line for each match that each entry played at a table."""
    return Lines(
        ledger.entries, lambda line: Origin(ledger.numbers[line], ledger.others_at_table[line])
    )


def opponents(ledger: Ledger) -> Lines:
    """Return a line for each opponent that each entry faced at a table."""
    return Lines(
        ledger.facing,
        lambda line: Origin(ledger.numbers[ledger.lines[line]], (ledger.opponents[line],)),
    )


def partners(ledger: Ledger) -> Lines:
    """Return a line for each partner that each entry sat with, once for each round together."""
    return Lines(ledger.sitting, lambda line: Origin(others=(ledger.partners[line],)))


def list_unplayed_lines(rounds: Sequence[tuple[int, Unplayed]]) -> Lines:
    """Return a line for each of these rounds that an entry did not play."""
    return Lines(
        [entry for entry, _ in rounds],
        lambda line: Origin(
            rounds[line][1].round, rounds[line][1].opponents, rounds[line][1].reason
        ),
        {line for line, (_, missed) in enumerate(rounds) if missed.reason.is_voluntary},
    )


def everybody(ledger: Ledger, after: int | None = None) -> Lines:
    """Return a line for each entry, after a round where one is given."""
    return Lines(range(ledger.size), lambda _line: Origin(after))


def in_deals(ledger: Ledger, chosen: Sequence[int]) -> Lines:
    """Return some of the lines that say what happened in the deals of a match."""
    facts = ledger.deal_facts
    return Lines(
        [fact.entry for fact in facts],
        lambda line: Origin(facts[line].round, facts[line].opponents),
    ).only(chosen)


# ------------------------------------------------------------------- what does not count

# Takes the values of one entry, and which of them are of rounds that it chose not to play, and
# returns the places of those that do not count.
Cut: TypeAlias = Callable[[Sequence[Number], Sequence[int]], Collection[int]]


def make_cut(*, lowest: int, highest: int = 0) -> Cut:
    """Leave out so many: first the rounds that the entry chose not to play, the lowest of them."""

    def cut(values: Sequence[Number], voluntary: Sequence[int]) -> Collection[int]:
        left = sorted(range(len(values)), key=values.__getitem__)
        if not voluntary:
            return left[:lowest] + left[max(lowest, len(left) - highest) :]
        out = [place for place in left if place in voluntary][:lowest]
        left = [place for place in left if place not in out]
        fewer = lowest - len(out)
        return out + left[:fewer] + left[max(fewer, len(left) - highest) :]

    return cut


def without_first(values: Sequence[Number], voluntary: Sequence[int]) -> Collection[int]:
    """Leave out the first."""
    return range(min(1, len(values)))


def only_highest(values: Sequence[Number], voluntary: Sequence[int]) -> Collection[int]:
    """Leave out all but the highest, the first of them where there are several."""
    best = max(range(len(values)), key=values.__getitem__, default=0)
    return [place for place in range(len(values)) if place != best]


# ---------------------------------------------------------------------------------- sums


def added_up(columns: Columns, size: int, cut: Cut | None = None) -> list[Number]:
    """Return for each entry the sum of its addends that count."""
    if cut is not None:
        return [
            exact_sum(values) - exact_sum([values[place] for place in cut(values, voluntary)])
            for values, voluntary in _by_entry(columns, size)
        ]
    totals: list[Number] = [0] * size
    for column in columns:
        for entry, value in zip(column.lines.entries, column.values, strict=True):
            totals[entry] += value
    return totals


def _by_entry(columns: Columns, size: int) -> Iterable[tuple[list[Number], Sequence[int]]]:
    """Return the values of each entry in the order of the columns, and which are voluntary."""
    values: list[list[Number]] = [[] for _ in range(size)]
    voluntary: dict[int, list[int]] = {}
    for column in columns:
        entries, chosen = column.lines.entries, column.lines.voluntary
        if not chosen:
            for entry, value in zip(entries, column.values, strict=True):
                values[entry].append(value)
            continue
        for line, (entry, value) in enumerate(zip(entries, column.values, strict=True)):
            if line in chosen:
                voluntary.setdefault(entry, []).append(len(values[entry]))
            values[entry].append(value)
    return (
        (values_of_entry, voluntary.get(entry, ())) for entry, values_of_entry in enumerate(values)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """The numbers whose sum is a tie-break; with a `divisor`, divided by the sum of that."""

    addends: tuple[Addend, ...]
    divisor: tuple[Addend, ...] = ()

    @property
    def sum(self) -> Number:
        return summed(self.addends)

    @property
    def divided_by(self) -> Number:
        return summed(self.divisor)

    @property
    def total(self) -> Number:
        return average(self.sum, self.divided_by) if self.divisor else self.sum


def summed(addends: Iterable[Addend]) -> Number:
    """Return the sum of those that count."""
    return sum([addend.value for addend in addends if not addend.is_cut])


def addends_of(columns: Columns, entry: int, cut: Cut | None = None) -> list[Addend]:
    """Return the addends of an entry in the order of the rounds."""
    addends = [addend for column in columns for addend in column.addends(entry)]
    if cut is not None:
        chosen = [place for column in columns for place in column.voluntary(entry)]
        voluntary = [place for place, is_so in enumerate(chosen) if is_so]
        out = cut([addend.value for addend in addends], voluntary)
        addends = [replace(addend, is_cut=place in out) for place, addend in enumerate(addends)]
    return sorted(addends, key=lambda addend: addend.round or 0)


def by_opponents(addends: Iterable[Addend]) -> list[Addend]:
    """Return several deals against the same opponents in a round as one addend."""
    joined: dict[tuple[int | None, tuple[int, ...], bool], Addend] = {}
    for addend in addends:
        key = addend.round, addend.others, addend.is_cut
        before = joined.get(key)
        joined[key] = (
            addend if before is None else replace(addend, value=before.value + addend.value)
        )
    return list(joined.values())
