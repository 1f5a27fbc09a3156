"""Associations as programs see them, and what is sent about their clubs and players."""

from typing import Any

from rest_framework import serializers

from league.faces.api.events.serializers import EntrySerializer
from league.faces.api.inputs import ReasonInput
from league.foundation.limits import LARGEST_ID
from league.office.associations.championship_field import MOST_PLACES, MOST_SOURCES
from league.office.associations.models import (
    MOST_REGISTERED,
    MOST_TRANSFERS,
    AssociatedClub,
    Association,
    Belonging,
    Registration,
    Transfer,
    TransferRule,
    TransferState,
)
from league.office.associations.services.founding import RULES
from league.play.events.models import Event
from league.play.events.services.field import LARGEST_TEAM

MOST_AT_ONCE = 100
OF_ASSOCIATION = "The number that the association has for the player."


def _numbers(most: int) -> serializers.ListField:
    one = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    return serializers.ListField(child=one, min_length=1, max_length=most)


class AssociatedClubSerializer(serializers.ModelSerializer[AssociatedClub]):
    """`state` says whether the club is in the association, is invited to it or asks to join."""

    association = serializers.SlugField(source="association.club.slug")
    association_name = serializers.CharField(source="association.club.name")
    club = serializers.SlugField(source="club.slug")
    club_name = serializers.CharField(source="club.name")
    state = serializers.ChoiceField(choices=Belonging.choices)

    class Meta:
        model = AssociatedClub
        fields = [
            *("association", "association_name", "club", "club_name"),
            *("state", "offered_at", "joined_at", "left_at"),
        ]
        read_only_fields = fields


class OwnAssociationSerializer(AssociatedClubSerializer):
    """The same in the list of a club."""


class AssociationRulesSerializer(serializers.ModelSerializer[Association]):
    """The rules of an association for registrations; null is no limit."""

    association = serializers.SlugField(source="club.slug")
    transfers = serializers.ChoiceField(choices=TransferRule.choices)

    class Meta:
        model = Association
        fields = ["association", *RULES, "founded_at"]
        read_only_fields = fields


class AssociationRulesInput(serializers.Serializer[Any]):
    transfers = serializers.ChoiceField(
        choices=TransferRule.choices, help_text="When players may change clubs within a season."
    )
    transfers_until = serializers.DateField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Only where transfers end on a day.",
    )
    most_transfers = serializers.IntegerField(
        min_value=1,
        max_value=MOST_TRANSFERS,
        required=False,
        allow_null=True,
        default=None,
        help_text="Of a player in a season; null is no limit.",
    )
    most_registered = serializers.IntegerField(
        min_value=1,
        max_value=MOST_REGISTERED,
        required=False,
        allow_null=True,
        default=None,
        help_text="Players of a club in a season; null is no limit.",
    )


class ClubInput(serializers.Serializer[Any]):
    club = serializers.SlugField(max_length=60)


class AssociationInput(serializers.Serializer[Any]):
    association = serializers.SlugField(max_length=60, help_text="The slug of its club.")


class BelongingAnswerInput(serializers.Serializer[Any]):
    accept = serializers.BooleanField(help_text="false: the club does not join.")


class RegistrationSerializer(serializers.ModelSerializer[Registration]):
    """For which club a player plays in a season."""

    season = serializers.IntegerField(source="season_id")
    player = serializers.IntegerField(source="player_id", help_text=OF_ASSOCIATION)
    name = serializers.SerializerMethodField()
    club = serializers.SlugField(source="club.slug")

    class Meta:
        model = Registration
        fields = ["id", "season", "player", "name", "club", "registered_at", "ended_at"]
        read_only_fields = fields

    def get_name(self, row: Registration) -> str:
        return row.player.name


class OwnRegistrationSerializer(RegistrationSerializer):
    """The same for the player's own club; `home_player` is its own number for the person."""

    home_player = serializers.IntegerField(source="home_player_id", allow_null=True)

    class Meta(RegistrationSerializer.Meta):
        fields = [*RegistrationSerializer.Meta.fields, "home_player"]
        read_only_fields = fields


