"""The shapes of what is sent to set up events and their stages, and to seed their entries."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from league.events.models import (
    MOST_SEATS,
    MOST_SUBSTITUTED,
    EntryKind,
    EntryMode,
    SubstitutePoints,
    Substitutes,
    TablePlay,
    Visibility,
)

RULES = ("variant", "preset", "options")


def _rounds(help_text: str, most: int = MOST_SUBSTITUTED) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=1, max_value=most, required=False, allow_null=True, help_text=help_text
    )


class EventChangeInput(serializers.Serializer[Any]):
    """What an event is; what its state allows no more is refused. `season` is the season's slug.

    `house_rules` copies the club's house rules with this id, in the place of `variant`, `preset`
    and `options`.
    """

    name = serializers.CharField(max_length=120, required=False)
    slug = serializers.SlugField(max_length=60, required=False)
    about = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    season = serializers.SlugField(required=False, allow_null=True)
    starts_on = serializers.DateField(required=False)
    visibility = serializers.ChoiceField(choices=Visibility.choices, required=False)
    variant = serializers.CharField(max_length=40, required=False)
    preset = serializers.CharField(max_length=40, required=False)
    options = serializers.DictField(required=False, help_text="What differs from the preset.")
    house_rules = serializers.IntegerField(min_value=1, required=False)
    entry_kind = serializers.ChoiceField(choices=EntryKind.choices, required=False)
    entry_mode = serializers.ChoiceField(choices=EntryMode.choices, required=False)
    entries_close_at = serializers.DateTimeField(required=False, allow_null=True)
    most_entries = serializers.IntegerField(
        min_value=1, max_value=32_767, required=False, allow_null=True
    )
    least_seats = serializers.IntegerField(min_value=2, max_value=MOST_SEATS, required=False)
    most_seats = serializers.IntegerField(min_value=2, max_value=MOST_SEATS, required=False)
    table_play = serializers.ChoiceField(choices=TablePlay.choices, required=False)
    deals_a_round = serializers.IntegerField(
        min_value=1, max_value=1_000, required=False, allow_null=True
    )
    minutes_a_round = serializers.IntegerField(
        min_value=1, max_value=1_000, required=False, allow_null=True
    )
    method = serializers.DictField(
        required=False,
        help_text="What counts, by the names in docs/scoring-matches.md, which are also those of "
        "the set-up's form. Victory points that name no scale get the one of the game and the "
        "deals of a round.",
    )
    tiebreaks = serializers.ListField(child=serializers.CharField(max_length=40), required=False)
    substitutes = serializers.ChoiceField(choices=Substitutes.choices, required=False)
    rounds_a_substitute = _rounds("How many rounds one substitute may stand in; null: any.")
    substituted_rounds = _rounds("How many rounds an entry may have substitutes; null: any.")
    substitutes_until_round = _rounds(
        "The last round with substitutes, counted through the stages.", most=1_000
    )
    substitutes_until = serializers.DateField(required=False, allow_null=True)
    substitute_points = serializers.ChoiceField(choices=SubstitutePoints.choices, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "house_rules" in attrs and attrs.keys() & set(RULES):
            sentence = _(
                "House rules have variant, preset and options of their own: leave these out."
            )
            raise serializers.ValidationError({"house_rules": sentence})
        return attrs


class StageChangeInput(serializers.Serializer[Any]):
    """A stage's format with its options (`/api/v1/formats` has them), and how many rounds."""

    name = serializers.CharField(max_length=80, required=False, allow_blank=True)
    format = serializers.CharField(max_length=40, required=False)
    options = serializers.DictField(
        required=False, help_text="By name, as the format describes them in `/api/v1/formats`."
    )
    rounds_planned = serializers.IntegerField(
        min_value=1, max_value=1_000, required=False, allow_null=True
    )


class StageInput(StageChangeInput):
    format = serializers.CharField(max_length=40)


class EventInput(EventChangeInput):
    """A new event with its first stage. What is left out is as in the set-up at the desk.

    Without seats a table has the game's `usual_players`.
    """

    name = serializers.CharField(max_length=120)
    starts_on = serializers.DateField()
    entry_kind = serializers.ChoiceField(choices=EntryKind.choices)
    stage = StageInput()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs.keys() & {"variant", "house_rules"}:
            sentence = _("Name the game, or house rules of the club.")
            raise serializers.ValidationError({"variant": sentence})
        return super().validate(attrs)


class EntryChangeInput(serializers.Serializer[Any]):
    """The members in their order, or the name; what is left out stays."""

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=12, required=False
    )
    name = serializers.CharField(max_length=120, required=False, allow_blank=True)


class SeedsInput(serializers.Serializer[Any]):
    """The entries by seed, the first one first; those that are not named have no seed."""

    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1), max_length=10_000, allow_empty=True
    )
