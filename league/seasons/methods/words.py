"""Why a row of the season's table stands where it does, with the names of those around it."""

from collections.abc import Mapping

from games.sentences import Sentence, say
from league.seasons.methods.ranking import Gap
from league.seasons.methods.table import Row
from league.seasons.methods.tiebreaks import BEST_NIGHT, TOTAL, criterion_label
from league.standings.methods.exact import distinct_texts

MOST_NAMES = 3


def why_here(row: Row, names: Mapping[str, str]) -> Sentence:
    """Say who is level, above and below, and on which numbers; or why the row has no rank.

    `names` are what the reader may call the competitors.
    """
    if row.unranked is not None:
        return row.unranked
    parts = [
        *([_level(row.level_with, names)] if row.level_with else []),
        *([_behind(row.above, names)] if row.above else []),
        *([_ahead(row.below, names)] if row.below else []),
    ]
    if not parts:
        return say("there is nobody else to compare with")
    sentence = parts[0]
    for part in parts[1:]:
        sentence = say("%(first)s; %(then)s", first=sentence, then=part)
    return sentence


def _level(keys: tuple[str, ...], names: Mapping[str, str]) -> Sentence:
    shown = ", ".join(names[key] for key in keys[:MOST_NAMES])
    more = len(keys) - MOST_NAMES
    if more <= 0:
        return say("level with %(names)s on all that counts", names=shown)
    return say("level with %(names)s and %(more)d more on all that counts", names=shown, more=more)


def _ahead(gap: Gap, names: Mapping[str, str]) -> Sentence:
    own, other = distinct_texts(gap.own, gap.other)
    return say(
        "ahead of %(name)s on %(criterion)s, %(own)s to %(other)s",
        name=names[gap.key],
        criterion=_criterion(gap),
        own=own,
        other=other,
    )


def _behind(gap: Gap, names: Mapping[str, str]) -> Sentence:
    own, other = distinct_texts(gap.own, gap.other)
    return say(
        "behind %(name)s on %(criterion)s, %(own)s to %(other)s",
        name=names[gap.key],
        criterion=_criterion(gap),
        own=own,
        other=other,
    )


def _criterion(gap: Gap) -> Sentence:
    if gap.criterion == BEST_NIGHT and gap.nth > 1:
        return say("the best nights, number %(nth)d of them", nth=gap.nth)
    if gap.criterion == TOTAL:
        return say("the total")
    return criterion_label(gap.criterion)
