"""Tables of single players, each for itself, mixed anew every round so that all meet alike."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

import numpy as np

from games.engine.sentences import Sentence, say
from league.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason
from league.rounds.drawing.mixing import Past, mix, no_past
from league.rounds.drawing.played import Match
from league.rounds.drawing.reading import read_count, read_object
from league.rounds.drawing.request import LARGEST_SEED, DrawRequest, check_round_is_open
from league.rounds.drawing.table_sizes import table_sizes
from league.rounds.drawing.unanswerable import impossible

SMALLEST_TABLE, LARGEST_TABLE = 3, 7
MOST_PLAYERS = 400
MOST_ROUNDS_AT_ONCE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How many sit at a table, and the seed that makes the draw repeatable."""

    minimum: int = 3
    maximum: int = 7
    preferred: int = 4
    seed: int = 1


def draw_individual_tables(request: DrawRequest) -> Draw:
    """Return the wanted rounds: `round` alone, or all that are still to come of `rounds`.

    Without either it is the next round. The draw follows from the request and `options.seed`.
    """
    options = read_options(request)
    players = [entry.id for entry in request.active]
    _check_size(players)
    _check_history(request)
    numbers = _wanted_rounds(request)
    sizes = table_sizes(
        len(players),
        minimum=options.minimum,
        maximum=options.maximum,
        preferred=options.preferred,
    )
    # repeatable on purpose: the seed is part of the answer
    rng = Random(f"{options.seed} {numbers[0]}")  # noqa: S311  # nosec B311
    drawn = mix(sizes, len(numbers), _past(request, players), rng)
    seen = _Evening(request, players)
    rounds = tuple(
        seen.sit_down(number, [[players[place] for place in table] for table in tables], rng)
        for number, tables in zip(numbers, drawn, strict=True)
    )
    return Draw(rounds=rounds, quality=seen.quality(sizes) | {"seed": options.seed})


def read_options(request: DrawRequest) -> Options:
    keys = ("minimum", "maximum", "preferred", "seed")
    fields = read_object(request.options, "options", allowed=keys)

    def size(key: str, default: int, least: int, most: int) -> int:
        value = fields.get(key)
        if value is None:
            return default
        return read_count(value, f"options.{key}", least=least, most=most)

    minimum = size("minimum", SMALLEST_TABLE, SMALLEST_TABLE, LARGEST_TABLE)
    maximum = size("maximum", LARGEST_TABLE, minimum, LARGEST_TABLE)
    preferred = size("preferred", min(max(4, minimum), maximum), minimum, maximum)
    seed = size("seed", 1, 0, LARGEST_SEED)
    return Options(minimum=minimum, maximum=maximum, preferred=preferred, seed=seed)


def _check_size(players: Sequence[str]) -> None:
    if len(players) > MOST_PLAYERS:
        raise impossible(
            "too_many_entries",
            say(
                "%(count)d players are too many for one draw; at most %(most)d can be mixed "
                "at once: divide them into groups",
                count=len(players),
                most=MOST_PLAYERS,
            ),
            path="entries",
        )


def _check_history(request: DrawRequest) -> None:
    for match in request.history.matches:
        if len(match.entries) != len(match.sides):
            raise impossible(
                "not_single_players",
                say(
                    "round %(round)d of the history has partners on one side (%(names)s); "
                    "at individual tables everybody plays alone",
                    round=match.round,
                    names=request.names(match.entries),
                ),
                path="history",
            )


def _wanted_rounds(request: DrawRequest) -> list[int]:
    check_round_is_open(request)
    if request.round is not None:
        return [request.round]
    first = request.next_round
    last = first if request.rounds is None else request.rounds
    if first > last:
        raise impossible(
            "no_round_left",
            say(
                "all %(rounds)d rounds are in the history; ask for more rounds to draw another",
                rounds=last,
            ),
            path="rounds",
        )
    if last - first >= MOST_ROUNDS_AT_ONCE:
        raise impossible(
            "too_many_rounds",
            say(
                "%(rounds)d rounds are too many for one draw; at most %(most)d can be drawn at "
                "once: draw the first ones now and the others later",
                rounds=last - first + 1,
                most=MOST_ROUNDS_AT_ONCE,
            ),
            path="rounds",
        )
    return list(range(first, last + 1))


def _past(request: DrawRequest, players: Sequence[str]) -> Past:
    past = no_past(len(players))
    index = {player: place for place, player in enumerate(players)}
    for match in request.history.matches:
        for one, other in combinations([index[e] for e in match.entries if e in index], 2):
            past.met[one, other] += 1
            past.met[other, one] += 1
    for pair in request.avoid:
        if pair <= index.keys():
            one, other = (index[entry] for entry in pair)
            past.apart[one, other] = past.apart[other, one] = 1
    larger = _rounds_at_larger_tables(request.history.matches)
    past.larger[:] = np.array([larger[player] for player in players], dtype=np.int64)
    return past


