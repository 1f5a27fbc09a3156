"""What cannot be of its prepared cards, for directors."""

from typing import Any

from rest_framework import serializers

from league.results.card_flags import Flag


class FlagSerializer(serializers.Serializer[Any]):
    submission = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The deal's place on the table's sheet.")
    prepared_deal = serializers.IntegerField()
    detail = serializers.CharField(
        allow_null=True,
        help_text="What does not fit. Null until the deal is open to everybody, or this account "
        "has looked at it with a reason.",
    )
    is_open = serializers.BooleanField(help_text="No director has dealt with it.")
    flagged_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField(allow_null=True)
    accepted_reason = serializers.CharField(allow_blank=True)


def flag_as_json(flag: Flag) -> dict[str, Any]:
    return {
        "submission": flag.submission.pk,
        "table": flag.submission.table_id,
        "number": flag.submission.number,
        "prepared_deal": flag.prepared_number,
        "detail": flag.detail,
        "is_open": flag.is_open,
        "flagged_at": flag.found_at,
        "accepted_at": flag.accepted_at,
        "accepted_reason": flag.accepted_reason,
    }
