"""Cards and suits as pictures with their names: faces come from the sprite `site/cards.svg`."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.call_words import call_in_words, word_of_call

register = template.Library()

SUIT_NAMES: dict[str, str | Promise] = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
    "NT": gettext_lazy("no trump"),
}

# Numbers stay figures: a screen reader says "9 of clubs" as people do.
RANK_NAMES: dict[str, str | Promise] = {
    "A": pgettext_lazy("card", "ace"),
    "K": pgettext_lazy("card", "king"),
    "Q": pgettext_lazy("card", "queen"),
    "J": pgettext_lazy("card", "jack"),
    "T": "10",
    **{rank: rank for rank in "98765432"},
}


@register.filter
def suit_name(suit: str) -> str:
    """Return the suit in words; any other text is returned unchanged."""
    return str(SUIT_NAMES.get(suit, suit))


@register.filter
def card_name(card: str) -> str:
    """Return a card such as "AS" in words; any other text is returned unchanged."""
    if not _is_card(card):
        return str(card)
    words = {"rank": RANK_NAMES[card[0]], "suit": suit_name(card[1])}
    return gettext("%(rank)s of %(suit)s") % words


@register.simple_tag
def card(card: str, size: str = "small") -> SafeString:
    """Draw one card; "large" has pips and courts, "back" is a card nobody may see."""
    if card == "back":
        return _face("back", gettext("a card face down"), "pcard", size)
    if not _is_card(card):
        return format_html("<span>{}</span>", card)
    symbol = f"{card}-large" if size == "large" else card
    return _face(symbol, card_name(card), f"pcard suit-{card[1].lower()}", size)


@register.simple_tag
def card_face(card: str) -> SafeString:
    """Draw a card beside words that name it already; of "A?" the suit is not known yet."""
    if not _is_card(card):
        return format_html('<span class="trump-card" data-trump-card="{0}">{0}</span>', card[0])
    return format_html(
        '<svg class="pcard suit-{}" viewBox="0 0 50 70"><use href="{}#{}"/></svg>',
        card[1].lower(),
        static("site/cards.svg"),
        card,
    )


@register.simple_tag
def hand(cards: str | Iterable[str], size: str = "small") -> SafeString:
    """Draw cards side by side as one list, in the order given."""
    words = cards.split() if isinstance(cards, str) else list(cards)
    faces = format_html_join("", "<li>{}</li>", ((card(word, size),) for word in words))
    return format_html('<ul class="hand">{}</ul>', faces)


@register.simple_tag
def suits(groups: Iterable[Mapping[str, Any]]) -> SafeString:
    """Draw a hand suit by suit; the script of the replay finds each card by its data."""
    return format_html(
        '<div class="suits">{}</div>',
        format_html_join("", "{}", ((_row(group),) for group in groups)),
    )


def _row(group: Mapping[str, Any]) -> SafeString:
    name = suit_name(group["suit"])
    label = gettext("%(suit)s, trumps") % {"suit": name} if group["is_trump"] else name
    cards = format_html_join(
        "",
        '<li data-card="{}" data-after="{}" data-until="{}">{}</li>',
        ((text, after, until, card(text)) for text, after, until in group["cards"]),
    )
    classes = "hand is-trump" if group["is_trump"] else "hand"
    return format_html('<ul class="{}" aria-label="{}">{}</ul>', classes, label, cards)


@register.simple_tag
def call_shown(call: str) -> SafeString:
    """Write a call with the symbols of its suits: "28" and a spade; words stay words."""
    if call.startswith("pass"):
        return format_html("{}", call_in_words(call))
    return format_html_join(" ", "{}", ((_word(word),) for word in call.split()))


def _word(word: str) -> SafeString | str:
    return suit(word, named=word == "NT") if word in SUIT_NAMES else word_of_call(word)


@register.simple_tag
def suit(suit: str, named: bool = False) -> SafeString:
    """Draw a suit's symbol; with `named` its name stands beside it, else it is read aloud only."""
    name = suit_name(suit)
    if suit == "NT" or suit not in SUIT_NAMES:
        return format_html('<span class="suit">{}</span>', name if named else suit)
    mark = format_html(
        '<svg class="suit-mark" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>',
        static("site/cards.svg"),
        suit,
    )
    word_class = "" if named else "visually-hidden"
    return format_html(
        '<span class="suit suit-{}">{}<span class="{}">{}</span></span>',
        suit.lower(),
        mark,
        word_class,
        name,
    )


def _is_card(text: object) -> bool:
    return (
        isinstance(text, str) and len(text) == 2 and text[0] in RANK_NAMES and text[1] in SUIT_NAMES
    )


def _face(symbol: str, name: str, classes: str, size: str) -> SafeString:
    return format_html(
        '<svg class="{} {}" viewBox="0 0 50 70" role="img" aria-label="{}">'
        '<use href="{}#{}"/></svg>',
        classes,
        size,
        name,
        static("site/cards.svg"),
        symbol,
    )
