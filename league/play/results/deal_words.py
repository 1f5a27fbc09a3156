"""A deal in words: what was bid and taken, and the score with its reasons, line by line."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games import services as games
from games.engine.result import ScoreLine
from games.engine.ruleset import Ruleset
from games.engine.summary_fields import SummaryField, flat_answers, is_asked
from games.models import Deal
from games.wording import suit_in_words
from league.foundation.journal.naming import PLAYER, Number, named, names_of, numbers_in
from league.foundation.lists import listed
from league.play.events.models import FinalScores
from league.play.results.models import ByWhom
from league.play.rounds.models import Table
from league.play.rounds.selectors import names_at, seated_at, side_names

CONTRACT = ("bid", "declarer", "trump")


class Names:
    """The names of the seats and sides of a table, as the reader of a page knows them."""

    def __init__(self, table: Table, *, public: bool) -> None:
        self.players = seated_at(table)
        self.seats: Mapping[int, str] = names_at(self.players, public=public)
        self.sides: Sequence[str] = side_names(table, public=public)
        self._table, self._public = table, public
        self._called: dict[Number, str] = {
            (PLAYER, player.pk): self.seats[seat] for seat, player in self.players.items()
        }

    @cached_property
    def marked_sides(self) -> Sequence[str]:
        """Return the names of the sides for a score sheet; withdrawn ones are marked."""
        return side_names(self._table, public=self._public, is_marked=True)

    def whom(self, sent: ByWhom) -> str:
        """Return the name of who sent something; a query for whoever does not sit here."""
        self._called |= names_of(set(numbers_in(sent.by)) - self._called.keys())
        return str(named(sent.by, self._called))

    def seat(self, number: int) -> str:
        return self.seats.get(number) or _("seat %(number)d") % {"number": number + 1}

    def side(self, number: int) -> str:
        if number < len(self.sides):
            return self.sides[number]
        return _("side %(number)d") % {"number": number + 1}


@dataclass(frozen=True, slots=True)
class SideNumbers:
    """A number for each side: (the side's name, its number) in their order.

    Pages put the numbers below each other (`components/answer.html`); as text it is a line a side.
    """

    sides: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return "\n".join(f"{name} {number}" for name, number in self.sides)


def lines_in_words(deal: Deal, names: Names) -> list[dict[str, Any]]:
    """Return the score lines as `components/score_lines.html` takes them."""
    return lines_shown(games.lines_of(deal), names)


def lines_shown(lines: Iterable[ScoreLine], names: Names) -> list[dict[str, Any]]:
    """Return score lines of a deal that need not be stored, in words."""
    return [
        {
            "side": names.side(line.side),
            "points": line.points,
            "text": games.render_sentence(line.sentence, names.seats, names.sides),
        }
        for line in lines
    ]


def totals_of(deal: Deal, names: Names) -> list[tuple[str, int]]:
    return [(names.side(side), points) for side, points in enumerate(deal.score)]


def contract_of(deal: Deal, names: Names) -> str:
    """Return the bid, trump and who plays it in one short line, as far as they are known.

    Of a final score, it says that it is one.
    """
    if deal.form == Deal.Form.FINAL:
        return _final_in_short(deal, names)
    contract = games.contract_of(deal, summary_of(deal))
    parts = [_OUTCOMES[contract.outcome]()]
    if contract.bid not in (None, ""):
        parts.append(str(contract.bid))
    if contract.trump:
        parts.append(suit_in_words(contract.trump))
    if contract.seat is not None:
        parts.append(names.seat(contract.seat))
    elif contract.side is not None:
        parts.append(names.side(contract.side))
    return " · ".join(part for part in parts if part)


def contract_in_words(deal: Deal, names: Names) -> str:
    """Return the contract with the word for each of its parts, as the game's form has it.

    "Bid 2 · Pitcher Bob Lee · Trump Hearts"; where nobody bid, and of a final score, in short.
    """
    parts = [
        _("%(label)s %(answer)s")
        % {"label": games.render_sentence(field.label), "answer": _value(field, value, names)}
        for field, value in _answered(deal)
        if field.name in CONTRACT and value is not None
    ]
    return " · ".join(parts) or contract_of(deal, names)


def contract_parts(deal: Deal, names: Names) -> dict[str, str]:
    """Return what stands in the columns of a table of deals: bid, trump, declarer, and in words.

    `words` says it in one line; where nobody bid, it is all there is.
    """
    words = contract_of(deal, names)
    if deal.form == Deal.Form.FINAL:
        return {"bid": "", "trump": "", "declarer": "", "words": words}
    contract = games.contract_of(deal, summary_of(deal))
    declarer = ""
    if contract.seat is not None:
        declarer = names.seat(contract.seat)
    elif contract.side is not None:
        declarer = names.side(contract.side)
    return {
        "bid": "" if contract.outcome != "bid" or contract.bid is None else str(contract.bid),
        "trump": contract.trump or "",
        "declarer": declarer,
        "words": words,
    }


_OUTCOMES: Mapping[str, Callable[[], str]] = {
    "bid": lambda: "",
    "all_passed": lambda: _("everybody passed"),
    "passed_out": lambda: _("passed out"),
    "dealt_again": lambda: _("dealt again"),
    "unknown": lambda: "",
}


def facts_of(
    deal: Deal, names: Names, *, a_row_each_side: bool = False
) -> list[tuple[str, str | SideNumbers]]:
    """Return what a scorer writes down of the deal: (label, value) in the order of the table.

    Numbers of the sides are one value, or with `a_row_each_side` a fact each.
    """
    if deal.form == Deal.Form.FINAL:
        return _facts_of_final(deal, names, a_row_each_side=a_row_each_side)
    facts: list[tuple[str, str | SideNumbers]] = []
    dealer = deal.data.get("dealer")
    if dealer is not None:
        facts.append((_("Dealer"), names.seat(dealer)))
    for field, value in _answered(deal):
        label = games.render_sentence(field.label)
        if a_row_each_side and isinstance(value, list) and field.kind == "side_numbers":
            facts += [
                (_("%(what)s of %(side)s") % {"what": label, "side": names.side(side)}, str(number))
                for side, number in enumerate(value)
            ]
        else:
            facts.append((label, _value(field, value, names)))
    return facts


def label_of(deal: Deal, number: int) -> str:
    """Return what stands under a number of a sheet is called, as a heading."""
    if deal.form != Deal.Form.FINAL:
        return _("Deal %(number)d") % {"number": number}
    if deal.detail[games.FINAL_SCORE] == FinalScores.GAME:
        return _("Final score of game %(number)d") % {"number": number}
    return _("Final score")


def _final_in_short(deal: Deal, names: Names) -> str:
    if deal.detail["unfinished"]:
        return _("final score, stopped before the end")
    winner = deal.detail["wins_game"]
    if winner is None or deal.score[winner] == max(deal.score):
        return _("final score")
    return _("final score · %(name)s won") % {"name": names.side(winner)}


def _facts_of_final(
    deal: Deal, names: Names, *, a_row_each_side: bool
) -> list[tuple[str, str | SideNumbers]]:
    label = _("Final score")
    facts: list[tuple[str, str | SideNumbers]] = []
    if not a_row_each_side:
        facts.append((label, SideNumbers(tuple(totals_of(deal, names)))))
    winner = deal.detail["wins_game"]
    if winner is not None:
        facts.append((_("Who won the game?"), names.side(winner)))
    if deal.detail["unfinished"]:
        facts.append((_("The game was stopped before its end"), _("yes")))
    return facts


def answers_in_words(
    deal: Deal, names: Names, *, unless: Container[str] = ()
) -> list[tuple[str, str, str | SideNumbers]]:
    """Return every question that was answered: (its name, label, answer) in the table's order.

    Bid, declarer and trump are there unanswered, too: where the game can do without one of them,
    whoever looks sees that it is missing. A no to one of `unless` is not: nobody has said it.
    """
    return [
        (
            field.name,
            games.render_sentence(field.label),
            _value(field, value, names) if _is_answered(field, value) else _("not written down"),
        )
        for field, value in _asked(deal)
        if (_is_answered(field, value) or field.name in CONTRACT)
        and not (value is False and field.name in unless)
    ]


def _answered(deal: Deal) -> Iterator[tuple[SummaryField, Any]]:
    return (answer for answer in _asked(deal) if _is_answered(*answer))


def _asked(deal: Deal) -> Iterator[tuple[SummaryField, Any]]:
    if deal.form == Deal.Form.FINAL:
        return
    answers: dict[str, Any] = flat_answers(summary_of(deal))
    for field in games.summary_fields(ruleset_of(deal)):
        if is_asked(field, answers):
            yield field, answers.get(field.name)


def _is_answered(field: SummaryField, value: Any) -> bool:
    return value is not None or field.nullable


def ruleset_of(deal: Deal) -> Ruleset:
    return games.ruleset(deal.variant, deal.preset, deal.options, deal.players)


def summary_of(deal: Deal) -> dict[str, Any]:
    """Return the summary as entered, or that of the record."""
    if deal.form == Deal.Form.SUMMARY:
        return dict(deal.data["summary"])
    return dict(games.summary_of(ruleset_of(deal), deal.data)["summary"])


def _value(field: SummaryField, value: Any, names: Names) -> str | SideNumbers:
    return KINDS[field.kind](field, value, names)


def _flag(_field: SummaryField, value: Any, _names: Names) -> str:
    return _("yes") if value else _("no")


def _choice(field: SummaryField, value: Any, _names: Names) -> str:
    labels = [label for choice, label in field.choices if choice == value]
    return games.render_sentence(labels[0]) if labels else str(value)


def _number(_field: SummaryField, value: Any, _names: Names) -> str:
    return str(value)


def _seat(_field: SummaryField, value: Any, names: Names) -> str:
    return names.seat(value)


def _side(_field: SummaryField, value: Any, names: Names) -> str:
    return _("nobody") if value is None else names.side(value)


def _suit(_field: SummaryField, value: Any, _names: Names) -> str:
    return suit_in_words(value)


def _side_numbers(_field: SummaryField, value: Any, names: Names) -> SideNumbers:
    return SideNumbers(tuple((names.side(side), number) for side, number in enumerate(value)))


def _side_flags(_field: SummaryField, value: Any, names: Names) -> str:
    named = [names.side(side) for side, flag in enumerate(value) if flag]
    return listed(named) or _("nobody")


KINDS: Mapping[str, Callable[[SummaryField, Any, Names], str | SideNumbers]] = {
    "flag": _flag,
    "choice": _choice,
    "number": _number,
    "seat": _seat,
    "side": _side,
    "suit": _suit,
    "side_numbers": _side_numbers,
    "side_flags": _side_flags,
}
