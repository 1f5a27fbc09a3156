"""Reads JSON so that nothing odd gets any further: what passes can be stored and answered."""

import json
import math
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

NO_OFFSET = gettext_lazy(
    "Write the time with its offset from UTC, as in 2026-11-28T19:30:00+01:00."
)

DEEPEST = 40
LARGEST = 2**63 - 1


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"

    def __init__(self, most: int | None = None) -> None:
        if most is None:
            most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        super().__init__(
            _("The request is too large: send at most %(most)d bytes at once.") % {"most": most}
        )


class StrictJSONParser(JSONParser):
    """Standard JSON only: no NaN, no numbers beyond 64 bits, no NUL, no bottomless nesting.

    A request may have `most_bytes`, by default as many as any request.
    """

    most_bytes: int | None = None

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        most = self.most_bytes or settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise BodyTooLarge(most)
        data = _load(body)
        check_values(data)
        return data


def _load(body: bytes) -> Any:
    try:
        return json.loads(
            body.decode("utf-8-sig"), parse_constant=_refuse_constant, parse_float=_finite
        )
    except RecursionError:
        raise _too_deep() from None
    except ValueError as fault:
        raise ParseError(
            _("The request is not JSON: %(fault)s.") % {"fault": fault}, code="malformed_json"
        ) from fault


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is too large a number")
    return number


def _too_deep() -> ParseError:
    return ParseError(
        _("The request is nested too deeply: at most %(most)d levels are allowed.")
        % {"most": DEEPEST},
        code="nested_too_deeply",
    )


def check_values(data: Any) -> None:
    """Refuse what neither the database nor an answer could hold. Raises ParseError."""
    level = [data]
    for _depth in range(DEEPEST + 1):
        if not level:
            return
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += value.keys()
                below += value.values()
            elif isinstance(value, list):
                below += value
            else:
                _check_plain(value)
        level = below
    raise _too_deep()


def _check_plain(value: Any) -> None:
    if isinstance(value, str):
        if "\x00" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise ParseError(
                _("The request contains a character that is not text (NUL or half a character)."),
                code="not_text",
            )
    elif isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        raise ParseError(
            _("A number in the request is too large: %(most)d is the most.") % {"most": LARGEST},
            code="number_too_large",
        )
