"""A draw that depends on the results of the round before is refused while some are missing."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import join_sentences
from league.foundation.lists import listed
from league.foundation.refusal import Refused
from league.play.events.models import Stage
from league.play.rounds.drawing import format_named
from league.play.rounds.models import Round
from league.play.rounds.stage_results import Wanting, wanting_in


class ResultsMissing(Refused):
    """The draw depends on results that are not there, or not confirmed.

    `may_draw_anyway`: the director may say that it is drawn without them.
    """

    code = "results_missing"

    def __init__(self, sentence: str, *, may_draw_anyway: bool) -> None:
        super().__init__(sentence)
        self.may_draw_anyway = may_draw_anyway


def check_results(stage: Stage, kept: Sequence[Round], *, even_unfinished: bool) -> None:
    """Refuse a draw by results while the round it depends on has none that can be counted on."""
    results = format_named(stage.format).results
    played = kept[:-1] if stage.options.get("delayed") else kept
    if results == "none" or not played:
        return
    wanting = wanting_in(played[-1])
    may_draw_anyway = results == "wished" or not wanting.missing
    if wanting.tables and not (even_unfinished and may_draw_anyway):
        raise ResultsMissing(
            _why_not_yet(wanting, may_draw_anyway), may_draw_anyway=may_draw_anyway
        )


def _why_not_yet(wanting: Wanting, may_draw_anyway: bool) -> str:
    parts = []
    for tables, sentence in (
        (
            wanting.missing,
            ngettext(
                "Who meets whom depends on the results, and table %(tables)s of round %(round)d "
                "has none yet: wait for it, enter it, or award points.",
                "Who meets whom depends on the results, and tables %(tables)s of round %(round)d "
                "have none yet: wait for them, enter them, or award points.",
                len(wanting.missing),
            ),
        ),
        (
            wanting.unconfirmed,
            ngettext(
                "The result of table %(tables)s of round %(round)d is not confirmed yet: "
                "confirm it first.",
                "The results of tables %(tables)s of round %(round)d are not confirmed yet: "
                "confirm them first.",
                len(wanting.unconfirmed),
            ),
        ),
    ):
        if tables:
            named = {"tables": listed(tables), "round": wanting.round.number}
            parts.append(sentence % named)
    if may_draw_anyway:
        parts.append(_("Or draw anyway, with the results as they are now."))
    return join_sentences(parts)
