"""Fields that answers of several subjects have: numbers, sentences in words, names.

Names of people are in full for whoever may read them so: `full` in the context says it.
"""

from decimal import Decimal, InvalidOperation
from typing import Any

from rest_framework import serializers

from games.sentences import Sentence
from games.services import render_sentence
from league.clubs.models import Player
from league.foundation.doors.reading import Number
from league.play.events.models import Entry
from league.play.events.names import name_of
from league.tables.standings.methods import round_for_json

FULL = {"full": True}


def as_number(number: Decimal) -> int | float:
    return int(number) if number == int(number) else float(number)


def number_in(text: str) -> int | float | None:
    """Return the number that a text is; None for any other text."""
    try:
        return as_number(Decimal(text))
    except InvalidOperation:
        return None


class NumberField(serializers.FloatField):
    """A JSON number; a whole one without a point."""

    def to_representation(self, value: Decimal) -> int | float:  # type: ignore[override]
        return as_number(value)


class RoundedField(serializers.FloatField):
    """A JSON number to two decimals; a whole one without a point."""

    def to_representation(self, value: Number) -> int | float:  # type: ignore[override]
        return round_for_json(value)


class NumberInTextField(serializers.FloatField):
    """The number that a text is; null for any other text."""

    def to_representation(self, value: str) -> int | float | None:  # type: ignore[override]
        return number_in(value)


class InWordsField(serializers.CharField):
    """A sentence or a label of the games in the language asked for."""

    def to_representation(self, value: Sentence) -> str:  # type: ignore[override]
        return render_sentence(value)


class PlayerNameField(serializers.CharField):
    """The name of a player, as whoever asks may read it."""

    def to_representation(self, value: Player) -> str:  # type: ignore[override]
        return value.name if self.context["full"] else value.shown_name


class EntryNameField(serializers.CharField):
    """The name of an entry, as whoever asks may read it."""

    def to_representation(self, value: Entry) -> str:  # type: ignore[override]
        return name_of(value, public=not self.context["full"])


class IdField(serializers.IntegerField):
    """The id of a row."""

    def to_representation(self, value: Any) -> int:
        pk: int = value.pk
        return pk
