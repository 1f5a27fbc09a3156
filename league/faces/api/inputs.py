"""Shapes and fields that several subjects have."""

from collections.abc import Mapping
from datetime import datetime
from io import BytesIO
from typing import IO, Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from league.faces.api.parsing import NO_OFFSET

PLAIN: list[dict[str, Any]] = [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}]


@extend_schema_field({"oneOf": PLAIN})
class OptionValue(serializers.JSONField):
    """A value of an option: yes or no, a number, or a word."""


@extend_schema_field({"oneOf": [*PLAIN, {"type": "null"}]})
class OptionValueOrNone(serializers.JSONField):
    """The same, or null where the format decides."""


@extend_schema_field({"type": "object", "additionalProperties": {"oneOf": PLAIN}})
class OptionValues(serializers.DictField):
    """Options by their names."""


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": True,
        "description": "A deal as a summary form (`summary`) or as the full record of every card. "
        "`GET /api/v1/variants/{variant}` has the JSON Schemas of both for each game. Where the "
        "event takes final scores (`final_scores`), `final_score` is one instead: the points by "
        "side; `winner` is the side that won the game, where the scores alone do not say it, and "
        "`unfinished` says that it was stopped before its end.",
        "properties": {
            "summary": {"type": "object", "additionalProperties": True},
            "final_score": {"type": "array", "items": {"type": "integer"}},
            "winner": {"type": ["integer", "null"]},
            "unfinished": {"type": "boolean"},
        },
    }
)
class DealData(serializers.DictField):
    """A deal as it is sent; which fields it has is a matter of its game."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"allow_empty": False} | kwargs)


class MomentField(serializers.DateTimeField):
    """A moment that a program sends, with its offset: none is guessed."""

    default_error_messages = {"no_offset": NO_OFFSET}

    def enforce_timezone(self, value: datetime) -> datetime:
        if timezone.is_naive(value):
            self.fail("no_offset")
        return super().enforce_timezone(value)


class ReasonInput(serializers.Serializer[Any]):
    """A reason, where one may be given."""

    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class NeededReasonInput(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=300)


# --- Files that programs send as they are: the content of the request, and nothing around it ---

BYTES = "application/octet-stream"
FILE = {BYTES: OpenApiTypes.BINARY}


class FileParser(BaseParser):
    """Hands the content on as it comes, whatever type it says it has."""

    media_type = "*/*"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return {"file": stream}


def content_of(request: Request, most: int) -> bytes:
    """Return what was sent, but no more than one byte beyond `most`: enough to see it is more."""
    sent: Any = request.data
    file: IO[bytes] = sent.get("file") or BytesIO()  # nothing was sent
    return file.read(most + 1)
