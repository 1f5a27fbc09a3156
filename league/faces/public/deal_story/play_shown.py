"""The play trick by trick: the cards in order, who led, who won, and what each side has so far."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.call_words import cards_in_signs
from games.engine.ruleset import Ruleset
from games.story import Draw, Story, Trick
from games.wording import join_sentences
from league.faces.public.deal_story.exchange_shown import name_of_meld
from league.faces.public.templatetags.card_faces import card_name
from league.play.results.deal_words import Names


def tricks_in_words(story: Story, names: Names, ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the tricks; `so_far` is (side, tricks, card points or None) after each of them.

    Where everybody plays alone only those who have taken a trick are named.
    """
    alone = ruleset.sides == len(story.hands)
    lasts = stock_lasts(story)
    tricks = [0] * ruleset.sides
    points: list[int | None] = [0] * ruleset.sides
    shown = []
    for number, trick in enumerate(story.tricks, start=1):
        if trick.winner is not None:
            side = ruleset.side_of(trick.winner)
            before = points[side]
            tricks[side] += 1
            points[side] = None if None in (before, trick.points) else before + trick.points  # type: ignore[operator]
        says, notes = _says(trick, names), _notes(story, number, names)
        shown.append(
            {
                "number": number,
                "after_stock": 0 < lasts == number - 1,
                "cards": _cards(trick, names),
                "side": None if alone or trick.winner is None else ruleset.side_of(trick.winner),
                "winner": "" if trick.winner is None else names.seat(trick.winner),
                "says": says,
                "notes": notes,
                "in_words": join_sentences([says, *notes]),
                "so_far": [
                    (names.side(side), tricks[side], points[side])
                    for side in range(ruleset.sides)
                    if tricks[side] or not alone
                ],
            }
        )
    return shown


def stock_lasts(story: Story) -> int:
    """Return the trick after which the stock is used up; 0 where no cards are drawn."""
    last = max((draw.after for draw in story.draws), default=0)
    return last if last < len(story.tricks) else 0


def points_after_tricks(story: Story, ruleset: Ruleset) -> tuple[list[list[int]], bool]:
    """Return what every side has after each trick, and whether these are card points.

    Where card points are unknown or cards count nothing, tricks are counted in their place.
    """
    in_points = all(trick.points is not None for trick in story.tricks)
    taken = [0] * ruleset.sides
    after = []
    for trick in story.tricks:
        if trick.winner is not None:
            taken[ruleset.side_of(trick.winner)] += (trick.points or 0) if in_points else 1
        after.append(list(taken))
    return after, in_points


def _cards(trick: Trick, names: Names) -> list[dict[str, Any]]:
    """Return what each seat played: one card, or several of which the first lies on top."""
    return [
        {
            "seat": seat,
            "name": names.seat(seat),
            "cards": cards.split(),
            "led": place == 0,
            "won": seat == trick.winner,
        }
        for place, (seat, cards) in enumerate(trick.cards)
    ]


def _says(trick: Trick, names: Names) -> str:
    """Return in a sentence who led what, who won with what, and what it was worth."""
    leader, led = trick.cards[0]
    words = {"leader": names.seat(leader), "led": card_name(led.split()[0])}
    if trick.winner is None:
        sentence = _("%(leader)s led the %(led)s.") % words
    elif trick.winner == leader:
        sentence = _("%(leader)s led the %(led)s and won the trick.") % words
    else:
        best = dict(trick.cards)[trick.winner].split()[0]
        words |= {"winner": names.seat(trick.winner), "best": card_name(best)}
        sentence = _("%(leader)s led the %(led)s; %(winner)s won with the %(best)s.") % words
    return join_sentences([sentence, *_worth(trick)])


def _worth(trick: Trick) -> list[str]:
    if trick.points is None:
        return []
    worth = ngettext(
        "The trick is worth %(points)d point.",
        "The trick is worth %(points)d points.",
        trick.points,
    ) % {"points": trick.points}
    if not trick.bonus:
        return [worth]
    last = _("%(bonus)d of that is for the last trick.") % {"bonus": trick.bonus}
    return [worth, last]


def _notes(story: Story, number: int, names: Names) -> list[str]:
    """Return what was drawn and melded behind this trick."""
    drawn = [_drawn(draw, names) for draw in story.draws if draw.after == number]
    melded = []
    for meld in story.melds:
        if meld.after != number:
            continue
        words = {"name": names.seat(meld.seat), "what": name_of_meld(meld, names)}
        if meld.points is None:
            melded.append(_("%(name)s melded %(what)s.") % words)
        else:
            words["points"] = str(meld.points)
            melded.append(_("%(name)s melded %(what)s for %(points)s points.") % words)
    return drawn + melded


def _drawn(draw: Draw, names: Names) -> str:
    words = {"name": names.seat(draw.seat), "cards": cards_in_signs(draw.cards)}
    if not draw.gave:
        return _("%(name)s drew %(cards)s.") % words
    words["given"] = cards_in_signs(draw.gave)
    return _("%(name)s exchanged %(given)s for %(cards)s.") % words
