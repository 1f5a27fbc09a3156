"""The history played through a bracket: who stands where, who is out, who has no opponent.

Nothing is remembered between two draws: every draw replays the rounds before it. What a director
changed is followed: entries that met another way than drawn change places, and whoever they
should have met goes where they came from, so that nobody is lost.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from games.sentences import Sentence, say
from league.foundation.doors.played import Match
from league.play.rounds.drawing.request import DrawRequest

# --- The matches of a bracket, and where their entries come from ---

# the part of the bracket, its round from 1, the match in it from 0
Key: TypeAlias = tuple[str, int, int]
# a match and one of its two sides, 0 or 1
Place: TypeAlias = tuple[Key, int]

MAIN, THIRD, CONSOLATION = "main", "third", "consolation"
LOSERS, GRAND_FINAL = "losers", "grand_final"


@dataclass(frozen=True, slots=True)
class SeedOf:
    """The entry with this number in the field of a part."""

    number: int
    part: str = MAIN


@dataclass(frozen=True, slots=True)
class WinnerOf:
    key: Key


@dataclass(frozen=True, slots=True)
class LoserOf:
    key: Key


Source: TypeAlias = SeedOf | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One match. It is drawn in round `floor` at the earliest, so that rounds stay together.

    `loser_level` says how far its loser has come, more is better; None where the loser plays on
    for a place. `winner_level` is there where the winner's place is decided too. A node that
    `repeats` another is only played when the other one's second side has won.
    """

    key: Key
    title: Sentence
    sources: tuple[Source, Source]
    floor: int = 0
    loser_level: int | None = None
    winner_level: int | None = None
    repeats: Key | None = None


Title: TypeAlias = Callable[[int, int, int], Sentence]  # round from 1, match from 0, matches in it


def knock_out_nodes(
    part: str, entering: Sequence[tuple[Source, Source]], *, floor: int, title: Title
) -> Iterator[Node]:
    """Yield the matches of a knock-out that begins with these pairs, a power of two of them.

    Losers are out: those of the same round share a level. The winner of the last one has won.
    """
    pairs = list(entering)
    number = 1
    while pairs:
        last = len(pairs) == 1
        for match, sources in enumerate(pairs):
            yield Node(
                key=(part, number, match),
                title=title(number, match, len(pairs)),
                sources=sources,
                floor=floor + number - 1,
                loser_level=10 * number,
                winner_level=10 * number + 10 if last else None,
            )
        pairs = [
            (WinnerOf((part, number, match)), WinnerOf((part, number, match + 1)))
            for match in range(0, len(pairs) - 1, 2)
        ]
        number += 1


How = Literal["played", "walk_over", "empty", "not_needed", "nobody_came"]
Problem = Literal["level", "no_result"]


class Decision(NamedTuple):
    """How a match ended. `walk_over`: nobody came to meet the winner, or who came has left.

    `nobody_came`: both sides are out, and nobody moves on.
    """

    winner: str | None
    loser: str | None
    how: How


