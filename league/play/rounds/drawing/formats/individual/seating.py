"""The rounds of an individual movement with seats, prepared deals and reasons."""

from collections.abc import Sequence
from typing import TypeAlias

from games.sentences import say
from league.foundation.doors.played import Match
from league.play.rounds.drawing.deal_sets import SetBook, deals_of, sets_of
from league.play.rounds.drawing.drawn import DrawnRound, DrawnTable, Reason
from league.play.rounds.drawing.formats.individual.individual_options import Options
from league.play.rounds.drawing.formats.individual.plan import SEARCH, PlannedRound
from league.play.rounds.drawing.movement_facts import (
    Facts,
    opponents_at,
    partners_at,
    repeats,
    spread,
)
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.work import StoppedSearch

Sides: TypeAlias = tuple[tuple[str, ...], ...]


class Evening:
    """Counts partners, opponents and deals of the rounds, which are added in their order."""

    def __init__(self, request: DrawRequest, options: Options, players: Sequence[str]) -> None:
        self.request = request
        self.options = options
        self.players = players
        self.facts = Facts()
        self.book = SetBook()
        self.tables = 0
        self.stopped_search: StoppedSearch | None = None

    def add_played(self, number: int, *, as_planned: bool) -> DrawnRound:
        """Add a round of the history, and return it as a drawn round."""
        matches = [match for match in self.request.history.matches if match.round == number]
        matches.sort(key=lambda match: match.table or 0)
        out = tuple(bye.entry for bye in self.request.history.byes if bye.round == number)
        deals = self._deals_played(matches, as_planned=as_planned)
        why = (Reason("stays", say("drawn before: it stays as it is")),)
        tables = []
        for place, (match, numbers) in enumerate(zip(matches, deals, strict=True), start=1):
            sides = tuple(side.entries for side in match.sides)
            tables.append(
                DrawnTable(
                    table=match.table or place,
                    sides=sides,
                    seats=_seats(sides),
                    deals=numbers,
                    why=why,
                )
            )
        self.facts.add_round([table.sides for table in tables], out)
        return DrawnRound(round=number, tables=tuple(tables), sit_outs=out)

    def add_planned(self, number: int, planned: PlannedRound) -> DrawnRound:
        """Add a planned round, and return it; the first deal goes to those who had it least."""
        seated = [self._seated(sides) for sides in planned.tables]
        sets = self._hand_out(seated)
        tables = tuple(
            DrawnTable(
                table=place,
                sides=sides,
                seats=_seats(sides),
                deals=deals,
                shared=bool(deals) and self.options.shared_deals and len(seated) > 1,
                why=(self._why_planned(planned, number), *self._why_together(sides)),
            )
            for place, (sides, deals) in enumerate(zip(seated, sets, strict=True), start=1)
        )
        self.facts.add_round(seated, planned.out)
        why = (*self._why_out(planned), *self._why_stopped(planned))
        return DrawnRound(round=number, tables=tables, sit_outs=planned.out, why=why)

    def quality(self) -> dict[str, object]:
        """Return how even the evening is, over all rounds and the players who are still in."""
        players = self.players
        pairs = [frozenset((p, q)) for place, p in enumerate(players) for q in players[:place]]
        partners = [self.facts.partners[pair] for pair in pairs]
        opponents = [self.facts.opponents[pair] for pair in pairs]
        first = spread(self.facts.first_deals, players)
        quality: dict[str, object] = {
            "repeat_partners": repeats(self.facts.partners),
            "repeat_opponents": repeats(self.facts.opponents),
            "partners": [min(partners), max(partners)],
            "opponents": [min(opponents), max(opponents)],
            "avoid_pairs_met": sum(
                self.facts.partners[pair] + self.facts.opponents[pair]
                for pair in self.request.avoid
            ),
            "sit_outs": spread(self.facts.waits, players),
            "rounds_played": spread(self.facts.played, players),
            "first_deals": first,
            "balance": first[1] - first[0],
            "seed": self.options.seed,
        }
        if self.options.deals:
            quality["deal_sets"] = len(self.book.uses)
        if self.stopped_search is not None:
            quality["search"] = self.stopped_search.as_json()
        return quality

    # ------------------------------------------------------------------------------- the deals

    def _hand_out(self, tables: Sequence[Sides]) -> list[tuple[int, ...]]:
        self.tables += len(tables)
        if not self.options.deals:
            return [()] * len(tables)
        everybody = [[entry for side in sides for entry in side] for sides in tables]
        if self.options.shared_deals:
            fresh = self.book.fresh()
            for entries in everybody:
                self.book.note(entries, [fresh])
            return [deals_of(fresh, self.options.deals)] * len(tables)
        return [
            deals_of(deal_set, self.options.deals) for deal_set in self.book.hand_out(everybody)
        ]

    def _deals_played(self, matches: Sequence[Match], *, as_planned: bool) -> list[tuple[int, ...]]:
        """Return the deals of each table, as the history has them or as they were planned.

        Where neither is known, every player may have played any of the deals so far.
        """
        has_deals = any(match.deals for match in matches)
        if as_planned and not has_deals:
            return self._hand_out([tuple(s.entries for s in match.sides) for match in matches])
        self.tables += len(matches)
        for match in matches:
            self.book.note(match.entries, sets_of(match.deals, self.options.deals))
        if not has_deals and matches:
            self.book.unknown_before(self.tables + 1)
        return [match.deals for match in matches]

    # ------------------------------------------------------------------------- seats and reasons

    def _seated(self, sides: Sides) -> Sides:
        """Return the sides, turned so that the player who had it least has the first seat."""
        everybody = [entry for side in sides for entry in side]
        first = min(everybody, key=lambda entry: self.facts.first_deals[entry])
        place = next(place for place, side in enumerate(sides) if first in side)
        turned = sides[place:] + sides[:place]
        at = turned[0].index(first)
        return (turned[0][at:] + turned[0][:at], *turned[1:])

    def _why_planned(self, planned: PlannedRound, number: int) -> Reason:
        if planned.source == SEARCH:
            return Reason(
                "search",
                say("searched for: of many seatings the one with fewest repeats that was found"),
            )
        sentence = say(
            "from the movement for %(players)d players, round %(round)d",
            players=len(self.players),
            round=number,
        )
        return Reason("movement", sentence)

    def _why_together(self, sides: Sides) -> list[Reason]:
        reasons = []
        partners, opponents = partners_at(sides), opponents_at(sides)
        again = [pair for pair in partners if self.facts.partners[pair]]
        if again:
            most = max(again, key=lambda pair: self.facts.partners[pair])
            sentence = say(
                "partners again: %(again)d of %(pairs)d, most often %(names)s (so far %(times)d)",
                again=len(again),
                pairs=len(partners),
                names=self.request.names(sorted(most)),
                times=self.facts.partners[most],
            )
            reasons.append(Reason("repeat_partners", sentence))
        elif partners:
            reasons.append(Reason("new_partners", say("nobody here has had this partner before")))
        met = [pair for pair in opponents if self.facts.opponents[pair]]
        if met:
            sentence = say(
                "opponents again: %(again)d of %(pairs)d",
                again=len(met),
                pairs=len(opponents),
            )
            reasons.append(Reason("repeat_opponents", sentence))
        else:
            reasons.append(
                Reason("new_opponents", say("nobody here has met these opponents before"))
            )
        for pair in sorted({*partners, *opponents} & self.request.avoid, key=sorted):
            sentence = say(
                "%(names)s should be kept apart, but the movement brings them together",
                names=self.request.names(sorted(pair)),
            )
            reasons.append(Reason("avoid_pair", sentence))
        return reasons

    def _why_stopped(self, planned: PlannedRound) -> tuple[Reason, ...]:
        """Return how good a stopped search was, as a reason of its first round."""
        if planned.stopped_search is None or self.stopped_search is not None:
            return ()
        self.stopped_search = planned.stopped_search
        return (Reason("search_stopped", planned.stopped_search.in_words()),)

    def _why_out(self, planned: PlannedRound) -> tuple[Reason, ...]:
        if not planned.out:
            return ()
        least, most = spread(self.facts.waits, self.players)
        sentence = say(
            "sitting out: %(names)s, since %(players)d players fill %(tables)d tables of "
            "%(seats)d; with this round everybody has sat out %(least)d to %(most)d times",
            names=self.request.names(planned.out),
            players=len(self.players),
            tables=len(planned.tables),
            seats=self.options.seats,
            least=least,
            most=most,
        )
        return (Reason("sit_out", sentence),)


def _seats(sides: Sides) -> tuple[str, ...]:
    """Return the players in turn order: the sides take turns."""
    longest = max(len(side) for side in sides)
    return tuple(side[place] for place in range(longest) for side in sides if place < len(side))
