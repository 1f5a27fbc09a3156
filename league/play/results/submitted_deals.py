"""A submitted deal is read and scored, and compared with another submission of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import services as games
from games.engine.errors import IllegalAction, Refusal
from games.engine.record import IGNORED
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.models import Deal
from games.sentences import say
from league.clubs.models import User
from league.foundation.journal.actor import Actor
from league.foundation.refusal import Refused
from league.play.prepared.models import PreparedSet
from league.play.prepared.selectors import deals_known_to
from league.play.results.deal_words import Names
from league.play.results.models import CardCheck
from league.play.results.sheet import Sheet, is_final_score, played_at
from league.play.results.table_outcome import TablePlan
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

    Prepared cards are not looked at: see `check_cards_known`.

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


# --- Whether a submitted deal matches the cards that were prepared for it ---
# While the cards are hidden, no answer but one to a director may depend on them: a deal of a table
# or a scorer is accepted and compared afterwards (`services/checking_cards.py`); a deal that a
# director enters is refused where it does not match. See docs/decisions/0007-prepared-deals.md.


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


# --- What makes a deal worth a line: somebody did something in it that the game has a name for ---


class Remembered(NamedTuple):
    """Something to remember of a deal, in the language in force. `seat` is None for a side's."""

    label: str
    side: int
    seat: int | None

    def who(self, names: Names) -> str:
        return names.side(self.side) if self.seat is None else names.seat(self.seat)


def remembered_of(deal: Deal) -> Iterator[Remembered]:
    """Yield what is to be remembered of the deal, in the order in which the game says it.

    What another one of the same side says as well is left out.
    """
    achievements = games.figures_of(deal).achievements
    implied = {
        (achieved.side, games.achievement_implied(deal.variant, achieved.kind))
        for achieved in achievements
    }
    for achieved in achievements:
        label = games.achievement_label(deal.variant, achieved.kind)
        if label is not None and (achieved.side, achieved.kind) not in implied:
            yield Remembered(games.render_sentence(label), achieved.side, achieved.seat)
