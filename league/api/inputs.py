"""Shapes that are sent for several subjects."""

from typing import Any

from rest_framework import serializers


class ReasonInput(serializers.Serializer[Any]):
    """A reason, where one may be given."""

    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class NeededReasonInput(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=300)
