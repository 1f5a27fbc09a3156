"""What OpenAPI says of resources: all of it follows from the class, so that no act is decorated."""

from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework.serializers import ListSerializer

from league.faces.api.list_files import FORMAT
from league.faces.api.operations import OperationSchema
from league.faces.api.records.serializers import RecordSerializer
from league.faces.api.schema import IF_MATCH, KEY, KEY_IF_WISHED, PAGE

# the words for the usual acts in the names of operations
WORDS = {
    "list": "list",
    "retrieve": "read",
    "create": "add",
    "update": "set",
    "partial_update": "change",
    "destroy": "remove",
}


class RecordSchema(OperationSchema):
    view: Any

    def get_operation_id(self) -> str:
        words = {**WORDS, **self.view.words}
        return f"{self.view.operations}_{words.get(self.view.action, self.view.action)}"

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        is_sent = direction == "request" and isinstance(serializer, RecordSerializer)
        name: str = super().get_serializer_name(serializer, direction)
        return self.view.input_name or name if is_sent else name

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def get_paginated_name(self, serializer_name: str) -> str:
        return f"PageOf{serializer_name}"

    def _get_pagination_parameters(self) -> list[Any]:
        return []  # named above all others in `get_override_parameters`

    def get_override_parameters(self) -> list[Any]:
        if self.view.action == "list":
            return [*PAGE, FORMAT]
        if self.method == "POST":
            return [self._key()] if self._note("takes_key") else []
        return [IF_MATCH] if self._note("versioned") else []

    def get_examples(self) -> list[OpenApiExample]:
        if self.view.action not in ("create", "update", "partial_update"):
            return []
        return [OpenApiExample("Example", value=self.view.example, request_only=True)]

    def get_request_serializer(self) -> Any:
        """Return none for what is besides the usual acts: they read nothing."""
        is_usual = self.view.action in WORDS
        return super().get_request_serializer() if is_usual else None

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> dict[str, Any]:
        """Say that an answer has all its fields, also those that a request may leave out."""
        shape: dict[str, Any] = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if direction == "response" and "properties" in shape:
            shape["required"] = sorted(shape["properties"])
        return shape

    def _key(self) -> Any:
        return KEY if self.view.action in self.view.needs_key else KEY_IF_WISHED

    def _note(self, name: str, default: Any = None) -> Any:
        notes = {
            "by": self.view.by_whom_reads if self.method == "GET" else self.view.by_whom_writes,
            "in_pages": self.view.action == "list",
            "versioned": self.method in ("PUT", "PATCH", "DELETE"),
            "takes_key": self.method == "POST" and self.view.action not in self.view.never_kept,
        }
        return notes.get(name, default)

    def _headers_of_write(self) -> list[str]:
        made = ["Location"] if self.view.action == "create" and self.view.one_is_read else []
        shows = made or self.view.action in ("update", "partial_update")
        return [*made, "ETag"] if shows else []

    def _is_list_view(self, serializer: Any = None) -> bool:
        return self.view.action == "list" or isinstance(serializer, ListSerializer)
