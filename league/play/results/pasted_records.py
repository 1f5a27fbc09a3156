"""A deal that somebody pasted or uploaded as JSON: read strictly, refused in plain words."""

import json
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from league.foundation.refusal import Refused

LONGEST_RECORD = 20_000
MOST_DIGITS = 15  # of a whole number: what is added up can then always be shown


class UnreadableRecord(Refused):
    """What was pasted or uploaded is no record."""

    code = "unreadable_record"


def read_record(text: str) -> dict[str, Any]:
    """Return the record or summary written in a text. Raises UnreadableRecord."""
    if len(text) > LONGEST_RECORD:
        raise UnreadableRecord(
            _("This is too long for the record of one deal: %(most)d characters at most.")
            % {"most": LONGEST_RECORD},
            field="record",
        )
    try:
        data = json.loads(text, parse_constant=_no_number, parse_int=_whole)
        # what cannot be written again (half a character) can be neither shown nor kept
        is_text = "\\u0000" not in json.dumps(data, ensure_ascii=False).encode().decode()
    except json.JSONDecodeError as fault:
        raise UnreadableRecord(_not_json(text, fault), field="record") from None
    except (ValueError, RecursionError):
        raise UnreadableRecord(_unreadable_sentence(), field="record") from None
    if not is_text:
        raise UnreadableRecord(_unreadable_sentence(), field="record")
    if not isinstance(data, dict):
        raise UnreadableRecord(
            _("A record is one JSON object; this is something else."), field="record"
        )
    return data


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise UnreadableRecord(
            _("A number in the record is too large: %(most)d digits are the most.")
            % {"most": MOST_DIGITS},
            field="record",
        )
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _unreadable_sentence() -> str:
    return _('This cannot be read as a record. It is one JSON object: {"hands": [...], ...}.')


def _not_json(text: str, fault: json.JSONDecodeError) -> str:
    if not text.lstrip().startswith("{"):
        return _unreadable_sentence()
    return _(
        "This cannot be read as JSON. Look at line %(line)d, character %(column)d, and just before "
        "it: a quote, a comma or a bracket is missing or too many."
    ) % {"line": fault.lineno, "column": fault.colno}
