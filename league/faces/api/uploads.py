"""Files that programs send as they are: the content of the request, and nothing around it."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

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
