"""How the tie-breaks of an entry add up, in words, as the standings after a round have them."""

from dataclasses import dataclass

from games.services import in_words
from league.events.models import Stage
from league.lists import listed
from league.prepared.hiding import NOTHING_HIDDEN, hidden_in_stages
from league.standings.facts import facts_of
from league.standings.methods import as_text
from league.standings.methods.addends import Addend, Breakdown, summed
from league.standings.methods.explaining import Explained, entries_explained
from league.standings.methods.explaining import in_words as addend_in_words
from league.standings.models import SnapshotRow
from league.standings.ranking import rank_id, request_after
from league.standings.stage_facts import StageFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class SumLine:
    """A number with what it is; one that is cut does not count."""

    text: str
    number: str
    is_cut: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """The lines that make a tie-break; with `divided` by, the sum of one by that of the other."""

    lines: list[SumLine]
    total: str
    divided: list[SumLine]
    divided_total: str


def sums_of(stage: Stage, row: SnapshotRow, *, full: bool) -> dict[str, Sum]:
    """Return what each tie-break of a row adds up, by its name; those that are no sum are left out.

    Read from the facts; empty while they have changed and the row has not yet. The number of
    queries does not depend on the size of the stage.
    """
    numbers = dict(row.tiebreaks)
    if not numbers:
        return {}
    state = getattr(stage, "standings", None)
    # where the stored standings hold nothing back, facts that do not either name the same row
    is_held_back = state is None or bool(state.held_back)
    hidden = hidden_in_stages([stage.pk]) if is_held_back else NOTHING_HIDDEN
    facts = facts_of(stage, hidden=hidden)
    after = row.snapshot.round_number
    is_same = facts.digests.get(after) == row.snapshot.digest
    if not is_same or len(facts.names) < 2 or facts.until(after)[-1].places:
        return {}
    explained = entries_explained(request_after(facts, after))
    names = _names(facts, explained, full=full)
    found = {
        name: explained.breakdown(name, rank_id(row.entry_id))
        for name, value in numbers.items()
        if value
    }
    return {
        name: _sum(one, names) for name, one in found.items() if one is not None and one.addends
    }


def _names(facts: StageFacts, explained: Explained, *, full: bool) -> list[str]:
    called = [facts.names[int(one)] for one in explained.ids]
    return [one.full if full else one.public for one in called]


def _sum(found: Breakdown, names: list[str]) -> Sum:
    return Sum(
        lines=_lines(found.addends, names),
        total=as_text(summed(found.addends)),
        divided=_lines(found.divisor, names),
        divided_total=as_text(summed(found.divisor)),
    )


def _lines(addends: tuple[Addend, ...], names: list[str]) -> list[SumLine]:
    lines = []
    for one in addends:
        text = in_words(addend_in_words(one, listed(names[other] for other in one.others)))
        lines.append(SumLine(text=text, number=as_text(one.value), is_cut=one.is_cut))
    return lines
