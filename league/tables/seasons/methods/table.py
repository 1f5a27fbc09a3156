"""The table of a season from its nights: with and without handicaps, by division, and why."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from games.sentences import Sentence, say
from league.foundation.doors.reading import Number
from league.tables.seasons.methods.counting import Sheet, count
from league.tables.seasons.methods.handicaps import (
    Added,
    HandicapList,
    Handicaps,
    OwnHandicap,
    added,
)
from league.tables.seasons.methods.nights import Night, NightScore, ScoredNight, in_order, scored
from league.tables.seasons.methods.rules import BEST_NIGHT, Rules
from league.tables.seasons.methods.tiebreaks import (
    TIEBREAKS,
    TOTAL,
    Values,
    criterion_label,
)
from league.tables.standings.methods.exact import distinct_texts

# The order of the competitors: by the total, then by each tie-break among those still level.


class Gap(NamedTuple):
    """What separates a competitor from the next one: the criterion and the numbers of both.

    A criterion may compare several numbers in turn; `nth` says which one decided, from 1.
    """

    key: str
    criterion: str
    own: Number
    other: Number
    nth: int = 1


class Ranked(NamedTuple):
    """A place. The keys `level_with` share it; `above` and `below` lead to the next places."""

    sheet: Sheet
    rank: int
    level_with: tuple[str, ...]
    above: Gap | None
    below: Gap | None


class Block(NamedTuple):
    """Competitors who are level so far, and what put the block before ahead of them.

    `lead` is that criterion, with the values of the block before and of this one.
    """

    sheets: list[Sheet]
    lead: tuple[str, Values, Values] | None


def ranked(sheets: Sequence[Sheet], tiebreaks: Sequence[str]) -> list[Ranked]:
    """Return the places, best first; within a rank by key."""
    if not sheets:
        return []
    blocks = _split([Block(list(sheets), None)], TOTAL, _totals)
    for name in tiebreaks:
        blocks = _split(blocks, name, TIEBREAKS[name].values)
    places: list[Ranked] = []
    for number, block in enumerate(blocks):
        rank = len(places) + 1
        before = blocks[number - 1].sheets[0].key if number else ""
        after = blocks[number + 1] if number + 1 < len(blocks) else None
        for sheet in block.sheets:
            others = tuple(other.key for other in block.sheets if other.key != sheet.key)
            above = _gap(before, block.lead, ahead=False) if block.lead else None
            below = _gap(after.sheets[0].key, after.lead, ahead=True) if after else None
            places.append(Ranked(sheet, rank, others, above, below))
    return places


def _totals(group: Sequence[Sheet]) -> list[Values]:
    return [(sheet.total,) for sheet in group]


def _split(
    blocks: Sequence[Block], name: str, values_of: Callable[[Sequence[Sheet]], list[Values]]
) -> list[Block]:
    """Return the blocks, each split where its competitors differ in value, highest first."""
    smaller_blocks: list[Block] = []
    for block in blocks:
        if len(block.sheets) == 1:
            smaller_blocks.append(block)
            continue
        values = values_of(block.sheets)
        by_key = dict(zip((sheet.key for sheet in block.sheets), values, strict=True))
        lead, last = block.lead, None
        for value in sorted(set(values), reverse=True):
            sheets = [sheet for sheet in block.sheets if by_key[sheet.key] == value]
            smaller_blocks.append(Block(sheets, lead if last is None else (name, last, value)))
            last = value
    return smaller_blocks


def _gap(key: str, lead: tuple[str, Values, Values] | None, *, ahead: bool) -> Gap | None:
    if lead is None:
        return None
    name, upper, lower = lead
    nth, more, less = next(
        (n, *pair)
        for n, pair in enumerate(zip(upper, lower, strict=True), start=1)
        if pair[0] != pair[1]
    )
    return Gap(key, name, *((more, less) if ahead else (less, more)), nth)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFacts:
    """Everything a season's table is made from; nights in any order.

    `divisions` names the division of each competitor that has one, 1 the highest; whoever is in
    it is listed even without a night. Guests are listed and not ranked.
    """

    rules: Rules
    nights: Sequence[Night]
    guests: Collection[str] = frozenset()
    divisions: Mapping[str, int] = field(default_factory=dict)
    own_handicaps: Sequence[OwnHandicap] = ()


class Row(NamedTuple):
    """A competitor's line. `rank` is within the division; None where `unranked` says why.

    `level_with` are the keys of the others of the same rank; `above` and `below` are what
    separates the row from the next ones.
    """

    key: str
    division: int | None
    rank: int | None
    level_with: tuple[str, ...]
    total: Number
    sheet: Sheet
    above: Gap | None
    below: Gap | None
    unranked: Sentence | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTable:
    """The season: its nights in order, and its rows best first, division by division.

    `scratch` is without handicaps; `net` with them, and None where the season has none.
    """

    rules: Rules
    nights: Sequence[Night]
    scratch: Sequence[Row]
    net: Sequence[Row] | None
    added: Mapping[str, Mapping[int, Added]]

    @property
    def rows(self) -> Sequence[Row]:
        """The rows whose ranks count: with handicaps if the rules say so."""
        decides = self.rules.handicap is not None and self.rules.handicap.decides
        return self.net if decides and self.net is not None else self.scratch

    @property
    def is_provisional(self) -> bool:
        return any(night.is_provisional for night in self.nights)


def season_table(facts: SeasonFacts) -> SeasonTable:
    """Return the table. The order in which nights and their places are given changes nothing."""
    nights = scored_nights(facts)
    kept = _nights_by_competitor(nights, facts)
    plain = {
        key: {number: score.score for number, score in theirs.items()}
        for key, theirs in kept.items()
    }
    adding = _added(nights, facts)
    net = None
    if facts.rules.handicap is not None:
        with_handicap = {
            key: {n: score + adding[key][n].points for n, score in theirs.items()}
            for key, theirs in plain.items()
        }
        net = _rows(kept, with_handicap, facts, len(nights))
    return SeasonTable(
        rules=facts.rules,
        nights=[scored_night.night for scored_night in nights],
        scratch=_rows(kept, plain, facts, len(nights)),
        net=net,
        added=adding,
    )


def scored_nights(facts: SeasonFacts) -> list[ScoredNight]:
    """Return the nights in order of time, each with the scores of its competitors."""
    return [scored(night, facts.rules, facts.guests) for night in in_order(facts.nights)]


def _nights_by_competitor(
    nights: Sequence[ScoredNight], facts: SeasonFacts
) -> dict[str, dict[int, NightScore]]:
    by_competitor: dict[str, dict[int, NightScore]] = {key: {} for key in facts.divisions}
    for number, scored_night in enumerate(nights):
        for key, score in scored_night.scores.items():
            by_competitor.setdefault(key, {})[number] = score
    return by_competitor


def _added(nights: Sequence[ScoredNight], facts: SeasonFacts) -> dict[str, dict[int, Added]]:
    by_competitor: dict[str, dict[int, Added]] = {}
    if facts.rules.handicap is None:
        return by_competitor
    handicaps = Handicaps(nights, facts.rules.handicap, facts.own_handicaps)
    lists: dict[date, HandicapList] = {}
    for number, scored_night in enumerate(nights):
        day = scored_night.night.day
        if day not in lists:
            lists[day] = handicaps.on(day)
        for key, score in scored_night.scores.items():
            by_competitor.setdefault(key, {})[number] = added(
                score, scored_night.most_deals, lists[day]
            )
    return by_competitor


def _rows(
    nights: Mapping[str, Mapping[int, NightScore]],
    scores: Mapping[str, Mapping[int, Number]],
    facts: SeasonFacts,
    nights_held: int,
) -> list[Row]:
    groups: dict[int | None, list[Sheet]] = {}
    for key in sorted(nights, key=in_key_order):
        sheet = Sheet(key=key, nights=nights[key], scores=scores[key])
        count(sheet, facts.rules, nights_held)
        groups.setdefault(facts.divisions.get(key), []).append(sheet)
    # whoever is in no division yet stands below them all
    ordered = sorted(groups, key=lambda number: (number is None, number or 0))
    return [row for division in ordered for row in _division(division, groups[division], facts)]


def in_key_order(key: str) -> tuple[int, str]:
    """Return a sort key that puts the key p9 before p10; it decides no rank."""
    return len(key), key


def _division(division: int | None, sheets: Sequence[Sheet], facts: SeasonFacts) -> list[Row]:
    reasons = {sheet.key: _why_unranked(sheet, facts) for sheet in sheets}
    places = ranked(
        [sheet for sheet in sheets if reasons[sheet.key] is None], facts.rules.tiebreaks
    )
    rows = [
        Row(
            place.sheet.key,
            division,
            place.rank,
            place.level_with,
            place.sheet.total,
            place.sheet,
            place.above,
            place.below,
            None,
        )
        for place in places
    ]
    unranked = sorted(
        (sheet for sheet in sheets if reasons[sheet.key] is not None),
        key=lambda sheet: (sheet.key in facts.guests, -sheet.total, in_key_order(sheet.key)),
    )
    return rows + [
        Row(sheet.key, division, None, (), sheet.total, sheet, None, None, reasons[sheet.key])
        for sheet in unranked
    ]


def _why_unranked(sheet: Sheet, facts: SeasonFacts) -> Sentence | None:
    if sheet.key in facts.guests:
        return say("a guest is not ranked")
    played, least = len(sheet.nights), facts.rules.least_nights
    if not played:
        return say("has not played yet")
    if played < least:
        return say(
            "not ranked yet: %(played)d of at least %(least)d nights", played=played, least=least
        )
    return None


# Why a row of the season's table stands where it does, with the names of those around it.

MOST_NAMES = 3


def explain_rank(row: Row, names: Mapping[str, str]) -> Sentence:
    """Say who is level, above and below, and on which numbers; or why the row has no rank.

    `names` are what the reader may call the competitors.
    """
    if row.unranked is not None:
        return row.unranked
    parts = [
        *([_level(row.level_with, names)] if row.level_with else []),
        *([_behind(row.above, names)] if row.above else []),
        *([_ahead(row.below, names)] if row.below else []),
    ]
    if not parts:
        return say("there is nobody else to compare with")
    sentence = parts[0]
    for part in parts[1:]:
        sentence = say("%(first)s; %(then)s", first=sentence, then=part)
    return sentence


def _level(keys: tuple[str, ...], names: Mapping[str, str]) -> Sentence:
    shown = ", ".join(names[key] for key in keys[:MOST_NAMES])
    more = len(keys) - MOST_NAMES
    if more <= 0:
        return say("level with %(names)s on all that counts", names=shown)
    return say("level with %(names)s and %(more)d more on all that counts", names=shown, more=more)


def _ahead(gap: Gap, names: Mapping[str, str]) -> Sentence:
    own, other = distinct_texts(gap.own, gap.other)
    return say(
        "ahead of %(name)s on %(criterion)s, %(own)s to %(other)s",
        name=names[gap.key],
        criterion=_criterion(gap),
        own=own,
        other=other,
    )


def _behind(gap: Gap, names: Mapping[str, str]) -> Sentence:
    own, other = distinct_texts(gap.own, gap.other)
    return say(
        "behind %(name)s on %(criterion)s, %(own)s to %(other)s",
        name=names[gap.key],
        criterion=_criterion(gap),
        own=own,
        other=other,
    )


def _criterion(gap: Gap) -> Sentence:
    if gap.criterion == BEST_NIGHT and gap.nth > 1:
        return say("the best nights, number %(nth)d of them", nth=gap.nth)
    if gap.criterion == TOTAL:
        return say("the total")
    return criterion_label(gap.criterion)
