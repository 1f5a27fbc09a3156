"""Tie-breaks from the scores of those an entry met, and sat with.

Source: FIDE Tie-Break Regulations 2024; for changing partners EBU White Book 143.5. What stands
in for the opponent of a round not played is worked out in `unplayed`.
"""

from fractions import Fraction
from operator import mul

from league.rounds.drawing.reading import Number
from league.standings.methods.exact import exact_sum
from league.standings.methods.ledger import Ledger, added_up, average
from league.standings.methods.unplayed import Unplayed


def buchholz(ledger: Ledger) -> list[Number]:
    """Sum of the scores of all opponents met."""
    values = opponents_strength(ledger)
    for entry in ledger.unplayed:
        stand_ins = [score for _, score in ledger.stand_ins(entry)]
        values[entry] = exact_sum([values[entry], *stand_ins])
    return values


def buchholz_cut_1(ledger: Ledger) -> list[Number]:
    return _cut_buchholz(ledger, lowest=1, highest=0)


def buchholz_cut_2(ledger: Ledger) -> list[Number]:
    return _cut_buchholz(ledger, lowest=2, highest=0)


def median_buchholz(ledger: Ledger) -> list[Number]:
    return _cut_buchholz(ledger, lowest=1, highest=1)


def median_buchholz_2(ledger: Ledger) -> list[Number]:
    return _cut_buchholz(ledger, lowest=2, highest=2)


def sonneborn_berger(ledger: Ledger) -> list[Number]:
    """Sum over the opponents of what the match gave times the opponent's score."""
    adjusted = ledger.adjusted
    theirs = [adjusted[other] for other in ledger.opponents]
    values = ledger.sums_against(map(mul, ledger.results_against, theirs))
    for entry in ledger.unplayed:
        stand_ins = [one.result * score for one, score in ledger.stand_ins(entry)]
        values[entry] = exact_sum([values[entry], *stand_ins])
    return values


def koya(ledger: Ledger) -> list[Number]:
    """What the matches against entries with at least half of the possible points gave.

    Possible is a win in every match, and in every bye or forfeit that gave something; where a
    method knows no most, those count who made at least as many points as their opponents.
    """
    strong = at_least_half(ledger)
    lines = zip(ledger.results_against, ledger.opponents, strict=True)
    values = ledger.sums_against([result if strong[other] else 0 for result, other in lines])
    for entry, rounds in ledger.unplayed.items():
        values[entry] += sum([one.result for one in rounds if _all_strong(one, strong)])
    return values


def opponents_strength(ledger: Ledger) -> list[Number]:
    """Sum of the scores of all opponents met at a table."""
    adjusted = ledger.adjusted
    return ledger.sums_against([adjusted[other] for other in ledger.opponents])


def partners_strength(ledger: Ledger) -> list[Number]:
    """Sum of the scores of all partners, one for each round together."""
    theirs = [ledger.adjusted[other] for other in ledger.partners]
    return added_up(ledger.size, ledger.sitting, theirs)


def opponents_to_partners(ledger: Ledger) -> list[Number]:
    """The opponents' scores divided by the partners' (EBU White Book 143.5); 0 without partners."""
    pairs = zip(opponents_strength(ledger), partners_strength(ledger), strict=True)
    return [average(against, together) for against, together in pairs]


def _cut_buchholz(ledger: Ledger, *, lowest: int, highest: int) -> list[Number]:
    scores: list[list[Number]] = [[] for _ in range(ledger.size)]
    adjusted = ledger.adjusted
    for entry, opponent in zip(ledger.facing, ledger.opponents, strict=True):
        scores[entry].append(adjusted[opponent])
    left = [lowest] * ledger.size
    for entry in ledger.unplayed:
        stand_ins = list(ledger.stand_ins(entry))
        # rounds that one chose not to play are the first to be cut
        chosen = sorted([score for one, score in stand_ins if one.reason.is_voluntary])
        scores[entry] += [score for one, score in stand_ins if not one.reason.is_voluntary]
        scores[entry] += chosen[lowest:]
        left[entry] = max(lowest - len(chosen), 0)
    return [
        exact_sum(sorted(own)[cut : max(cut, len(own) - highest)])
        for own, cut in zip(scores, left, strict=True)
    ]


def at_least_half(ledger: Ledger) -> list[bool]:
    """Return which entries have at least half of the possible points, see `koya`."""
    win = ledger.method.worths.get("win")
    if win is None:
        return [lead >= 0 for lead in ledger.sums(ledger.ahead)]
    if ledger.method.is_average:
        return [score >= Fraction(win) / 2 for score in ledger.scores]
    possible = ledger.played.copy()
    for entry, rounds in ledger.unplayed.items():
        possible[entry] += sum([bool(one.result) for one in rounds])
    return [
        2 * score >= win * matches for score, matches in zip(ledger.scores, possible, strict=True)
    ]


def _all_strong(one: Unplayed, strong: list[bool]) -> bool:
    return bool(one.opponents) and all(strong[other] for other in one.opponents)
