"""The entries of a pasted record, each read by what its part of the record holds.

An entry may be anything that somebody sent: what cannot be read is shown as it was written.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.call_words import call_in_words

MOST_ENTRIES = 120
LONGEST_TEXT = 80
_SEAT = re.compile(r"^\d+:")  # a call or card written with its seat before it


@dataclass(slots=True, kw_only=True)
class Entry:
    """One call, hand, gift or card; `says` is what a call tells the partner.

    `letter` stands for `who` where there is little room.
    """

    who: str = ""
    letter: str = ""
    text: str = ""
    cards: list[str] = field(default_factory=list)
    says: str = ""
    is_refused: bool = False
    is_missing: bool = False


def read_plain(value: Any) -> Entry:
    return Entry(text=shown(value))


def _call(value: Any) -> Entry:
    if not isinstance(value, str):
        return read_plain(value)
    return Entry(text=call_in_words(_SEAT.sub("", value))[:LONGEST_TEXT])


def _cards(value: Any) -> Entry:
    if not isinstance(value, str):
        return read_plain(value)
    return Entry(cards=_faces(value), text="" if value.strip() else _("no cards"))


def _played(value: Any) -> Entry:
    """Read what was played at once; the card on top comes first, table cards lose their star."""
    return _cards(_SEAT.sub("", value).replace("+", " ") if isinstance(value, str) else value)


def _gift(value: Any) -> Entry:
    if not isinstance(value, Mapping) or not isinstance(value.get("cards"), str):
        return read_plain(value)
    return Entry(
        cards=_faces(value["cards"]),
        text=_("seat %(giver)s to seat %(to)s")
        % {"giver": shown(value.get("from")), "to": shown(value.get("to"))},
    )


def _event(value: Any) -> Entry:
    if not isinstance(value, Mapping):
        return read_plain(value)
    place = _("after trick %(trick)s, seat %(seat)s") % {
        "trick": shown(value.get("trick")),
        "seat": shown(value.get("seat")),
    }
    if isinstance(value.get("meld"), str):
        return Entry(text=place, cards=_faces(value["meld"]))
    rest = {name: one for name, one in value.items() if name not in ("trick", "seat")}
    return Entry(text=place, says=shown(rest))


def _fact(value: Any) -> Entry:
    name, answer = value
    return Entry(who=shown(name), text=shown(answer))


def _faces(text: str) -> list[str]:
    return [word.partition("*")[0][:6] for word in text.split()[:MOST_ENTRIES]]


def shown(value: Any) -> str:
    """Return a value as it was written, short enough to be shown."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


READERS: dict[str, Callable[[Any], Entry]] = {
    "hands": _cards,
    "stock": _cards,
    "auction": _call,
    "trump": read_plain,
    "exchange": _gift,
    "discards": _cards,
    "events": _event,
    "play": _played,
    "summary": _fact,
}
