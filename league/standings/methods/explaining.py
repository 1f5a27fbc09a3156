"""A ranking with all that it was made from, for whoever wants to know how a number came about."""

from dataclasses import dataclass

from games.engine.sentences import Sentence, say
from league.standings.methods.addends import Addend, Breakdown, Kind, breakdown_of
from league.standings.methods.exact import as_text
from league.standings.methods.levels import Separation
from league.standings.methods.ranking import separation_of
from league.standings.methods.request import RankRequest
from league.standings.methods.unplayed import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """The separation of all entries, and their ids in the order of their places in it."""

    ids: tuple[str, ...]
    separation: Separation

    def breakdown(self, name: str, entry: str) -> Breakdown | None:
        """Return what a tie-break of an entry adds up, None where it is no such sum."""
        return breakdown_of(self.separation, name, self.ids.index(entry))


def entries_explained(request: RankRequest) -> Explained:
    """Return the ranking with what it was made from. Raises CannotRank."""
    ids = tuple(entry.id for entry in request.entries)
    place = {entry: index for index, entry in enumerate(ids)}
    separation = separation_of(request)
    for group in request.groups or [ids]:
        separation.levels([place[entry] for entry in group])
    return Explained(ids=ids, separation=separation)


UNPLAYED = {
    Reason.BYE: say("a bye"),
    Reason.REQUESTED: say("a bye that was asked for"),
    Reason.ABSENT: say("not there"),
    Reason.FORFEIT_WON: say("won by forfeit"),
    Reason.FORFEIT_LOST: say("lost by forfeit"),
}


def in_words(one: Addend, names: str) -> Sentence:
    """Return what an addend is; `names` are of the others in it, "" where there are none."""
    if one.reason is not None:
        return _not_played(one)
    if one.kind == Kind.PARTNER:
        return say("played with %(names)s, whose score it is", names=names)
    if one.kind == Kind.MET:
        return say("against %(names)s", names=names)
    return _of_a_round(one, names)


def _of_a_round(one: Addend, names: str) -> Sentence:
    own = {"round": one.round, "names": names}
    match one.kind:
        case Kind.TIMES:
            factors = {"made": as_text(one.result or 0), "score": as_text(one.score or 0)}
            return say(
                "round %(round)d against %(names)s: made %(made)s, times their score %(score)s",
                **own,
                **factors,
            )
        case Kind.MADE:
            return say(
                "round %(round)d against %(names)s, with at least half of the possible points",
                **own,
            )
        case Kind.RUNNING:
            return say("score after round %(round)d", round=one.round)
        case Kind.POINTS:
            return say("round %(round)d, points against %(names)s", **own)
        case Kind.LEAD:
            return say("round %(round)d, points ahead of %(names)s", **own)
        case _score:
            return say("round %(round)d against %(names)s, whose score it is", **own)


def _not_played(one: Addend) -> Sentence:
    """A round without an opponent: somebody with the own final score, or less, stands in."""
    why = UNPLAYED[one.reason] if one.reason else say("a bye")
    if one.kind == Kind.TIMES:
        return say(
            "round %(round)d, %(why)s: gave %(made)s, times the score %(score)s of who stands in "
            "for the opponent",
            round=one.round,
            why=why,
            made=as_text(one.result or 0),
            score=as_text(one.score or 0),
        )
    if one.kind == Kind.MADE:
        return say("round %(round)d, %(why)s", round=one.round, why=why)
    return say(
        "round %(round)d, %(why)s: the score of who stands in for the opponent",
        round=one.round,
        why=why,
    )
