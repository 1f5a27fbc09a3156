"""How the points and tie-breaks of an entry add up, in words, after a round of its stage."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.sentences import Sentence
from games.services import render_sentence
from league.foundation.lists import listed
from league.play.events.entry_names import names_of
from league.play.events.models import Stage
from league.play.prepared.hiding import NOTHING_HIDDEN, hidden_in_stages
from league.play.results.models import COUNTING, Submission
from league.play.rounds.models import PlacementKind
from league.play.rounds.rooms import compares_deals, resting_kind
from league.tables.standings.facts import facts_of
from league.tables.standings.methods import format_number
from league.tables.standings.methods.addends import Addend, Breakdown
from league.tables.standings.methods.explaining import Explained, Look, entries_explained
from league.tables.standings.methods.parts import Account, Part, Table, part_in_words
from league.tables.standings.models import SnapshotRow
from league.tables.standings.ranking import number_in_look, request_after
from league.tables.standings.stage_facts import rank_id

POINTS = "points"
MOST_IN_A_LOOK = 12
MOST_SUMMED = 40_000  # entries times rounds: their facts take most of a second to be read


@dataclass(frozen=True, slots=True, kw_only=True)
class SumLine:
    """A line of a sum: a text and its number. A line that `is_cut` does not count."""

    text: str
    number: str
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LookShown:
    """One comparison by head-to-head: the points of all level entries, its result, and the sum."""

    made: str
    then: str
    lines: list[SumLine]
    total: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """The lines that make a number; with `divided` by, the sum of one by that of the other.

    `total` is the sum of the lines, `result` the number itself, and `steps` what is done with the
    total until then. Every number is shown rounded: there is one line more, which says so, where
    the numbers shown would not add up without it.
    """

    lines: list[SumLine]
    total: str
    divided: list[SumLine] = field(default_factory=list)
    divided_total: str = ""
    steps: list[SumLine] = field(default_factory=list)
    result: str
    looks: list[LookShown] = field(default_factory=list)


def sums_of(stage: Stage, row: SnapshotRow, *, full: bool) -> dict[str, Sum]:
    """Return what makes the points ("points") of a row and each of its tie-breaks, by its name.

    A tie-break that adds up nothing is left out. Read from the facts; empty while they have changed
    and the row has not yet. The number of queries does not depend on the size of the stage. Ask
    `has_too_much_to_sum` before.
    """
    state = getattr(stage, "standings", None)
    # where the stored standings hold nothing back, facts that do not either name the same row
    is_held_back = state is None or bool(state.held_back)
    hidden = hidden_in_stages([stage.pk]) if is_held_back else NOTHING_HIDDEN
    facts = facts_of(stage, hidden=hidden)
    after = row.snapshot.round_number
    is_same = facts.digests.get(after) == row.snapshot.digest
    if not is_same or len(facts.ids) < 2:
        return {}
    explained = entries_explained(request_after(facts, after))
    names = _names(explained, full=full)
    key = rank_id(row.entry_id)
    place = explained.ids.index(key)
    points = _PointsInWords(stage, row.entry_id, names).shown(explained.account(key), row.points)
    breakdowns = {name: explained.breakdown(name, key) for name, _value in row.tiebreaks}
    return {POINTS: points} | {
        name: _sum(
            breakdown, names, [_look(look, place, names) for look in explained.looks(name, key)]
        )
        for name, breakdown in breakdowns.items()
        if breakdown is not None and (breakdown.addends or explained.looks(name, key))
    }


def has_too_much_to_sum(row: SnapshotRow) -> bool:
    """Say of a row of `row_of` whether its stage has more facts than anybody should wait for."""
    rounds: int = row.rounds_begun  # type: ignore[attr-defined]
    return row.snapshot.entries * rounds > MOST_SUMMED


def _names(explained: Explained, *, full: bool) -> list[str]:
    called = names_of([int(entry) for entry in explained.ids])
    return [names.shown(full=full) for names in called.values()]


# ------------------------------------------------------------------------------- points


class _PointsInWords:
    """Puts the points of an entry into lines, by how its stage plays."""

    def __init__(self, stage: Stage, entry: int, names: Sequence[str]) -> None:
        self.names = names
        self.table = Table(
            in_imps=compares_deals(stage),
            sits_out=resting_kind(stage) == PlacementKind.SIT_OUT,
        )
        self.deals = _deals_submitted(stage, entry)

    def shown(self, account: Account, stored: Decimal) -> Sum:
        """Return the lines of the account; `stored` is the number in the standings."""
        result = format_number(Fraction(stored))
        if account.divisor is None:
            lines = self._lines((*account.parts, *account.after))
            return Sum(lines=_adding_up(lines, result), total=result, result=result)
        score = result if not account.after else format_number(account.score)
        total = format_number(account.sum)
        return Sum(
            lines=_adding_up(self._lines(account.parts), total),
            total=total,
            steps=[
                SumLine(text=_divided(account), number=score),
                *(_adding_up(self._lines(account.after), result, score) if account.after else []),
            ],
            result=result,
        )

    def _lines(self, parts: Iterable[Part]) -> list[SumLine]:
        return [
            SumLine(text=render_sentence(self._sentence(part)), number=format_number(part.value))
            for part in parts
        ]

    def _sentence(self, part: Part) -> Sentence:
        names = listed(self.names[other] for other in part.others)
        return part_in_words(part, names, self.table, self.deals.get(part.round or 0, 0))


def _divided(account: Account) -> str:
    """Say what the sum is divided by: results, or the matchpoints that there were to get."""
    deals = sum(part.deals for part in account.parts)
    if not deals:
        return _("divided by %(count)s, the number of results") % {
            "count": format_number(account.divisor or 0)
        }
    return ngettext(
        "in per cent of the %(top)s matchpoints that one deal can give",
        "in per cent of the %(top)s matchpoints that %(count)d deals can give",
        deals,
    ) % {"count": deals, "top": format_number(100 * (account.divisor or 0))}


def _deals_submitted(stage: Stage, entry: int) -> dict[int, int]:
    """Return how many deals the entry's table submitted by round, however many rooms it had."""
    rows = (
        Submission.objects.filter(
            table__round__stage=stage, table__placements__entry=entry, state__in=COUNTING
        )
        .values("table__round__number")
        .annotate(deals=Count("number", distinct=True))
        .values_list("table__round__number", "deals")
    )
    return dict(rows)


