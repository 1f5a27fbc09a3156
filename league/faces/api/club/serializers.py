"""Clubs and their journal as programs see them."""

from typing import Any

from rest_framework import serializers

from league.clubs.club_settings import SETTINGS
from league.clubs.models import Club
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of


class ClubSerializer(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["id", "slug", *(name for name, setting in SETTINGS.items() if setting.in_api)]
        read_only_fields = fields


class LogoSerializer(serializers.Serializer[Any]):
    """The size of a logo in pixels, as it is shown."""

    width = serializers.IntegerField()
    height = serializers.IntegerField()


class ClubInput(serializers.ModelSerializer[Club]):
    """The settings of a club; what is left out stays, or is as in a new club at the desk."""

    class Meta:
        model = Club
        fields = [name for name, setting in SETTINGS.items() if setting.in_api]
        extra_kwargs = {name: {"required": False} for name in fields}


class NewClubInput(ClubInput):
    """A new club. Without `slug` an address is made of the name; it cannot be changed later."""

    slug = serializers.SlugField(max_length=60, required=False)

    class Meta(ClubInput.Meta):
        fields = [*ClubInput.Meta.fields, "slug"]
        extra_kwargs = ClubInput.Meta.extra_kwargs | {"name": {"required": True}}


class HappeningSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField(format=None)
    kind = serializers.CharField()
    actor = serializers.CharField()
    via = serializers.CharField()
    event = serializers.IntegerField(source="event_id", allow_null=True)
    subject = serializers.CharField(
        source="subject_type", help_text="What it is about, such as `rounds.round`."
    )
    subject_id = serializers.IntegerField(allow_null=True)
    sentence = serializers.SerializerMethodField()
    data = serializers.SerializerMethodField()  # type: ignore[assignment]

    def get_sentence(self, happening: Happening) -> str:
        return sentence_of(happening)

    def get_data(self, happening: Happening) -> dict[str, Any]:
        return happening.said
