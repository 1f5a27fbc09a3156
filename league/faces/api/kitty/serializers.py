"""Kitties as programs see them. Amounts are whole numbers of the currency's smallest unit."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from league.foundation.journal.naming import Names
from league.office.kitty.bookings_shown import booked_by, bookers_of
from league.office.kitty.models import (
    MOST_PLACES,
    Account,
    AccountKind,
    EventAmounts,
    FeePer,
    HouseAmounts,
    Kitty,
    Line,
    SetPayer,
    Transaction,
    TransactionKind,
)
from league.office.kitty.money import MOST_UNITS, digits_of
from league.office.kitty.selectors import Overview
from league.office.kitty.services.booking import LONGEST_NOTE
from league.office.kitty.services.kitty_settings import LARGEST_SHARE
from league.office.kitty.services.payments import BY_HAND
from league.office.kitty.services.prizes import Prizes
from league.play.events.evenings import is_evening

UNIT = "In the currency's smallest unit: 150 is 1.50 in dollars."
# with three decimals the most that one booking may be
LARGEST = MOST_UNITS * 1_000


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
    on = serializers.BooleanField()
    currency = serializers.CharField()
    decimals = serializers.IntegerField(help_text="The decimals of the currency.")
    opened_on = serializers.DateField()
    cash = serializers.IntegerField(help_text=UNIT)
    owed_to_club = serializers.IntegerField(help_text=UNIT)
    owed_by_club = serializers.IntegerField(help_text=UNIT)


def kitty_as_json(kitty: Kitty, overview: Overview) -> dict[str, Any]:
    return {
        "on": kitty.is_on,
        "currency": kitty.currency,
        "decimals": digits_of(kitty.currency),
        "opened_on": kitty.opened_on,
        "cash": overview.cash,
        "owed_to_club": overview.owed_to_club,
        "owed_by_club": overview.owed_by_club,
    }


class HouseAmountsInput(serializers.Serializer[Any]):
    from_day = serializers.DateField()
    evening_fee = amount_field()
    guest_fee = amount_field(default=None, allow_null=True)
    set_amount = amount_field()
    set_payer = serializers.ChoiceField(choices=SetPayer.choices, default=SetPayer.BIDDER)


class HouseAmountsSerializer(serializers.ModelSerializer[HouseAmounts]):
    class Meta:
        model = HouseAmounts
        fields = ["from_day", "evening_fee", "guest_fee", "set_amount", "set_payer"]
        read_only_fields = fields


class BalanceSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    balance = serializers.IntegerField(
        help_text=f"What the player owes; below 0 what the club owes the player. {UNIT}"
    )


class KittyLineSerializer(serializers.Serializer[Any]):
    account = serializers.ChoiceField(choices=AccountKind.choices)
    player = serializers.IntegerField(allow_null=True)
    amount = serializers.IntegerField(help_text=f"Above 0: debited. {UNIT}")


class TransactionSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=TransactionKind.choices)
    day = serializers.DateField()
    booked_at = serializers.DateTimeField()
    event = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_blank=True)
    reverses = serializers.IntegerField(allow_null=True, help_text="The number of another.")
    reversed_by = serializers.IntegerField(allow_null=True)
    lines = KittyLineSerializer(many=True, help_text="They sum to 0.")


def transactions_as_json(booked: Iterable[Transaction]) -> list[dict[str, Any]]:
    """Return transactions whose lines, accounts and players are read."""
    rows = list(booked)
    names = bookers_of(rows)
    return [_transaction(row, names) for row in rows]


def _transaction(booked: Transaction, names: Names) -> dict[str, Any]:
    opposite = getattr(booked, "reversed_by", None)
    return {
        "number": booked.number,
        "kind": booked.kind,
        "day": booked.day,
        "booked_at": booked.booked_at,
        "event": booked.event_number,
        "note": booked.note,
        "by": booked_by(booked, names),
        "reverses": booked.reverses.number if booked.reverses else None,
        "reversed_by": opposite.number if opposite else None,
        "lines": [
            {
                "account": line.account.kind,
                "player": _player(line.account),
                "amount": line.amount,
            }
            for line in booked.lines.all()
        ],
    }


def _player(account: Account) -> int | None:
    player = account.player
    return None if player is None else player.merged_into_id or player.pk


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
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=TransactionKind.choices)
    day = serializers.DateField()
    event = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    amount = serializers.IntegerField(help_text=f"Above 0: owed. {UNIT}")


def own_lines_as_json(lines: Iterable[Line]) -> list[dict[str, Any]]:
    return [
        {
            "number": line.booked.number,
            "kind": line.booked.kind,
            "day": line.booked.day,
            "event": line.booked.event_number,
            "note": line.booked.note,
            "amount": line.amount,
        }
        for line in lines
    ]


class EventAmountsShape(serializers.Serializer[Any]):
    """What an event costs, and its pot. Without a `set_amount` the club's is charged."""

    fee = amount_field(default=0)
    fee_per = serializers.ChoiceField(choices=FeePer.choices, default=FeePer.PLAYER)
    guest_fee = amount_field(
        default=None,
        allow_null=True,
        help_text=f"What a guest pays in place of it; null: the same. {UNIT}",
    )
    set_amount = amount_field(default=None, allow_null=True)
    pot_added = amount_field(default=0)
    pot_percent = serializers.IntegerField(min_value=0, max_value=100, default=0)
    prize_shares = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_SHARE),
        max_length=MOST_PLACES,
        default=list,
        help_text="By place, the winner's first.",
    )
    is_evening = serializers.BooleanField(
        default=None,
        allow_null=True,
        help_text="Whether whoever plays owes the fee for an evening; null leaves it as it is.",
    )


def event_amounts_as_json(amounts: EventAmounts) -> dict[str, Any]:
    names = (
        "fee",
        "fee_per",
        "guest_fee",
        "set_amount",
        "pot_added",
        "pot_percent",
        "prize_shares",
    )
    shown = {name: getattr(amounts, name) for name in names}
    return {**shown, "is_evening": is_evening(amounts.event)}


class AwardPrizesInput(serializers.Serializer[Any]):
    seen = serializers.CharField(max_length=40, help_text="From the prizes as they were read.")


class PrizeSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    place = serializers.IntegerField()
    amount = serializers.IntegerField(help_text=UNIT)


class PrizesSerializer(serializers.Serializer[Any]):
    pot = serializers.IntegerField(help_text=UNIT)
    left = serializers.IntegerField(help_text=f"What stays in the pot. {UNIT}")
    final = serializers.BooleanField(help_text="Whether they can be awarded.")
    awarded = serializers.BooleanField(help_text="Whether exactly these are booked.")
    seen = serializers.CharField(help_text="To be sent when they are awarded.")
    prizes = PrizeSerializer(many=True)


def prizes_as_json(prizes: Prizes) -> dict[str, Any]:
    return {
        "pot": prizes.pot,
        "left": prizes.left,
        "final": prizes.is_final,
        "awarded": prizes.is_awarded,
        "seen": prizes.seen,
        "prizes": [
            {"entry": place.entry, "place": place.rank, "amount": prizes.by_entry[place.entry]}
            for place in prizes.places
            if place.entry in prizes.by_entry
        ],
    }
