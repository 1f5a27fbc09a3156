"""Kitties as programs see them. Amounts are whole numbers of the currency's smallest unit."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.faces.api.records import RecordSerializer
from league.foundation.journal.actor import Act
from league.office.kitty import services as kitties
from league.office.kitty.models import (
    EVENT_SUMS,
    AccountKind,
    EventAmounts,
    HouseAmounts,
    Line,
    TransactionKind,
)
from league.office.kitty.money import MOST_UNITS, digits_of
from league.office.kitty.selectors import Overview
from league.office.kitty.services.booking import BY_HAND, LONGEST_NOTE
from league.office.kitty.services.prizes import Prizes
from league.office.kitty.shares_field import LARGEST_SHARE, MOST_PLACES
from league.play.events.evenings import is_evening

UNIT = "In the currency's smallest unit: 150 is 1.50 in dollars."
# with three decimals the most that one booking may be
LARGEST = MOST_UNITS * 1_000
SUMS = {"min_value": 0, "max_value": LARGEST, "help_text": UNIT}


def amount_field(**options: Any) -> serializers.IntegerField:
    options.setdefault("min_value", 0)
    options.setdefault("help_text", UNIT)
    return serializers.IntegerField(max_value=LARGEST, **options)


class KittyInput(serializers.Serializer[Any]):
    on = serializers.BooleanField()
    currency = serializers.RegexField(
        r"^[A-Z]{3}$", help_text="A code of ISO 4217. It stays once an amount is noted."
    )


class KittySerializer(serializers.Serializer[Any]):
    on = serializers.BooleanField(source="kitty.is_on")
    currency = serializers.CharField(source="kitty.currency")
    decimals = serializers.SerializerMethodField(help_text="The decimals of the currency.")
    opened_on = serializers.DateField(source="kitty.opened_on")
    cash = serializers.IntegerField(help_text=UNIT)
    owed_to_club = serializers.IntegerField(help_text=UNIT)
    owed_by_club = serializers.IntegerField(help_text=UNIT)

    def get_decimals(self, overview: Overview) -> int:
        return digits_of(overview.kitty.currency)


class HouseAmountsSerializer(RecordSerializer[HouseAmounts]):
    class Meta:
        model = HouseAmounts
        fields = ["from_day", "evening_fee", "guest_fee", "set_amount", "set_payer"]
        extra_kwargs = {
            "evening_fee": SUMS | {"required": True},
            "guest_fee": SUMS,
            "set_amount": SUMS | {"required": True},
        }

    def create(self, validated_data: dict[str, Any]) -> HouseAmounts:
        """Of amounts sent from the same day the later ones count."""
        kitty, day = self.context["view"].kitty, validated_data["from_day"]
        row = kitty.house_amounts.filter(from_day=day).first() or HouseAmounts(kitty=kitty)
        return self.update(row, validated_data)


class BalanceSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    balance = serializers.IntegerField(
        help_text=f"What the player owes; below 0 what the club owes the player. {UNIT}"
    )


class KittyLineSerializer(serializers.Serializer[Any]):
    account = serializers.ChoiceField(source="account.kind", choices=AccountKind.choices)
    player = serializers.SerializerMethodField()
    amount = serializers.IntegerField(help_text=f"Above 0: debited. {UNIT}")

    def get_player(self, line: Line) -> int | None:
        player = line.account.player
        return None if player is None else player.merged_into_id or player.pk


# `with_bookers` reads along what it shows
class TransactionSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=TransactionKind.choices)
    day = serializers.DateField(format=None)
    booked_at = serializers.DateTimeField(format=None)
    event = serializers.IntegerField(source="event_number", allow_null=True)
    note = serializers.CharField(allow_blank=True)
    by = serializers.CharField(source="booker", allow_blank=True)
    reverses = serializers.IntegerField(
        source="reverses.number", allow_null=True, help_text="The number of another."
    )
    reversed_by = serializers.IntegerField(source="reversed_by.number", allow_null=True)
    lines = KittyLineSerializer(many=True, help_text="They sum to 0.")


class TransactionInput(serializers.Serializer[Any]):
    """An amount that somebody books by hand."""

    kind = serializers.ChoiceField(choices=BY_HAND)
    amount = amount_field(min_value=1)
    player = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    event = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    note = serializers.CharField(
        max_length=LONGEST_NOTE, required=False, allow_blank=True, default=""
    )
    day = serializers.DateField(required=False, allow_null=True, default=None)


class OwnLineSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="booked.number")
    kind = serializers.ChoiceField(source="booked.kind", choices=TransactionKind.choices)
    day = serializers.DateField(source="booked.day", format=None)
    event = serializers.IntegerField(source="booked.event_number", allow_null=True)
    note = serializers.CharField(source="booked.note", allow_blank=True)
    amount = serializers.IntegerField(help_text=f"Above 0: owed. {UNIT}")


class EventAmountsShape(RecordSerializer[EventAmounts]):
    """What an event costs, and its pot. Without a `set_amount` the club's is charged."""

    is_evening = serializers.BooleanField(
        default=None,
        allow_null=True,
        help_text="Whether whoever plays owes the fee for an evening; null leaves it as it is.",
    )

    class Meta:
        model = EventAmounts
        fields = ["fee", "fee_per", "guest_fee", "set_amount", "pot_added", "pot_percent"]
        fields += ["prize_shares", "is_evening"]
        extra_kwargs = {
            **dict.fromkeys(EVENT_SUMS, SUMS),
            "guest_fee": SUMS
            | {"help_text": f"What a guest pays in place of it; null: the same. {UNIT}"},
            "prize_shares": {
                "child": serializers.IntegerField(min_value=1, max_value=LARGEST_SHARE),
                "max_length": MOST_PLACES,
                "help_text": "By place, the winner's first.",
            },
        }

    def to_representation(self, instance: EventAmounts) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        return shown | {"is_evening": is_evening(instance.event)}

    def save_row(self, row: EventAmounts, values: Mapping[str, Any], by: Act) -> EventAmounts:
        super().save_row(row, values, by)
        if values["is_evening"] is not None:
            kitties.charge_as_evening(event=row.event, is_evening=values["is_evening"], by=by)
        return row


class AwardPrizesInput(serializers.Serializer[Any]):
    seen = serializers.CharField(max_length=40, help_text="From the prizes as they were read.")


class PrizeSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    place = serializers.IntegerField()
    amount = serializers.IntegerField(help_text=UNIT)


class PrizesSerializer(serializers.Serializer[Any]):
    pot = serializers.IntegerField(help_text=UNIT)
    left = serializers.IntegerField(help_text=f"What stays in the pot. {UNIT}")
    final = serializers.BooleanField(source="is_final", help_text="Whether they can be awarded.")
    awarded = serializers.BooleanField(
        source="is_awarded", help_text="Whether exactly these are booked."
    )
    seen = serializers.CharField(help_text="To be sent when they are awarded.")
    prizes = serializers.SerializerMethodField()

    @extend_schema_field(PrizeSerializer(many=True))
    def get_prizes(self, prizes: Prizes) -> list[dict[str, int]]:
        return [
            {"entry": place.entry, "place": place.rank, "amount": prizes.by_entry[place.entry]}
            for place in prizes.places
            if place.entry in prizes.by_entry
        ]
