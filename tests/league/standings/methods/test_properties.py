"""What holds for every event: random ones, against a plain reading of the definitions."""

from fractions import Fraction
from itertools import pairwise, permutations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.standings.methods import (
    HEAD_TO_HEAD,
    TIEBREAKS,
    Duels,
    RankRequest,
    rank_entries,
    read_request,
)

# machines are shared: a slow example is no fault
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

METHODS = [
    {"name": "match_points"},
    {"name": "match_points", "win": 3, "draw": 1, "loss": 0, "bye": "draw"},
    {"name": "match_points", "win": 1, "draw": 0.5, "loss": 0, "bye": "own_average"},
    {"name": "total_points", "bye": "own_average"},
    {"name": "total_points", "bye": "winners_average"},
]
INDEPENDENT = [name for name in TIEBREAKS if name != HEAD_TO_HEAD]


@st.composite
def events(draw, methods=METHODS, tiebreaks=tuple(TIEBREAKS)):
    """Return a request: rounds of matches among up to eight entries, few points, many ties."""
    count = draw(st.integers(2, 8))
    ids = [f"e{number}" for number in range(count)]
    method = draw(st.sampled_from(methods))
    many_sided = method["name"] == "total_points" and draw(st.booleans())
    played = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        left = draw(st.permutations(ids))
        while len(left) >= 2:
            size = draw(st.integers(2, min(5, len(left)))) if many_sided else 2
            table, left = left[:size], left[size:]
            sides = [{"entries": [e], "points": draw(st.integers(-2, 3))} for e in table]
            played.append({"round": number, "sides": sides})
        played += [{"round": number, "bye": entry} for entry in left]
    return {
        "method": method,
        "tiebreaks": draw(st.lists(st.sampled_from(tiebreaks), unique=True, max_size=4)),
        "entries": [{"id": entry} for entry in ids],
        "matches": draw(st.permutations(played)),
        "adjustments": draw(
            st.lists(
                st.builds(
                    lambda entry, points: {"entry": entry, "points": points},
                    st.sampled_from(ids),
                    st.sampled_from([-1, 0.5, 2]),
                ),
                max_size=2,
            )
        ),
    }


def ranked(event):
    return rank_entries(read_request(event))


@PATIENT
@given(events(), st.randoms(use_true_random=False))
def test_order_of_entries_and_results_changes_nothing(event, rng):
    shuffled = dict(event)
    for key in ("entries", "matches", "adjustments"):
        shuffled[key] = rng.sample(event[key], len(event[key]))

    before = {row.entry: row._replace(adjustments=()) for row in ranked(event)}
    after = {row.entry: row._replace(adjustments=()) for row in ranked(shuffled)}

    assert before == after


@PATIENT
@given(events(), st.randoms(use_true_random=False))
def test_side_that_is_named_first_changes_nothing(event, rng):
    turned = event | {
        "matches": [
            {**match, "sides": rng.sample(match["sides"], len(match["sides"]))}
            if "sides" in match
            else match
            for match in event["matches"]
        ]
    }

    assert ranked(event) == ranked(turned)


@PATIENT
@given(events())
def test_tiebreak_separates_only_what_was_level(event):
    names = event["tiebreaks"]
    ranks = [
        {row.entry: row.rank for row in ranked(event | {"tiebreaks": names[:applied]})}
        for applied in range(len(names) + 1)
    ]

    for coarse, fine in pairwise(ranks):
        for one, other in permutations(coarse, 2):
            if coarse[one] < coarse[other]:
                assert fine[one] < fine[other]


@PATIENT
@given(events())
def test_rank_is_one_more_than_those_ahead_and_shared_ones_say_so(event):
    rows = ranked(event)
    ranks = [row.rank for row in rows]

    assert ranks == sorted(ranks)
    for row in rows:
        assert row.rank == 1 + sum(rank < row.rank for rank in ranks)
        assert row.tied == (ranks.count(row.rank) > 1)
        assert row.level_count == ranks.count(row.rank) - 1


@PATIENT
@given(events(tiebreaks=INDEPENDENT))
def test_order_is_that_of_points_and_tiebreaks_and_why_names_the_first_difference(event):
    rows = ranked(event)

    keys = [(row.points, *row.tiebreaks.values()) for row in rows]
    assert keys == sorted(keys, reverse=True)
    names = ["points", *event["tiebreaks"]]
    for row, key, next_row, next_key in zip(rows, keys, rows[1:], keys[1:], strict=False):
        if key == next_key:
            assert row.rank == next_row.rank
            continue
        first = next(
            place
            for place, pair in enumerate(zip(key, next_key, strict=True))
            if pair[0] != pair[1]
        )
        assert row.below[2:] == (names[first], key[first], next_key[first], True)
        assert next_row.above[2:] == (names[first], next_key[first], key[first], True)


@PATIENT
@given(events(tiebreaks=INDEPENDENT))
def test_numbers_are_those_of_the_definitions(event):
    expected = PlainReading(event)

    for row in ranked(event):
        assert row.points == expected.points(row.entry)
        assert (row.played, row.byes) == (
            len(expected.tables_of(row.entry)),
            len(expected.byes_of(row.entry)),
        )
        assert row.won + row.drawn + row.lost == row.played
        for name, value in row.tiebreaks.items():
            assert value == getattr(expected, name)(row.entry)