class Replay:
    """A bracket in progress. `occupants` has the places whose entry is known; None is a bye."""

    def __init__(self, request: DrawRequest) -> None:
        self.request = request
        self.nodes: dict[Key, Node] = {}
        self.occupants: dict[Place, str | None] = {}
        self.came: dict[Place, Sentence] = {}
        self.at: dict[str, Place] = {}
        self.decided: dict[Key, Decision] = {}
        self.unfinished: dict[Key, tuple[Match, Problem]] = {}
        self.outside: list[Match] = []  # what the director let play outside the bracket
        self._goes_to: dict[WinnerOf | LoserOf, Place] = {}
        self.done: set[str] = set()  # whoever is out, or has won the last match
        self._plays_on: set[WinnerOf | LoserOf] = set()
        self.comes_from: dict[Place, WinnerOf | LoserOf] = {}
        self._active = {entry.id for entry in request.active}
        self._last_seen: dict[str, int] = {}
        for match in request.history.matches:
            for entry in match.entries:
                self._last_seen[entry] = max(match.round, self._last_seen.get(entry, 0))
        for bye in request.history.byes:
            self._last_seen[bye.entry] = max(bye.round, self._last_seen.get(bye.entry, 0))

    def add(self, nodes: Iterable[Node], seeds: Sequence[str]) -> None:
        """Add matches, after those their entries come from, and let the seeds take their places."""
        for node in nodes:
            self.nodes[node.key] = node
            for side, source in enumerate(node.sources):
                if isinstance(source, SeedOf):
                    entry = seeds[source.number - 1] if source.number <= len(seeds) else None
                    how = say("is seed %(seed)d", seed=source.number)
                    if source.part == CONSOLATION:
                        how = say("is seed %(seed)d of the consolation", seed=source.number)
                    self._fill((node.key, side), entry, how)
                else:
                    self._goes_to[source] = (node.key, side)
                    self.comes_from[node.key, side] = source
                    self._plays_on.add(source)

    # ------------------------------------------------------------------------------ questions

    def has_left(self, entry: str, number: int) -> bool:
        """Say whether an entry had withdrawn before this round."""
        return entry not in self._active and self._last_seen.get(entry, 0) < number

    def pair(self, key: Key, number: int) -> tuple[str | None, str | None] | None:
        """Return who can play this match in the round, or None as long as one is not known."""
        if (key, 0) not in self.occupants or (key, 1) not in self.occupants:
            return None
        return self.standing_at(key, number)

    def standing_at(self, key: Key, number: int) -> tuple[str | None, str | None]:
        """Return who is there for this match, None for whoever has left or is not known yet."""
        one, other = (self.present(self.occupants.get((key, side)), number) for side in (0, 1))
        return one, other

    def undecided(self) -> list[Node]:
        return [node for key, node in self.nodes.items() if key not in self.decided]

    def entries_of(self, part: str) -> list[str]:
        """Return whoever stood at a place of a part, once each, in the order of its matches."""
        standing = (
            self.occupants.get((key, side))
            for key in self.nodes
            for side in (0, 1)
            if key[0] == part
        )
        return list(dict.fromkeys(entry for entry in standing if entry is not None))

    def nobody_from(self, place: Place) -> tuple[Node, Decision] | None:
        """Return the match from which nobody came to a place, though it had entries."""
        source = self.comes_from.get(place)
        if source is None or self.occupants.get(place) is not None:
            return None
        decision = self.decided.get(source.key)
        stood_there = any(self.occupants.get((source.key, side)) for side in (0, 1))
        if decision is None or not stood_there:
            return None
        return self.nodes[source.key], decision

    def present(self, entry: str | None, number: int) -> str | None:
        return None if entry is None or self.has_left(entry, number) else entry

    # ---------------------------------------------------------------------------- going on

    def settle(self, number: int, *, main_only: bool = False) -> list[Key]:
        """Decide what needs no playing before this round: byes and walk-overs travel on at once.

        Those of the round itself wait: whoever has one is shown with it. Returns what was decided.
        `main_only` leaves free places among the losers to those who come late.
        """
        settled: list[Key] = []
        for node in self.undecided():
            if node.key in self.decided:
                continue  # a final that is not needed after the one just decided
            if main_only and not node.floor:
                continue
            pair = self.pair(node.key, number)
            if node.floor < number and pair is not None and None in pair:
                self.walk_over(node.key, number)
                settled.append(node.key)
        return settled

    def walk_over(self, key: Key, number: int) -> None:
        """Decide a match at most one of whose two entries is there."""
        pair = self.pair(key, number) or (None, None)
        winner = pair[0] or pair[1]
        losers = [self.occupants.get((key, side)) for side in (0, 1)]
        loser = next((entry for entry in losers if entry not in (None, winner)), None)
        self._decide(key, winner, loser, "empty" if winner is None else "walk_over")

    def play(self, matches: Sequence[Match]) -> None:
        """Play a round of the history: first what was drawn, then what a director changed."""
        changed = [match for match in matches if not self._play_as_drawn(match)]
        for match in changed:
            if self._play_as_drawn(match):
                continue  # an exchange before it has put both in their places
            if self._bring_together(*match.entries):
                self._play_as_drawn(match)
            else:
                self.outside.append(match)

    def take_vacancy(self, entry: str, number: int, opponent: str | None = None) -> bool:
        """Let an entry without a place take that of one who has left or never was; say if it can.

        Only where an opponent is there, or that `opponent`.
        """
        for node in self.undecided():
            pair = self.pair(node.key, number)
            if pair is None or pair.count(None) != 1 or 0 < node.floor < number:
                continue
            side = pair.index(None)
            if opponent in (None, pair[1 - side]):
                self._put(entry, (node.key, side), say("takes a free place"))
                return True
        return False

    # ------------------------------------------------------------------------ a single match

    def _play_as_drawn(self, match: Match) -> bool:
        one, other = match.entries
        if one not in self.at or other not in self.at or self.at[one][0] != self.at[other][0]:
            return False
        key = self.at[one][0]
        result = self._result(match)
        if result is None:
            self._decide(key, None, one, "empty")
        elif result == "nobody_came":
            self._decide(key, None, None, "nobody_came")
            self.done.update(match.entries)
        elif isinstance(result, str):
            self.unfinished[key] = (match, result)
        else:
            winner, how = result
            self._decide(key, winner, other if winner == one else one, how)
        return True

    def _result(self, match: Match) -> tuple[str, How] | Problem | Literal["nobody_came"] | None:
        """Return who won and how, what is the matter, or None where both have left."""
        one, other = match.sides
        if match.winner is not None:
            return match.sides[match.winner].entries[0], "played"
        if len(match.forfeits) == len(match.sides):
            return "nobody_came"
        if one.points is not None and other.points is not None:
            if one.points == other.points:
                return "level"
            return (one if one.points > other.points else other).entries[0], "played"
        there = [entry for entry in match.entries if not self.has_left(entry, match.round + 1)]
        if len(there) > 1:
            return "no_result"
        return (there[0], "walk_over") if there else None

    def _decide(self, key: Key, winner: str | None, loser: str | None, how: How) -> None:
        second_side_won = winner is not None and self.at[winner] == (key, 1)
        for side in (0, 1):
            entry = self.occupants.get((key, side))
            if entry is not None and self.at.get(entry) == (key, side):
                del self.at[entry]
        self.decided[key] = Decision(winner, loser, how)
        self.unfinished.pop(key, None)
        title = self.nodes[key].title
        won = say("won %(match)s", match=title)
        if how != "played":
            won = say("had no opponent in %(match)s", match=title)
        self._send(WinnerOf(key), winner, won)
        self._send(LoserOf(key), loser, say("lost %(match)s", match=title))
        again = (key[0], key[1] + 1, key[2])
        if again in self.nodes and self.nodes[again].repeats == key and not second_side_won:
            self._decide(again, winner, loser, "not_needed")

    def _send(self, outcome: WinnerOf | LoserOf, entry: str | None, how: Sentence) -> None:
        if entry is not None and outcome not in self._plays_on:
            self.done.add(entry)
        if outcome in self._goes_to:
            self._fill(self._goes_to[outcome], entry, how)

    def _fill(self, place: Place, entry: str | None, how: Sentence) -> None:
        self.occupants[place] = entry
        self.came[place] = how
        if entry is not None:
            self.at[entry] = place

    # ------------------------------------------------------------------- a director's changes

    def _bring_together(self, one: str, other: str) -> bool:
        """Put both at the two sides of the match that one of them had, the earliest that can be."""
        stands = [entry for entry in (one, other) if entry in self.at]
        if not stands or any(self.at[entry][0] in self.unfinished for entry in stands):
            return False
        order = {key: place for place, key in enumerate(self.nodes)}

        def when(entry: str) -> tuple[bool, int, int]:
            key, side = self.at[entry]
            return (key, 1 - side) not in self.occupants, self.nodes[key].floor, order[key]

        stays = min(stands, key=when)
        key, side = self.at[stays]
        self._put(other if stays == one else one, (key, 1 - side), say("was put here by hand"))
        return True

    def _put(self, entry: str, place: Place, how: Sentence) -> None:
        """Put an entry at a place; whoever has it, or will come to it, goes where it stood."""
        origin = self.at.get(entry)
        if place in self.occupants:
            before = self.occupants[place]
            if before is not None:
                del self.at[before]
            if origin is not None:
                self._fill(origin, before, how)
        else:
            outcome = self.comes_from.pop(place)
            if origin is None:
                del self._goes_to[outcome]
            else:
                self._goes_to[outcome] = origin
                self.comes_from[origin] = outcome
                del self.occupants[origin]
        self._fill(place, entry, how)
