"""The serializer of any record: for reading and for writing, from the model's own fields.

It saves by `records.services`. Fields that nobody reads are refused by name, but what was read can
be sent back with a change in it. PUT replaces the whole row: what is left out becomes what the
model says of a new one.
"""

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.renderers import JSONRenderer

from league.faces.api.known_names import check_fields, has_unknown, without_what_stays
from league.foundation.records import services as records
from league.foundation.records.act import Act
from league.foundation.records.models import Record

Row = TypeVar("Row", bound=Record)


# without a docstring: drf-spectacular would describe every resource by it
class RecordSerializer(serializers.ModelSerializer[Row]):
    def to_internal_value(self, data: Any) -> Any:
        data = self._without_what_stays(data)
        check_fields(self, data)
        return super().to_internal_value(data)

    def _without_what_stays(self, data: Any) -> Any:
        """Return what was sent without fields that cannot be changed and are as they were read."""
        if self.instance is None or not isinstance(data, Mapping):
            return data
        if not has_unknown(self, data):
            return data
        shown = JSONRenderer().render(self.to_representation(self.instance))
        return without_what_stays(self, data, json.loads(shown))

    def create(self, validated_data: dict[str, Any]) -> Row:
        return self._store(self.Meta.model(), validated_data)  # type: ignore[misc]

    def update(self, instance: Row, validated_data: dict[str, Any]) -> Row:
        if not self.partial:
            validated_data = self._left_out(instance) | validated_data
        return self._store(instance, validated_data)

    def _left_out(self, row: Row) -> dict[str, Any]:
        writable = {field.source for field in self._writable_fields}
        return {
            column.name: column.get_default()
            for column in row._meta.concrete_fields
            if column.name in writable and (column.has_default() or column.blank)
        }

    def _store(self, row: Row, values: dict[str, Any]) -> Row:
        columns = {field.name for field in row._meta.concrete_fields}
        for name, value in values.items():
            if name in columns:
                setattr(row, name, value)
        return self.save_row(row, values, self.context["view"].by)

    def save_row(self, row: Row, values: Mapping[str, Any], by: Act) -> Row:
        """Save the row; `values` may have more than its columns, which a subject knows."""
        records.save(row, by=by)
        return row


class OfClub(serializers.PrimaryKeyRelatedField):  # type: ignore[type-arg]
    """A row of the club of the address; those of other clubs are not there."""

    def get_queryset(self) -> Any:
        rows: Any = super().get_queryset()
        view: Any = self.context.get("view")
        is_described = view is None or getattr(view, "swagger_fake_view", False)
        return rows if rows is None or is_described else rows.filter(club=view.owner)
