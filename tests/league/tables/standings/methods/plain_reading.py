"""The definitions of docs/scoring.md and docs/tie-breaks.md, word by word and slowly."""

from fractions import Fraction
from functools import cache

from league.tables.standings.methods import read_method

WORTH = {"win": 2, "draw": 1, "loss": 0}


class PlainReading:
    """The numbers of an event given as a request of matches whose sides are single entries."""

    def __init__(self, event):
        self.method = event["method"]
        self.name = self.method["name"]
        self.tables = [m for m in event["matches"] if "sides" in m and "forfeit" not in m]
        self.forfeits = [m for m in event["matches"] if "forfeit" in m]
        self.byes = [m for m in event["matches"] if "bye" in m]
        self.adjustments = event["adjustments"]
        self.rounds = max([m["round"] for m in event["matches"]], default=0)
        self.read = read_method(self.method)
        for name in ("tables_of", "score", "adjusted", "own_average", "winners_average", "strong"):
            setattr(self, name, cache(getattr(self, name)))

    def tables_of(self, entry):
        return [t for t in self.tables if any(entry in s["entries"] for s in t["sides"])]

    def byes_of(self, entry):
        return [bye for bye in self.byes if bye["bye"] == entry]

    def forfeits_of(self, entry):
        return [f for f in self.forfeits if any(entry in s["entries"] for s in f["sides"])]

    def side_of(self, table, entry):
        return next(s for s in table["sides"] if entry in s["entries"])

    def own(self, table, entry):
        return self.side_of(table, entry)["points"]

    def others(self, table, entry):
        return [
            (s["entries"][0], s.get("points")) for s in table["sides"] if entry not in s["entries"]
        ]

    def result(self, table, entry):
        own = self.own(table, entry)
        return getattr(self, "by_" + self.name)(table, entry, own)

    def by_total_points(self, _table, _entry, own):
        return own

    def by_match_points(self, table, entry, own):
        ((_, other),) = self.others(table, entry)
        key = "win" if own > other else "loss" if own < other else "draw"
        worth = Fraction(self.method.get(key, WORTH[key]))
        if "bonus" in self.method:
            worth += own - other >= 2
            worth += Fraction(1, 2) if -2 < own - other < 0 else 0
        return worth

    def by_victory_points(self, table, entry, own):
        ((_, other),) = self.others(table, entry)
        tau = (5**0.5 - 1) / 2
        lead = min(abs(own - other), 4)
        winner = Fraction(round(100 * (10 + 10 * (1 - tau ** (3 * lead / 4)) / (1 - tau**3))), 100)
        return winner if own >= other else 20 - winner

    def by_round_points(self, table, entry, own):
        made = [
            side["points"]
            for other in self.tables
            if other["round"] == table["round"]
            for side in other["sides"]
        ]
        ahead, level = sum(p > own for p in made), made.count(own)
        return Fraction(sum(len(made) - ahead - at for at in range(level)), level)

    def by_percentage(self, table, entry, own):
        made = [max(side["points"], 0) for side in table["sides"]]
        return Fraction(100 * max(own, 0), sum(made)) if sum(made) else Fraction(100, len(made))

    def own_average(self, entry):
        results = [self.result(table, entry) for table in self.tables_of(entry)]
        return Fraction(sum(results)) / len(results) if results else 0

    def round_average(self, number):
        worths = [
            self.result(table, entry)
            for table in self.tables
            if table["round"] == number
            for side in table["sides"]
            for entry in side["entries"]
        ]
        return Fraction(sum(worths)) / len(worths) if worths else 0

    def winners_average(self, number):
        best = []
        for table in self.tables:
            if table["round"] == number:
                points = [side["points"] for side in table["sides"]]
                best += [
                    self.result(table, side["entries"][0])
                    for side in table["sides"]
                    if side["points"] == max(points)
                ]
        return Fraction(sum(best)) / len(best) if best else 0

    def given(self, award, entry, number):
        if award == "own_average":
            return self.own_average(entry) if self.tables_of(entry) else self.round_average(number)
        if award == "winners_average":
            return self.winners_average(number)
        if award in WORTH:
            return Fraction(self.method.get(award, WORTH[award]))
        return Fraction(award)

    def bye_worth(self, bye, entry):
        if bye["kind"] == "absent":
            return 0
        if bye["kind"] == "requested" and self.even() is not None:
            return self.even()
        return self.given(self.read.bye, entry, bye["round"])

    def forfeit_worth(self, forfeit, entry):
        award = self.read.forfeit_loss if self.forfeited(forfeit, entry) else self.read.forfeit_win
        return self.given(award, entry, forfeit["round"])

    def forfeited(self, forfeit, entry):
        place = next(at for at, s in enumerate(forfeit["sides"]) if entry in s["entries"])
        return place in (
            forfeit["forfeit"] if isinstance(forfeit["forfeit"], list) else [forfeit["forfeit"]]
        )

    def score(self, entry, until=10**6):
        worths = [
            *(self.result(t, entry) for t in self.tables_of(entry) if t["round"] <= until),
            *(self.bye_worth(b, entry) for b in self.byes_of(entry) if b["round"] <= until),
            *(self.forfeit_worth(f, entry) for f in self.forfeits_of(entry) if f["round"] <= until),
        ]
        if self.name == "percentage" and until == 10**6:
            return Fraction(sum(worths)) / len(worths) if worths else 0
        return sum(worths)

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

    def quotient(self, entry):
        against = self.points_for(entry) - self.point_difference(entry)
        return Fraction(self.points_for(entry)) / max(against, 1)

    def wins(self, entry):
        return sum(self.won(table, entry) for table in self.tables_of(entry)) + self.came(entry)

    def won(self, table, entry):
        return all(self.own(table, entry) > points for _, points in self.others(table, entry))

    def came(self, entry):
        return sum(not self.forfeited(f, entry) for f in self.forfeits_of(entry))

    def wins_with_first_deal(self, entry):
        return sum(
            self.won(table, entry)
            for table in self.tables_of(entry)
            if entry in table["sides"][0]["entries"]
        )

    def played(self, entry):
        return len(self.tables_of(entry)) + self.came(entry)

    def even(self):
        if self.name == "match_points":
            return Fraction(self.method.get("draw", 1))
        return {"victory_points": 10, "percentage": 50}.get(self.name)

    def adjusted(self, entry):
        """The score as it counts for opponents: the last requested byes are draws."""
        score, even = self.score(entry), self.even()
        if even is None:
            return score
        there = [t["round"] for t in self.tables_of(entry)]
        there += [b["round"] for b in self.byes_of(entry) if b["kind"] == "drawn"]
        there += [f["round"] for f in self.forfeits_of(entry) if not self.forfeited(f, entry)]
        for bye in self.byes_of(entry):
            if bye["kind"] == "requested" and bye["round"] > max(there, default=0):
                change = even - self.bye_worth(bye, entry)
                score += (
                    Fraction(change) / self.counted(entry) if self.name == "percentage" else change
                )
        return score

    def counted(self, entry):
        return len(self.tables_of(entry) + self.byes_of(entry) + self.forfeits_of(entry))

    def dummies(self, entry):
        """Yield (what the round gave, the dummy's score, whether by choice) of unplayed rounds."""
        own, even = self.score(entry), self.even()
        if even is not None:
            own = min(own, even if self.name == "percentage" else self.rounds * even)
        for bye in self.byes_of(entry):
            yield self.bye_worth(bye, entry), own, bye["kind"] != "drawn"
        for forfeit in self.forfeits_of(entry):
            ((other, _),) = self.others(forfeit, entry)
            by_choice = self.forfeited(forfeit, entry)
            yield self.forfeit_worth(forfeit, entry), min(own, self.adjusted(other)), by_choice

    def met(self, entry):
        return [o for table in self.tables_of(entry) for o, _ in self.others(table, entry)]

    def cut(self, entry, lowest, highest):
        left = [(False, self.adjusted(other)) for other in self.met(entry)]
        left += [(by_choice, score) for _, score, by_choice in self.dummies(entry)]
        for _ in range(min(lowest, len(left))):
            chosen = [one for one in left if one[0]]
            left.remove(min(chosen or left, key=lambda one: one[1]))
        for _ in range(min(highest, len(left))):
            left.remove(max(left, key=lambda one: one[1]))
        return sum(score for _, score in left)

    def buchholz(self, entry):
        return self.cut(entry, 0, 0)

    def buchholz_cut_1(self, entry):
        return self.cut(entry, 1, 0)

    def buchholz_cut_2(self, entry):
        return self.cut(entry, 2, 0)

    def median_buchholz(self, entry):
        return self.cut(entry, 1, 1)

    def median_buchholz_2(self, entry):
        return self.cut(entry, 2, 2)

    def sonneborn_berger(self, entry):
        return sum(
            self.result(table, entry) * self.adjusted(opponent)
            for table in self.tables_of(entry)
            for opponent, _ in self.others(table, entry)
        ) + sum(result * score for result, score, _ in self.dummies(entry))

    def strong(self, entry):
        if self.name in ("total_points", "round_points"):
            return self.point_difference(entry) >= 0
        if self.name == "percentage":
            return self.score(entry) >= 50
        win = 20 if self.name == "victory_points" else Fraction(self.method.get("win", 2))
        matches = len(self.tables_of(entry))
        matches += sum(bool(self.bye_worth(b, entry)) for b in self.byes_of(entry))
        matches += sum(bool(self.forfeit_worth(f, entry)) for f in self.forfeits_of(entry))
        return 2 * self.score(entry) >= win * matches

    def koya(self, entry):
        return sum(
            self.result(table, entry)
            for table in self.tables_of(entry)
            for opponent, _ in self.others(table, entry)
            if self.strong(opponent)
        ) + sum(
            self.forfeit_worth(forfeit, entry)
            for forfeit in self.forfeits_of(entry)
            for opponent, _ in self.others(forfeit, entry)
            if self.strong(opponent)
        )

    def opponents_strength(self, entry):
        return sum(self.adjusted(other) for other in self.met(entry))

    def partners_strength(self, entry):
        return 0

    def opponents_to_partners(self, entry):
        return 0

    def progressive(self, entry):
        return sum(self.score(entry, until) for until in range(1, self.rounds + 1))

    def progressive_cut_1(self, entry):
        return sum(self.score(entry, until) for until in range(2, self.rounds + 1))

    def fewer_sets(self, entry):
        return sum(self.side_of(t, entry)["sets"] for t in self.tables_of(entry))

    def bids_made(self, entry):
        return sum(self.side_of(t, entry)["bids_made"] for t in self.tables_of(entry))

    def highest_deal(self, entry):
        deals = [self.side_of(t, entry)["highest_deal"] for t in self.tables_of(entry)]
        return max(deals, default=0)

    def results_between(self, entry, opponent):
        return [
            self.result(table, entry)
            for table in self.tables_of(entry)
            if opponent in [name for name, _ in self.others(table, entry)]
        ]
