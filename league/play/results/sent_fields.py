"""A deal that was sent, as the fields of the form from which it was: to compare what is typed."""

from collections.abc import Mapping
from typing import Any

from games.models import Deal
from league.play.results.deal_inputs import YES, as_initial
from league.play.results.deal_words import summary_of
from league.play.results.final_score_form import FINAL, KIND, initial_of
from league.play.results.laid_form import inputs_of
from league.play.results.table_plan import TablePlan


def fields_as_sent(deal: Deal, plan: TablePlan) -> dict[str, list[str]]:
    """Return the values of every input by its name, as a browser would have sent them."""
    return {
        name: [str(each) for each in value] if isinstance(value, list) else [_as_sent(value)]
        for name, value in _values(deal, plan).items()
    }


def _values(deal: Deal, plan: TablePlan) -> Mapping[str, Any]:
    if deal.form == Deal.Form.FINAL:
        return initial_of(deal.data) | {KIND: FINAL}
    summary = summary_of(deal)
    return as_initial(plan, summary) | inputs_of(summary.get("laid") or [])


def _as_sent(value: object) -> str:
    if isinstance(value, bool):
        return YES if value else ""
    return str(value)
