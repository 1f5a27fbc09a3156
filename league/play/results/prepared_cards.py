"""Whether a submitted deal matches the cards that were prepared for it.

While the cards are hidden, no answer but one to a director may depend on them: a deal of a table
or a scorer is accepted and compared afterwards (`services/checking_cards.py`); a deal that a
director enters is refused where it does not match. See docs/decisions/0007-prepared-deals.md.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games import services as games
from games.engine.errors import IllegalAction, Refusal
from games.sentences import say
from league.clubs.models import User
from league.foundation.journal.actor import Actor
from league.play.prepared.models import PreparedSet
from league.play.prepared.selectors import deals_known_to
from league.play.results.models import CardCheck
from league.play.results.sheet import Sheet
from league.play.results.submitted_deals import DealRefused, SubmittedDeal, render_refusal
from league.play.results.table_plan import TablePlan
from league.play.rounds.models import Table


class CardsRefused(DealRefused):
    """A director, who has not looked at the prepared cards, entered a deal that does not match.

    The sentence names no card. Each such refusal is written into the journal, because with many
    of them somebody could find out a hand.
    """

    def __init__(self, table: Table, number: int, prepared_number: int, *, is_record: bool) -> None:
        phase = "hands" if is_record else "summary"
        about = say("The cards are not those that were prepared for this deal.")
        super().__init__(
            IllegalAction(phase, None, "not_as_prepared", about),
            _(
                "Deal %(number)d of this table is prepared deal %(prepared)d, and what you "
                "entered does not match its cards. Check whether this deal was played, and who "
                "melded what. To see what does not match, open prepared deal %(prepared)d and "
                "give a reason. This refusal is recorded in the journal."
            )
            % {"number": number, "prepared": prepared_number},
        )
        self.table = table
        self.number = number
        self.prepared_number = prepared_number


def misfit_of(plan: TablePlan, number: int, data: Mapping[str, Any]) -> Refusal | None:
    """Return why a scored deal does not match its prepared cards; None where it does.

    `data` is the record or summary as it is stored, with its dealer. The refusal names cards: the
    caller must not show it to people who may not know them.
    """
    deal = None if plan.prepared is None else plan.prepared.deal_at(number)
    if deal is None:
        return None
    try:
        games.check_cards_prepared(plan.ruleset, deal, data)
    except Refusal as refusal:
        return refusal
    return None


def check_cards_known(
    sheet: Sheet, number: int, submitted: SubmittedDeal, *, actor: Actor | None = None
) -> None:
    """Refuse a deal that does not match the prepared cards, for people who may know these.

    Raises DealRefused, which names the card. For everybody else, such as a table (no actor),
    nothing is compared: neither the answer nor its time depends on the cards.
    """
    if number in places_known(sheet, [number], actor=actor):
        refuse_misfit(sheet, number, submitted)


def places_known(sheet: Sheet, places: Sequence[int], *, actor: Actor | None) -> set[int]:
    """Return the places of the sheet whose cards this person may know, without dealing them."""
    numbers = {place: prepared[1] for place in places if (prepared := _prepared_at(sheet, place))}
    if sheet.plan.prepared is None or not numbers:
        return set()
    user = None if actor is None else user_of(actor)
    known = deals_known_to(sheet.plan.prepared.prepared, list(numbers.values()), user)
    return {place for place, number in numbers.items() if number in known}


def check_cards_entered(
    sheet: Sheet, number: int, submitted: SubmittedDeal, *, actor: Actor
) -> None:
    """Refuse a deal that does not match the prepared cards, for a director who enters it.

    Raises DealRefused, which names the card, for people who may know the cards, and CardsRefused,
    which does not, for other directors. A scorer's deal is accepted and compared afterwards, like
    a table's; so is one with the numbers of a submission that is flagged already.
    """
    set_and_number = _prepared_at(sheet, number)
    user = None if set_and_number is None else user_of(actor)
    if set_and_number is None or user is None or _is_flagged_already(sheet, number, submitted):
        return
    prepared, prepared_number = set_and_number
    if deals_known_to(prepared, [prepared_number], user):
        refuse_misfit(sheet, number, submitted)
    elif user.has_perm("prepared.look_at_deals", sheet.table) and misfit_of(
        sheet.plan, number, submitted.data
    ):
        raise CardsRefused(
            sheet.table, number, prepared_number, is_record="summary" not in submitted.data
        )


def user_of(actor: Actor) -> User | None:
    return User.objects.filter(pk=actor.user_id).first() if actor.user_id is not None else None


def _prepared_at(sheet: Sheet, number: int) -> tuple[PreparedSet, int] | None:
    """Return the prepared deal at a place of the sheet, as its set and number; None without one."""
    table = sheet.plan.prepared
    prepared_number = None if table is None else table.number_at(number)
    return None if table is None or prepared_number is None else (table.prepared, prepared_number)


def refuse_misfit(sheet: Sheet, number: int, submitted: SubmittedDeal) -> None:
    """Raise DealRefused, which names the card, for a deal that does not match its cards."""
    refusal = misfit_of(sheet.plan, number, submitted.data)
    if refusal is not None:
        raise DealRefused(refusal, render_refusal(sheet.table, refusal)) from refusal


def _is_flagged_already(sheet: Sheet, number: int, submitted: SubmittedDeal) -> bool:
    return CardCheck.objects.filter(
        submission__table=sheet.table,
        submission__number=number,
        submission__deal__data=submitted.data,
        fits=False,
    ).exists()
