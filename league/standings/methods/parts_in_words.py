"""What a part of an entry's points is, in words: the sentence beside its number."""

from dataclasses import dataclass

from games.engine.sentences import Sentence, say
from league.standings.methods.deals.accounts import deals_in_words
from league.standings.methods.exact import as_text
from league.standings.methods.matches import awards
from league.standings.methods.parts import Part, Source
from league.standings.methods.unplayed import NOT_THERE, Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How a stage speaks of its tables: whether their points are IMPs, and of who waits."""

    in_imps: bool = False
    sits_out: bool = False


def part_in_words(part: Part, names: str, table: Table, deals: int = 0) -> Sentence:
    """Return what a part is; `names` are of the others in it, `deals` how many they played."""
    match part.source:
        case Source.MATCH:
            return _against(part, names, _outcome(part, table, deals))
        case Source.DEALS:
            return _against(part, names, deals_in_words(part.deals))
        case Source.UNPLAYED:
            return _unplayed(part, names, table)
        case Source.UNEVEN:
            return say("as many deals as the others played would add")
        case Source.ALONE:
            return say("only one table played these deals, so that they count as an average")
        case Source.CARRIED if part.weight != 1:
            return say(
                "brought along: %(points)s, counting as %(weight)s matches",
                points=as_text(part.made or 0),
                weight=as_text(part.weight),
            )
        case Source.CARRIED:
            return say("brought along from the stage before")
        case _adjusted:
            given = part.value >= 0
            return (
                say("given by the director: %(reason)s", reason=part.text)
                if given
                else say("taken by the director: %(reason)s", reason=part.text)
            )


def _against(part: Part, names: str, how: Sentence) -> Sentence:
    if not names:
        return say("round %(round)d: %(how)s", round=part.round, how=how)
    return say("round %(round)d against %(names)s: %(how)s", round=part.round, names=names, how=how)


OUTCOMES = {
    awards.WON: say("won %(made)s to %(against)s"),
    awards.DRAWN: say("drawn %(made)s to %(against)s"),
    awards.LOST: say("lost %(made)s to %(against)s"),
}
OUTCOMES_IN_IMPS = {
    awards.WON: say("won %(made)s to %(against)s IMPs"),
    awards.DRAWN: say("drawn %(made)s to %(against)s IMPs"),
    awards.LOST: say("lost %(made)s to %(against)s IMPs"),
}


def _outcome(part: Part, table: Table, deals: int) -> Sentence:
    made = as_text(part.made or 0)
    if part.against is None:
        how = say("made %(made)s", made=made)
    else:
        words = OUTCOMES_IN_IMPS if table.in_imps else OUTCOMES
        against = as_text(part.against)
        how = Sentence(words[part.outcome].text, {"made": made, "against": against})
    if deals:
        how = say("%(how)s over %(deals)s", how=how, deals=deals_in_words(deals))
    if part.counted is not None and part.counted != part.made:
        how = say("%(how)s, of which %(counted)s count", how=how, counted=as_text(part.counted))
    return how


SAT_OUT = say("sat out")
WORTH = {
    awards.WIN: say("as much as a win"),
    awards.HALF: say("half as much as a win"),
    awards.DRAW: say("as much as a draw"),
    awards.LOSS: say("as much as a loss"),
    awards.WINNERS_AVERAGE: say("the average of the round’s winners"),
    awards.ROUND_AVERAGE: say(
        "the average of all who played the round, until its first match of its own"
    ),
}


def _unplayed(part: Part, names: str, table: Table) -> Sentence:
    why = NOT_THERE[part.reason or Reason.BYE]
    if part.reason is Reason.BYE and table.sits_out:
        why = SAT_OUT
    how = say("%(why)s, %(worth)s", why=why, worth=_worth(part))
    return _against(part, names, how)


def _worth(part: Part) -> Sentence:
    if part.award == awards.OWN_AVERAGE:
        total, count = part.results
        return say("its own average: %(sum)s divided by %(count)d", sum=as_text(total), count=count)
    if isinstance(part.award, str):
        return WORTH[part.award]
    if part.reason is Reason.REQUESTED and part.value:
        return WORTH[awards.DRAW]
    return say("a fixed number of points") if part.value else say("no points")
