"""A bracket up to the round to be drawn: the rounds played, one after the other."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.sentences import Sentence, say
from league.foundation.doors.played import Match
from league.play.rounds.drawing.bracket.layouts import consolation
from league.play.rounds.drawing.bracket.replay import (
    CONSOLATION,
    GRAND_FINAL,
    MAIN,
    Key,
    Node,
    Replay,
)
from league.play.rounds.drawing.bracket.seeding import Field
from league.play.rounds.drawing.request import DrawRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """A bracket before a round.

    `playable` are the round's matches, `byes` whoever moves on from a match of this very round or
    waits for one that was put off, `moved_on` what was decided without playing, `without_place`
    who came too late.
    """

    replay: Replay
    field: Field
    number: int
    consolation_after: int
    playable: tuple[Node, ...]
    byes: Mapping[str, Node]
    moved_on: tuple[Sentence, ...]
    without_place: tuple[str, ...]

    @property
    def champion(self) -> str | None:
        """Return who has won the bracket, once that is decided."""
        decision = self.replay.decided.get(self.last_match)
        return decision.winner if decision else None

    @property
    def last_match(self) -> Key:
        return [key for key in self.replay.nodes if key[0] in (MAIN, GRAND_FINAL)][-1]


def progress_of(
    request: DrawRequest, nodes: Sequence[Node], field: Field, *, consolation_after: int = 0
) -> Progress:
    """Return the bracket before the round after the history.

    `consolation_after`: the losers of so many main rounds are seeded for a consolation once these
    are decided.
    """
    replay = Replay(request)
    replay.add(nodes, field.seeds)
    ranked = (*field.seeds, *field.late)
    for number in request.history.rounds:
        matches = [match for match in request.history.matches if match.round == number]
        replay.settle(number, main_only=True)
        _take_vacancies(replay, number, matches)
        replay.settle(number)
        newcomers = [entry for match in matches for entry in match.entries]
        _begin_consolation(replay, number, consolation_after, ranked, newcomers)
        _playable(replay, number)  # what the draw let pass to have a match at all
        replay.play(matches)
    number = request.next_round
    settled = replay.settle(number, main_only=True)
    newcomers = [
        entry
        for entry in _homeless(replay, ranked, number)
        if not replay.take_vacancy(entry, number)
    ]
    settled += replay.settle(number)
    _begin_consolation(replay, number, consolation_after, ranked, newcomers)
    playable, passed = _playable(replay, number)
    return Progress(
        replay=replay,
        field=field,
        number=number,
        consolation_after=consolation_after,
        playable=tuple(playable),
        byes=_byes(replay, number),
        moved_on=tuple(_moved_on(replay, {*settled, *passed})),
        without_place=tuple(_homeless(replay, ranked, number)),
    )


def _take_vacancies(replay: Replay, number: int, matches: Sequence[Match]) -> None:
    """Give late entries of a round of the history the free places in which they played there."""
    if all(entry in replay.at for match in matches for entry in match.entries):
        return
    for match in matches:
        placed = [entry for entry in match.entries if entry in replay.at]
        new = [entry for entry in match.entries if entry not in replay.at]
        if len(placed) == len(new) == 1:
            replay.take_vacancy(new[0], number, placed[0])
    # whom a director let change places after the draw had found one takes the draw's all the same
    for entry in [entry for match in matches for entry in match.entries]:
        if entry not in replay.at and entry not in replay.done:
            replay.take_vacancy(entry, number)


def _homeless(replay: Replay, ranked: Sequence[str], number: int) -> list[str]:
    """Return the active entries that came too late for a place in the bracket."""
    return [
        entry
        for entry in ranked
        if entry not in replay.at
        and entry not in replay.done
        and not replay.has_left(entry, number)
    ]


def _begin_consolation(
    replay: Replay, number: int, rounds: int, ranked: Sequence[str], newcomers: Sequence[str]
) -> None:
    """Seed the losers of the first main rounds again, once the last of them is known."""
    main = [node.key for node in replay.nodes.values() if node.key[0] == MAIN]
    feeding = [key for key in main if key[1] <= rounds]
    if not feeding or any(key not in replay.decided for key in feeding):
        return
    if any(key[0] == CONSOLATION for key in replay.nodes) or number <= rounds:
        return
    losers = {replay.decided[key].loser for key in feeding}
    new = set(newcomers) & set(_homeless(replay, ranked, number))
    entering = [
        entry
        for entry in ranked
        if (entry in new or (entry in losers and entry not in replay.at))
        and not replay.has_left(entry, number)
    ]
    if len(entering) > 1:
        replay.add(consolation(len(entering), floor=number), entering)


def _playable(replay: Replay, number: int) -> tuple[list[Node], list[Key]]:
    """Return the matches whose turn it is and whose two entries are there.

    Where everybody of a turn moves on without a match, the next turn is this round's.
    """
    passed: list[Key] = []
    turn, latest = number, max((node.floor for node in replay.undecided()), default=0)
    while True:
        pairs = {
            node.key: pair
            for node in replay.undecided()
            if node.floor <= turn and (pair := replay.pair(node.key, number)) is not None
        }
        ready = [replay.nodes[key] for key, pair in pairs.items() if None not in pair]
        if ready or (not pairs and turn > latest):
            return ready, passed
        for key in pairs:
            if key not in replay.decided:
                replay.walk_over(key, number)
                passed.append(key)
        turn += 1


def _byes(replay: Replay, number: int) -> dict[str, Node]:
    """Return the entries without an opponent in this round, or whose opponent is not known yet."""
    byes: dict[str, Node] = {}
    for node in replay.undecided():
        there = [entry for entry in replay.standing_at(node.key, number) if entry is not None]
        pair = replay.pair(node.key, number)
        moves_on = node.floor == number and pair is not None
        waits = 0 < node.floor <= number and pair is None
        if len(there) == 1 and (moves_on or waits):
            byes[there[0]] = node
    return byes


def _moved_on(replay: Replay, settled: Collection[Key]) -> Iterator[Sentence]:
    """Yield reasons for entries that move on because the opponent has left; byes need none."""
    for key in settled:
        decision = replay.decided[key]
        if decision.how == "walk_over" and decision.winner and decision.loser:
            yield say(
                "%(left)s withdrew: the %(match)s goes to %(entry)s",
                left=replay.request.names([decision.loser]),
                entry=replay.request.names([decision.winner]),
                match=replay.nodes[key].title,
            )