@PATIENT
@given(events(methods=METHODS[:3]))
def test_columns_of_duels_come_to_the_same_as_matches(event):
    request = read_request(event)
    place = {entry.id: index for index, entry in enumerate(request.entries)}
    columns = Duels()
    for match in request.matches:
        columns.rounds.append(match.round)
        columns.homes.append(place[match.sides[0].entries[0]])
        columns.aways.append(place[match.sides[1].entries[0]])
        columns.home_points.append(match.sides[0].points or 0)
        columns.away_points.append(match.sides[1].points or 0)

    by_columns = RankRequest(
        method=request.method,
        tiebreaks=request.tiebreaks,
        entries=request.entries,
        duels=columns,
        byes=request.byes,
        adjustments=request.adjustments,
    )

    assert rank_entries(by_columns) == rank_entries(request)


@PATIENT
@given(events(methods=METHODS[:2], tiebreaks=(HEAD_TO_HEAD,)))
def test_head_to_head_never_contradicts_a_complete_league(event):
    event |= {"tiebreaks": [HEAD_TO_HEAD]}
    plain = PlainReading(event)
    rows = ranked(event)

    for row in rows:
        level = [other.entry for other in rows if other.points == row.points]
        if len(level) == 1:
            assert row.tiebreaks[HEAD_TO_HEAD] is None
        for other in rows:
            met = plain.results_between(row.entry, other.entry)
            if other.entry in level and len(level) == 2 and met:
                assert (row.rank < other.rank) == (
                    sum(met) > sum(plain.results_between(other.entry, row.entry))
                )


class PlainReading:
    """The definitions of the rulebook, word by word and slowly."""

    def __init__(self, event):
        self.method = event["method"]
        self.tables = [match for match in event["matches"] if "sides" in match]
        self.byes = [match for match in event["matches"] if "bye" in match]
        self.adjustments = event["adjustments"]
        self.rounds = max([match["round"] for match in event["matches"]], default=0)

    def tables_of(self, entry):
        return [t for t in self.tables if any(entry in s["entries"] for s in t["sides"])]

    def byes_of(self, entry):
        return [bye for bye in self.byes if bye["bye"] == entry]

    def own(self, table, entry):
        return next(s["points"] for s in table["sides"] if entry in s["entries"])

    def others(self, table, entry):
        return [(s["entries"][0], s["points"]) for s in table["sides"] if entry not in s["entries"]]

    def result(self, table, entry):
        own = self.own(table, entry)
        if self.method["name"] == "total_points":
            return own
        ((_, other),) = self.others(table, entry)
        key = "win" if own > other else "loss" if own < other else "draw"
        return Fraction(self.method.get(key, {"win": 2, "draw": 1, "loss": 0}[key]))

    def bye_worth(self, bye, entry):
        award = self.method.get("bye", "win")
        if award == "own_average":
            results = [self.result(table, entry) for table in self.tables_of(entry)]
            return Fraction(sum(results), len(results)) if results else 0
        if award == "winners_average":
            best = []
            for table in self.tables:
                if table["round"] == bye["round"]:
                    points = [side["points"] for side in table["sides"]]
                    best += [p for p in points if p == max(points)]
            return Fraction(sum(best), len(best)) if best else 0
        return Fraction(self.method.get(award, {"win": 2, "draw": 1, "loss": 0}[award]))

    def score(self, entry, until=10**6):
        return sum(
            self.result(t, entry) for t in self.tables_of(entry) if t["round"] <= until
        ) + sum(self.bye_worth(b, entry) for b in self.byes_of(entry) if b["round"] <= until)

    def points(self, entry):
        return self.score(entry) + sum(
            Fraction(a["points"]) for a in self.adjustments if a["entry"] == entry
        )

    def point_difference(self, entry):
        total = Fraction(0)
        for table in self.tables_of(entry):
            others = [points for _, points in self.others(table, entry)]
            total += self.own(table, entry) - Fraction(sum(others), len(others))
        return total

    def points_for(self, entry):
        return sum(self.own(table, entry) for table in self.tables_of(entry))

    def average(self, entry):
        played = len(self.tables_of(entry))
        return Fraction(self.points_for(entry), played) if played else 0

    def wins(self, entry):
        return sum(
            all(self.own(table, entry) > points for _, points in self.others(table, entry))
            for table in self.tables_of(entry)
        )

    def dummy(self, entry):
        if self.method["name"] == "total_points":
            return self.score(entry)
        return min(self.score(entry), self.rounds * Fraction(self.method.get("draw", 1)))

    def opponents_scores(self, entry):
        met = [o for table in self.tables_of(entry) for o, _ in self.others(table, entry)]
        return sorted(
            [self.score(opponent) for opponent in met]
            + [self.dummy(entry) for _ in self.byes_of(entry)]
        )

    def buchholz(self, entry):
        return sum(self.opponents_scores(entry))

    def buchholz_cut_1(self, entry):
        return sum(self.opponents_scores(entry)[1:])

    def buchholz_cut_2(self, entry):
        return sum(self.opponents_scores(entry)[2:])

    def median_buchholz(self, entry):
        return sum(self.opponents_scores(entry)[1:-1])

    def sonneborn_berger(self, entry):
        return sum(
            self.result(table, entry) * self.score(opponent)
            for table in self.tables_of(entry)
            for opponent, _ in self.others(table, entry)
        ) + sum(self.bye_worth(bye, entry) * self.dummy(entry) for bye in self.byes_of(entry))

    def progressive(self, entry):
        return sum(self.score(entry, until) for until in range(1, self.rounds + 1))

    def results_between(self, entry, opponent):
        return [
            self.result(table, entry)
            for table in self.tables_of(entry)
            if opponent in [name for name, _ in self.others(table, entry)]
        ]
