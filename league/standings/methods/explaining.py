"""A ranking with all that it was made from, for whoever wants to know how a number came about."""

from dataclasses import dataclass

from games.engine.sentences import Sentence, say
from league.standings.methods.addends import (
    Addend,
    Breakdown,
    Kind,
    Look,
    breakdown_of,
    looks_of,
)
from league.standings.methods.exact import as_text
from league.standings.methods.levels import Separation
from league.standings.methods.parts import Account, account_of
from league.standings.methods.parts_in_words import NOT_THERE
from league.standings.methods.ranking import separation_of
from league.standings.methods.request import RankRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """The separation of all entries, and their ids in the order of their places in it."""

    ids: tuple[str, ...]
    separation: Separation

    def breakdown(self, name: str, entry: str) -> Breakdown | None:
        """Return what a tie-break of an entry adds up, None where it is no such sum."""
        return breakdown_of(self.separation, name, self.ids.index(entry))

    def looks(self, name: str, entry: str) -> list[Look]:
        """Return every look that head-to-head took at the entry's group, the first one first."""
        return looks_of(self.separation, name, self.ids.index(entry))

    def account(self, entry: str) -> Account:
        """Return what the points of an entry are made of."""
        return account_of(self.separation.ledger, self.ids.index(entry))


def entries_explained(request: RankRequest) -> Explained:
    """Return the ranking with what it was made from. Raises CannotRank."""
    ids = tuple(entry.id for entry in request.entries)
    place = {entry: index for index, entry in enumerate(ids)}
    separation = separation_of(request)
    for group in request.groups or [ids]:
        separation.levels([place[entry] for entry in group])
    return Explained(ids=ids, separation=separation)


def in_words(one: Addend, names: str) -> Sentence:
    """Return what an addend is; `names` are of the others in it, "" where there are none."""
    if one.kind in OF_A_MATCH:
        return _of_a_match(one, names)
    if one.reason is not None:
        return _not_played(one)
    if one.kind in (Kind.PARTNER, Kind.MET):
        return Sentence(OF_OTHERS[one.kind].text, {"names": names})
    return ALONE[one.kind] if one.kind in ALONE else _of_a_round(one, names)


OF_A_MATCH = (Kind.WON, Kind.PLAYED, Kind.OF_DEALS, Kind.AGAINST)
OF_OTHERS = {
    Kind.PARTNER: say("played with %(names)s, whose score it is"),
    Kind.MET: say("against %(names)s"),
}
ALONE = {
    Kind.MATCHES: say("matches at a table"),
    Kind.ONE_POINT: say("the opponents’ points, which count as at least one"),
    Kind.PLAY_OFF: say("own points in the play-off that decided"),
}


def _of_a_match(one: Addend, names: str) -> Sentence:
    own = {"round": one.round, "names": names}
    if one.reason is not None:
        return say("round %(round)d against %(names)s, won by forfeit", **own)
    if one.kind == Kind.AGAINST:
        return say("round %(round)d, points of %(names)s", **own)
    if one.kind == Kind.WON:
        return say("round %(round)d, won against %(names)s", **own)
    return say("round %(round)d against %(names)s", **own)


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
    why = NOT_THERE[one.reason] if one.reason else say("a bye")
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
