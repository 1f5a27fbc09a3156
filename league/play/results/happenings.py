"""The journal's words for what happens to results."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds
from league.foundation.shown_numbers import figure
from league.play.events.models import FinalScores
from league.play.rounds.happenings import table_in_words

SENTENCES = {
    "deal.submitted": _(
        "%(actor)s entered deal %(deal)d of table %(table)s in round %(round)d of %(event)s"
    ),
    "deal.entered": _(
        "%(actor)s entered deal %(deal)d of table %(table)s in round %(round)d of %(event)s "
        "for the players"
    ),
    "deal.confirmed": _(
        "%(actor)s confirmed deal %(deal)d of table %(table)s in round %(round)d of %(event)s"
    ),
    "deal.contradicted": _(
        "%(actor)s entered a different score for deal %(deal)d of table %(table)s in round "
        "%(round)d of %(event)s"
    ),
    "deal.disputed": _(
        "%(actor)s disputed deal %(deal)d of table %(table)s in round %(round)d of %(event)s: "
        "%(reason)s"
    ),
    "dispute.settled": _(
        "%(actor)s settled the dispute about deal %(deal)d of table %(table)s "
        "in round %(round)d of %(event)s: %(reason)s"
    ),
    "deal.corrected": _(
        "%(actor)s corrected deal %(deal)d of table %(table)s in round %(round)d of %(event)s: "
        "%(reason)s"
    ),
    "deal.voided": _(
        "%(actor)s struck out deal %(deal)d of table %(table)s in round %(round)d of %(event)s: "
        "%(reason)s"
    ),
    "deal.taken_back": _(
        "%(actor)s withdrew deal %(deal)d of table %(table)s in round %(round)d of %(event)s"
    ),
    "table.ended": _(
        "%(actor)s ended table %(table)s in round %(round)d of %(event)s after %(deals)d deals"
    ),
    "table.resumed": _("%(actor)s let table %(table)s in round %(round)d of %(event)s go on"),
    "table.confirmed": _(
        "Table %(table)s in round %(round)d of %(event)s was confirmed by %(actor)s"
    ),
    "table.awarded": _(
        "%(actor)s awarded points at table %(table)s in round %(round)d of %(event)s: %(reason)s"
    ),
    "table.award_withdrawn": _(
        "%(actor)s withdrew the award at table %(table)s in round %(round)d of %(event)s: "
        "%(reason)s"
    ),
    "table.forfeited": _(
        "%(actor)s recorded a forfeit at table %(table)s in round %(round)d of %(event)s: "
        "%(absent)s did not come"
    ),
    "table.forfeit_withdrawn": _(
        "%(actor)s cancelled the forfeit at table %(table)s in round %(round)d of %(event)s"
    ),
    "table.decided": _(
        "%(actor)s decided who won table %(table)s in round %(round)d of %(event)s, "
        "which had ended level: %(reason)s"
    ),
    "table.decision_withdrawn": _(
        "%(actor)s cancelled the decision on the winner of table %(table)s in round %(round)d "
        "of %(event)s: %(reason)s"
    ),
    "adjustment.made": _(
        "%(actor)s changed the points of %(entry)s in %(event)s by %(points)s: %(reason)s"
    ),
    "adjustment.revoked": _(
        "%(actor)s revoked the change of %(points)s points for %(entry)s in %(event)s"
    ),
}

# of a final score in the place of a deal: of a table, and of one of its games
FINAL_SCORES = {
    "deal.submitted": _(
        "%(actor)s entered the final score of table %(table)s in round %(round)d of %(event)s"
    ),
    "deal.entered": _(
        "%(actor)s entered the final score of table %(table)s in round %(round)d of "
        "%(event)s for the players"
    ),
    "deal.confirmed": _(
        "%(actor)s confirmed the final score of table %(table)s in round %(round)d of %(event)s"
    ),
    "deal.contradicted": _(
        "%(actor)s entered a different final score for table %(table)s in round "
        "%(round)d of %(event)s"
    ),
    "deal.disputed": _(
        "%(actor)s disputed the final score of table %(table)s in round %(round)d of "
        "%(event)s: %(reason)s"
    ),
    "dispute.settled": _(
        "%(actor)s settled the dispute about the final score of table %(table)s in "
        "round %(round)d of %(event)s: %(reason)s"
    ),
    "deal.corrected": _(
        "%(actor)s corrected the final score of table %(table)s in round %(round)d of "
        "%(event)s: %(reason)s"
    ),
    "deal.voided": _(
        "%(actor)s struck out the final score of table %(table)s in round %(round)d of "
        "%(event)s: %(reason)s"
    ),
    "deal.taken_back": _(
        "%(actor)s withdrew the final score of table %(table)s in round %(round)d of %(event)s"
    ),
}
FINAL_SCORES_OF_GAMES = {
    "deal.submitted": _(
        "%(actor)s entered the final score of game %(deal)d at table %(table)s in round "
        "%(round)d of %(event)s"
    ),
    "deal.entered": _(
        "%(actor)s entered the final score of game %(deal)d at table %(table)s in round "
        "%(round)d of %(event)s for the players"
    ),
    "deal.confirmed": _(
        "%(actor)s confirmed the final score of game %(deal)d at table %(table)s in "
        "round %(round)d of %(event)s"
    ),
    "deal.contradicted": _(
        "%(actor)s entered a different final score for game %(deal)d at table %(table)s "
        "in round %(round)d of %(event)s"
    ),
    "deal.disputed": _(
        "%(actor)s disputed the final score of game %(deal)d at table %(table)s in "
        "round %(round)d of %(event)s: %(reason)s"
    ),
    "dispute.settled": _(
        "%(actor)s settled the dispute about the final score of game %(deal)d at table "
        "%(table)s in round %(round)d of %(event)s: %(reason)s"
    ),
    "deal.corrected": _(
        "%(actor)s corrected the final score of game %(deal)d at table %(table)s in "
        "round %(round)d of %(event)s: %(reason)s"
    ),
    "deal.voided": _(
        "%(actor)s struck out the final score of game %(deal)d at table %(table)s in "
        "round %(round)d of %(event)s: %(reason)s"
    ),
    "deal.taken_back": _(
        "%(actor)s withdrew the final score of game %(deal)d at table %(table)s in "
        "round %(round)d of %(event)s"
    ),
    "table.ended": _(
        "%(actor)s ended table %(table)s in round %(round)d of %(event)s after %(deals)d games"
    ),
}
OF_FINAL_SCORES: Mapping[str, Mapping[str, Promise]] = {
    FinalScores.TABLE: FINAL_SCORES,
    FinalScores.GAME: FINAL_SCORES_OF_GAMES,
}

# of deals that are compared with their prepared cards
CARD_SENTENCES = {
    "deals.compared": _(
        "What %(name)s sent as deal %(deal)d of table %(table)s in round %(round)d of %(event)s "
        "was compared with the prepared cards: %(finding)s"
    ),
    "deals.flag_accepted": _(
        "%(actor)s let deal %(deal)d of table %(table)s in round %(round)d of %(event)s stand "
        "although it does not match the prepared cards: %(reason)s"
    ),
    "deals.entry_refused": _(
        "%(actor)s tried to enter deal %(deal)d of table %(table)s in round %(round)d of "
        "%(event)s: refused, as it does not match prepared deal %(prepared)d"
    ),
}


def register() -> None:
    for kind, sentence in (SENTENCES | CARD_SENTENCES).items():
        words = _points_in_words if kind.startswith("adjustment.") else _table_in_words
        kinds.register(kind, sentence, words, is_fact=True, instead=_OF_FINAL_SCORE[kind])


def _of_final_score(kind: str, data: kinds.Data) -> Promise | None:
    """Return the sentence where a final score is meant; None where it is a deal."""
    return OF_FINAL_SCORES.get(data.get("final", ""), {}).get(kind)


_OF_FINAL_SCORE = {kind: partial(_of_final_score, kind) for kind in SENTENCES | CARD_SENTENCES}


def _table_in_words(data: kinds.Data) -> kinds.Data:
    """Name the table, and say what came of comparing a deal with its cards."""
    if "fits" not in data:
        return table_in_words(data)
    finding = (
        _("it can have been played with them")
        if data["fits"]
        else _("it cannot have been played with them")
    )
    return table_in_words(data) | {"finding": str(finding)}


def _points_in_words(data: kinds.Data) -> kinds.Data:
    """Return the points as people write them: "-3.00", as it is kept, reads −3."""
    try:
        points = Decimal(data["points"])
    except (KeyError, TypeError, InvalidOperation):
        return {}
    return {"points": f"{'+' if points > 0 else ''}{figure(points)}"}
