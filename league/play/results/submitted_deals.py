"""A submitted deal is read and scored, and compared with another submission of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import services as games
from games.engine.errors import Refusal
from games.engine.record import IGNORED
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.models import Deal
from league.foundation.refusal import Refused
from league.play.results.final_scores import is_final_score, played_at
from league.play.results.sheet import Sheet
from league.play.rounds.models import Table
from league.play.rounds.selectors import seat_names, side_names


class DealRefused(Refused):
    """The rules of the game do not allow the deal as it was submitted.

    `refusal` is the engine's own, with its rule, phase, index and field.
    """

    code = "deal_refused"

    def __init__(self, refusal: Refusal, sentence: str) -> None:
        super().__init__(sentence, field=refusal.field)
        self.refusal = refusal


def look_at_of(refused: Refused) -> dict[str, str] | None:
    """Return the rule a refused deal has broken with what to look at; None for other refusals."""
    if not isinstance(refused, DealRefused):
        return None
    about = games.look_at(refused.refusal.rule)
    return (
        {"rule": refused.refusal.rule, "sentence": games.render_sentence(about)} if about else None
    )


class WrongDealer(Refused):
    """It is somebody else's turn to deal."""

    code = "wrong_dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedDeal:
    """A deal that the rules allow: what was sent, with its dealer, and what it scores."""

    data: dict[str, Any]
    result: DealResult

    def as_part_of_game(self) -> DealResult:
        """Return the result without its dealer, who has been looked at already."""
        return self.result.without_dealer()


def render_refusal(table: Table, refusal: Refusal) -> str:
    """Return an engine's refusal as a whole sentence, with the names at the table."""
    words = games.render_sentence(refusal.sentence, seat_names(table), side_names(table))
    return games.whole_sentence(words)


def read_submitted(
    sheet: Sheet, number: int, data: Mapping[str, Any], *, any_dealer: bool = False
) -> SubmittedDeal:
    """Score what was submitted of a deal. Its dealer is known and may be left out.

    Prepared cards are not looked at: that is for `prepared_cards.py`.

    Raises DealRefused, or WrongDealer unless `any_dealer`.
    """
    if is_final_score(data):
        return _read_final_score(sheet, data)
    due = sheet.dealer_of(number)
    full: Mapping[str, Any] = data
    if isinstance(data, Mapping):
        full = {"dealer": due, **_own_words(data)}
    try:
        full = games.with_melds(sheet.plan.ruleset, full)
        result = games.score_deal(sheet.plan.ruleset, full)
    except Refusal as refusal:
        raise DealRefused(refusal, render_refusal(sheet.table, refusal)) from refusal
    if result.dealer not in (None, due) and not any_dealer:
        raise _wrong_dealer(sheet, number, full["dealer"], due)
    return SubmittedDeal(data=dict(full), result=result)


def _read_final_score(sheet: Sheet, data: Mapping[str, Any]) -> SubmittedDeal:
    own = _own_words(data)
    try:
        result = games.score_final_score(sheet.plan.ruleset, own, played_at(sheet))
    except Refusal as refusal:
        raise DealRefused(refusal, render_refusal(sheet.table, refusal)) from refusal
    return SubmittedDeal(data=own, result=result)


def _own_words(data: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what a reader of records ignores: it was never checked, so it is not kept."""
    return {name: value for name, value in data.items() if name not in IGNORED}


def _wrong_dealer(sheet: Sheet, number: int, dealer: int, due: int) -> WrongDealer:
    names = seat_names(sheet.table)
    return WrongDealer(
        _(
            "Deal %(number)d was dealt by %(dealer)s here, but it is the turn of %(due)s to "
            "deal. Check whether an earlier deal is missing."
        )
        % {
            "number": number,
            "dealer": names.get(dealer) or _("seat %(number)d") % {"number": dealer + 1},
            "due": names.get(due) or _("seat %(number)d") % {"number": due + 1},
        },
        field="dealer",
    )


def says_the_same(ruleset: Ruleset, deal: Deal, submitted: SubmittedDeal) -> bool:
    """Compare a stored deal with a submitted one: the score, and everything that both of them name.

    A scorer may leave out what does not change the score; a full record says what a summary does.
    """
    if (deal.score, deal.made) != (list(submitted.result.score), submitted.result.made):
        return False
    if deal.form == Deal.Form.FINAL or submitted.result.is_final_score:
        return dict(deal.detail) == dict(submitted.result.detail)
    if deal.data.get("dealer") != submitted.data.get("dealer"):
        return False
    if "summary" not in deal.data and "summary" not in submitted.data:
        return bool(deal.data.get("play") == submitted.data.get("play"))
    ours, theirs = _summary(ruleset, deal.data), _summary(ruleset, submitted.data)
    return all(ours[name] == theirs[name] for name in ours.keys() & theirs.keys())


def _summary(ruleset: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    form = data if "summary" in data else games.summary_of(ruleset, data)
    flat: dict[str, Any] = {}
    for name, value in form["summary"].items():
        if name == "laid":
            continue  # its sums are compared: one phone taps the melds, the other types a number
        inner: Sequence[tuple[str, Any]] = (
            [(f"{name}.{key}", entry) for key, entry in value.items()]
            if isinstance(value, Mapping)
            else [(name, value)]
        )
        flat.update((key, entry) for key, entry in inner if entry is not None or "." in key)
    return flat