# ------------------------------------------------------------------------------- tie-breaks


def _sum(breakdown: Breakdown, names: Sequence[str], looks: list[LookShown]) -> Sum:
    total, divided = format_number(breakdown.sum), format_number(breakdown.divided_by)
    return Sum(
        lines=_adding_up(_lines(breakdown.addends, names), total),
        total=total,
        divided=_adding_up(_lines(breakdown.divisor, names), divided) if breakdown.divisor else [],
        divided_total=divided,
        result=format_number(breakdown.total),
        looks=looks,
    )


def _lines(addends: Iterable[Addend], names: Sequence[str]) -> list[SumLine]:
    lines = []
    for addend in addends:
        text = render_sentence(addend.in_words(listed(names[other] for other in addend.others)))
        lines.append(SumLine(text=text, number=format_number(addend.value), is_cut=addend.is_cut))
    return lines


def _look(look: Look, own: int, names: Sequence[str]) -> LookShown:
    group = sorted(look.head_to_head.group, key=look.head_to_head.ranges.__getitem__, reverse=True)
    lines = _lines(look.breakdown.addends, names)
    made = format_number(look.breakdown.total)
    if look.missing:
        text = ngettext(
            "%(count)d match among them is still to come",
            "%(count)d matches among them are still to come",
            look.missing,
        ) % {"count": look.missing}
        lines.append(SumLine(text=text, number="–"))
    return LookShown(
        made=_listed(
            [f"{names[entry]} {number_in_look(look.head_to_head.ranges[entry])}" for entry in group]
        ),
        then=_then(look, own, names),
        lines=_adding_up(lines, made),
        total=number_in_look(look.head_to_head.ranges[own]) if look.head_to_head.can_decide else "",
    )


def _then(look: Look, own: int, names: Sequence[str]) -> str:
    """Say how a comparison ended for an entry: it is alone, or still level with others."""
    levels = look.head_to_head.levels
    if not look.head_to_head.can_decide:
        return _(
            "Not all of them have met, and a match can be worth any number of points, so this "
            "decides nothing."
        )
    if len(levels) == 1:
        return _("That does not separate any of them.")
    still = next(level for level in levels if own in level)
    if len(still) == 1:
        return _("That separates %(name)s from all the others.") % {"name": names[own]}
    return _("Still level, so compared once more among themselves: %(names)s.") % {
        "names": _listed([names[entry] for entry in still])
    }


def _listed(things: Sequence[str]) -> str:
    """Return the things in a row; of very many the first, and how many more there are."""
    more = len(things) - MOST_IN_A_LOOK
    if more <= 0:
        return str(listed(things))
    return ngettext("%(names)s and %(count)d more", "%(names)s and %(count)d more", more) % {
        "names": listed(things[:MOST_IN_A_LOOK]),
        "count": more,
    }


# ------------------------------------------------------------------------------- rounding


def _adding_up(lines: list[SumLine], total: str, start: str = "0") -> list[SumLine]:
    """Return the lines, with what rounding each of them makes of the total where it does."""
    shown = [Decimal(line.number) for line in lines if not line.is_cut and line.number != "–"]
    rounding = Decimal(total) - Decimal(start) - sum(shown)
    if not rounding:
        return lines
    text = _("what rounding the numbers above to two decimals takes or adds")
    return [*lines, SumLine(text=text, number=f"{rounding:f}")]
