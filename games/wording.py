"""The engine's sentences in the language of whoever reads them."""

import re
from collections.abc import Iterable, Mapping, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext

from games.sentences import NUMBER, SUIT_WORDS, Sentence, Words, render

MINUS = "\N{MINUS SIGN}"

Names = Mapping[int, str] | Sequence[str]


def render_sentence(
    sentence: Sentence, names: Names | None = None, side_names: Names | None = None
) -> str:
    """Return a sentence in the active language, for people.

    Seats and sides are called by their names; where nobody is named they are counted from 1.
    """
    return render(
        sentence,
        Words(
            translate=gettext,
            seat=lambda seat: _name(names, seat) or _numbered_seat(seat + 1),
            side=lambda side: _name(side_names, side) or _numbered_side(side + 1),
            suit=suit_in_words,
            card=str,
            number=number_in_words,
        ),
    )


def number_in_words(digits: str) -> str:
    """Return "-1070.5" as readers of the active language write it."""
    text = number_format(digits.removeprefix("-"), use_l10n=True, force_grouping=True)
    return f"{MINUS}{text}" if digits.startswith("-") else text


def written_number(text: str) -> str:
    """Return the text as `number_in_words` does where it is a number, else as it is."""
    return number_in_words(text) if re.fullmatch(NUMBER, text) else text


# the place of something in a request, such as scoring.name: it is written as there
PATH = re.compile(r"[a-z_]+(\[\d+\])?\.[a-z_]")


def whole_sentence(text: str) -> str:
    """Return the text as a whole sentence: with a capital letter and a full stop."""
    if not PATH.match(text):
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "。", "?", "!")) else gettext("%s.") % text


def join_sentences(sentences: Iterable[str]) -> str:
    """Join whole sentences, with a space after each but those that end with a Japanese mark."""
    return "".join(
        sentence if sentence.endswith(("。", "？", "！", "」")) else f"{sentence} "
        for sentence in sentences
    ).strip()


def suit_in_words(suit: str) -> str:
    return gettext(SUIT_WORDS[suit].text)


def _numbered_seat(number: int) -> str:
    return gettext("seat %(number)d") % {"number": number}


def _numbered_side(number: int) -> str:
    return gettext("side %(number)d") % {"number": number}


# words for programs: seats and sides are counted from 0, as in the data
AS_IN_DATA = Words(
    translate=gettext,
    seat=_numbered_seat,
    side=_numbered_side,
    suit=suit_in_words,
    card=str,
)


def _name(names: Names | None, number: int) -> str | None:
    if names is None:
        return None
    if isinstance(names, Mapping):
        return names.get(number)
    return names[number] if number < len(names) else None