class RegisteredElsewhereSerializer(RegistrationSerializer):
    """The same for another club, which reads what the player shows the public."""

    class Meta(RegistrationSerializer.Meta):
        pass

    def get_name(self, row: Registration) -> str:
        return row.player.shown_name


class RegisterInput(serializers.Serializer[Any]):
    """Players of the club, by its own numbers."""

    players = _numbers(MOST_AT_ONCE)


class TransferSerializer(serializers.ModelSerializer[Transfer]):
    """A player who goes to another club, as the association sees it."""

    season = serializers.IntegerField(source="season_id")
    player = serializers.IntegerField(source="player_id", help_text=OF_ASSOCIATION)
    name = serializers.SerializerMethodField()
    from_club = serializers.SlugField(source="from_club.slug")
    to_club = serializers.SlugField(source="to_club.slug")
    state = serializers.ChoiceField(choices=TransferState.choices)

    class Meta:
        model = Transfer
        fields = [
            *("id", "season", "player", "name", "from_club", "to_club"),
            *("state", "asked_at", "decided_at"),
        ]
        read_only_fields = fields

    def get_name(self, row: Transfer) -> str:
        return row.player.name


class OwnTransferSerializer(TransferSerializer):
    """The same for the club that asks; `home_player` is its own number for the person."""

    home_player = serializers.IntegerField(source="home_player_id", allow_null=True)

    class Meta(TransferSerializer.Meta):
        fields = [*TransferSerializer.Meta.fields, "home_player"]
        read_only_fields = fields

    def get_name(self, row: Transfer) -> str:
        return row.player.shown_name


class TransferInput(serializers.Serializer[Any]):
    player = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="From the players registered elsewhere."
    )
    home_player = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="The same person among your own players."
    )


class ConsentInput(serializers.Serializer[Any]):
    consent = serializers.BooleanField(help_text="false: the transfer is refused.")


class ClubEntrySerializer(EntrySerializer):
    """An entry of a club."""


class ClubEntryInput(serializers.Serializer[Any]):
    """Players by the association's numbers, which their registrations have."""

    players = _numbers(LARGEST_TEAM)
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")


class WithdrawClubInput(ReasonInput):
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


# --- The field of a championship as programs see it, and the events that fill it ---

DIGEST = "Filled only if the field is still that of this digest, which a preview has."


class SourceEventSerializer(serializers.ModelSerializer[Event]):
    """An event whose first places may go through."""

    club = serializers.SlugField(source="club.slug")
    club_name = serializers.CharField(source="club.name")

    class Meta:
        model = Event
        fields = ["id", "club", "club_name", "slug", "name", "starts_on"]
        read_only_fields = fields


class ChampionshipSourceInput(serializers.Serializer[Any]):
    event = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    places = serializers.IntegerField(
        min_value=1, max_value=MOST_PLACES, help_text="So many of its first places go through."
    )


class ChampionshipSourcesInput(serializers.Serializer[Any]):
    sources = serializers.ListField(
        child=ChampionshipSourceInput(), min_length=1, max_length=MOST_SOURCES
    )


class FillChampionshipInput(ChampionshipSourcesInput):
    expected_digest = serializers.CharField(
        max_length=16, required=False, allow_null=True, default=None, help_text=DIGEST
    )


class QualifiedSerializer(serializers.Serializer[Any]):
    event = serializers.IntegerField(source="source.pk", help_text="Where the place was won.")
    rank = serializers.IntegerField()
    name = serializers.CharField()
    entry = serializers.IntegerField(
        source="entry.pk",
        allow_null=True,
        help_text="The entry in the championship, once there is one.",
    )
    stays_out = serializers.CharField(help_text="Why they are not entered; empty: they are.")


class ChampionshipFieldSerializer(serializers.Serializer[Any]):
    """Who goes through, in the order of the seeds, those who stay out among them."""

    qualified = QualifiedSerializer(many=True)
    digest = serializers.CharField()
