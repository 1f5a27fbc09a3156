"""An evening as programs see it: what is played, who is there, the plans."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games import services as games
from league.faces.api.answers import InWordsField
from league.play.events.evenings import groups_of, name_once, started_evenings
from league.play.events.models import LARGEST_SIDE, Evening
from league.play.rounds.drawing.night import LONGEST, MOST_DEALS
from league.play.rounds.planning import Plan


class PresentSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    by_phone = serializers.BooleanField(help_text="Checked in with the evening's code.")


class GroupSerializer(serializers.Serializer[Any]):
    group = serializers.IntegerField()
    players = serializers.ListField(child=serializers.IntegerField())


class EveningSerializer(serializers.Serializer[Any]):
    """The evening that waits to be started; `id` is null until something is noted of it.

    `version` counts what changes the plans. `started` are events that began today.
    """

    variant = serializers.CharField()
    preset = serializers.CharField()
    minutes = serializers.IntegerField()
    minutes_a_deal = serializers.IntegerField()
    deals_a_round = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField()
    day = serializers.DateField()
    id = serializers.IntegerField(allow_null=True)
    name = serializers.SerializerMethodField()
    house_rules = serializers.IntegerField(source="house_rules_id", allow_null=True)
    present = serializers.SerializerMethodField()
    together = serializers.SerializerMethodField()
    started = serializers.SerializerMethodField()

    def get_name(self, evening: Evening) -> str:
        return evening.name or name_once(evening)

    @extend_schema_field(PresentSerializer(many=True))
    def get_present(self, evening: Evening) -> Any:
        return PresentSerializer(self.context["there"], many=True).data

    @extend_schema_field(GroupSerializer(many=True))
    def get_together(self, evening: Evening) -> list[dict[str, Any]]:
        return [
            {"group": number, "players": [one.player_id for one in side]}
            for number, side in groups_of(self.context["there"]).items()
        ]

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_started(self, evening: Evening) -> list[int | None]:
        return [one.event_id for one in started_evenings(evening.club, evening.day)]


class EveningInput(serializers.Serializer[Any]):
    """What is played and for how long. Either `house_rules`, or `variant` and `preset`."""

    name = serializers.CharField(max_length=120, required=False, allow_blank=True)
    variant = serializers.CharField(max_length=40, required=False)
    preset = serializers.CharField(max_length=40, required=False)
    house_rules = serializers.IntegerField(min_value=1, required=False)
    minutes = serializers.IntegerField(min_value=10, max_value=LONGEST, required=False)
    minutes_a_deal = serializers.IntegerField(min_value=1, max_value=120, required=False)
    deals_a_round = serializers.IntegerField(
        min_value=1, max_value=MOST_DEALS, required=False, allow_null=True
    )


class GuestInput(serializers.Serializer[Any]):
    """Somebody by name; `surely_new` where the club has players with names like it."""

    name = serializers.CharField(max_length=120)
    surely_new = serializers.BooleanField(default=False)


class TogetherInput(serializers.Serializer[Any]):
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=2, max_length=LARGEST_SIDE
    )


class PlanSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="For `start`.")
    format = serializers.CharField()
    label = InWordsField()  # type: ignore[assignment]
    rounds = serializers.IntegerField()
    deals = serializers.IntegerField(help_text="Of each round.")
    minutes = serializers.IntegerField()
    tables = serializers.ListField(
        source="quality.table_sizes",
        child=serializers.IntegerField(),
        help_text="The players at each table of a round.",
    )
    reasons = serializers.SerializerMethodField()

    def get_reasons(self, plan: Plan) -> list[str]:
        return [games.whole_sentence(games.render_sentence(reason)) for reason in plan.reasons()]


class PlansSerializer(serializers.Serializer[Any]):
    """The plans for those who are there at this `version`, or why there are none."""

    evening = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField()
    players = serializers.IntegerField()
    plans = PlanSerializer(many=True)
    why_none = serializers.CharField(allow_blank=True)


class StartInput(serializers.Serializer[Any]):
    """All three from the plans that were looked at."""

    evening = serializers.IntegerField(min_value=1)
    plan = serializers.CharField(max_length=80)
    version = serializers.IntegerField(min_value=0)