def _rounds_at_larger_tables(matches: Iterable[Match]) -> Counter[str]:
    """Count for each player the rounds at a table that was not among the round's smallest."""
    matches = list(matches)
    smallest: dict[int, int] = {}
    for match in matches:
        smallest[match.round] = min(smallest.get(match.round, 99), len(match.sides))
    return Counter(
        entry
        for match in matches
        if len(match.sides) > smallest[match.round]
        for entry in match.entries
    )


class _Evening:
    """Who has met whom and who dealt first so far: seats the drawn tables and says why."""

    def __init__(self, request: DrawRequest, players: Sequence[str]) -> None:
        self.request = request
        self.players = players
        self.met: Counter[frozenset[str]] = Counter()
        self.first_deals: Counter[str] = Counter()
        self.larger = _rounds_at_larger_tables(request.history.matches)
        for match in request.history.matches:
            self._remember(match.entries)

    def sit_down(self, number: int, tables: Sequence[Sequence[str]], rng: Random) -> DrawnRound:
        """Return the round: whoever dealt first least often does so, the others sit by lot."""
        drawn: list[DrawnTable] = []
        sizes = [len(players) for players in tables]
        for place, players in enumerate(tables, start=1):
            seats = list(players)
            rng.shuffle(seats)
            first = min(range(len(seats)), key=lambda seat: self.first_deals[seats[seat]])
            seats = seats[first:] + seats[:first]
            why = (self._why_size(sizes), *self._why_together(seats))
            drawn.append(
                DrawnTable(
                    table=place, seats=tuple(seats), sides=tuple((p,) for p in seats), why=why
                )
            )
        for table in drawn:
            self._remember(table.entries)
            if len(table.entries) > min(sizes):
                self.larger.update(table.entries)
        return DrawnRound(round=number, tables=tuple(drawn))

    def _remember(self, seats: Sequence[str]) -> None:
        self.met.update(frozenset(pair) for pair in combinations(seats, 2))
        self.first_deals[seats[0]] += 1

    def _why_size(self, sizes: Sequence[int]) -> Reason:
        parts = Counter(sizes)
        sentence = say(
            "%(players)d players sit at %(tables)s",
            players=sum(sizes),
            tables=_sizes_in_words(sorted(parts.items(), reverse=True)),
        )
        return Reason("table_size", sentence)

    def _why_together(self, seats: Sequence[str]) -> Iterable[Reason]:
        pairs = list(combinations(seats, 2))
        again = [pair for pair in pairs if self.met[frozenset(pair)]]
        most = max(again, key=lambda pair: self.met[frozenset(pair)], default=())
        if not again:
            yield Reason("first_meeting", say("nobody at this table has met another one before"))
        else:
            sentence = say(
                "pairs at this table that have met before: %(again)d of %(pairs)d, most often "
                "%(names)s (meetings so far: %(times)d)",
                again=len(again),
                pairs=len(pairs),
                names=self.request.names(most),
                times=self.met[frozenset(most)],
            )
            yield Reason("repeat", sentence)
        for pair in pairs:
            if frozenset(pair) in self.request.avoid:
                sentence = say(
                    "%(names)s should be kept apart, but no seating was found that does",
                    names=self.request.names(pair),
                )
                yield Reason("avoid_pair", sentence)

    def quality(self, sizes: Sequence[int]) -> dict[str, object]:
        """Return how even the evening is, over all rounds and the players who are still in."""
        among = [self.met[frozenset(pair)] for pair in combinations(self.players, 2)]
        larger = [self.larger[player] for player in self.players]
        deals = [self.first_deals[player] for player in self.players]
        return {
            "repeat_partners": 0,
            "repeat_opponents": sum(max(0, times - 1) for times in among),
            "meetings": [min(among), max(among)],
            "avoid_pairs_met": sum(self.met[pair] for pair in self.request.avoid),
            "sit_outs": [0, 0],
            "table_sizes": list(sizes),
            "larger_tables": [min(larger), max(larger)],
            "first_deals": [min(deals), max(deals)],
            "balance": max(larger) - min(larger),
        }


def _sizes_in_words(parts: Sequence[tuple[int, int]]) -> Sentence:
    (size, tables), *rest = parts
    if tables == 1:
        words = say("one table of %(size)d", size=size)
    else:
        words = say("%(tables)d tables of %(size)d", tables=tables, size=size)
    if not rest:
        return words
    return say("%(larger)s and %(smaller)s", larger=words, smaller=_sizes_in_words(rest))
