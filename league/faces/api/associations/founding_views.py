"""Whether a club is an association, and by which rules: founding one, and ending it."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import get_or_404
from league.faces.api.associations.association_access import AssociationView
from league.faces.api.associations.serializers import (
    AssociationRulesInput,
    AssociationRulesSerializer,
)
from league.faces.api.schema import ACCOUNT, reads, writes
from league.office.associations import services as associations
from league.office.associations.models import Association

TAG = "associations"
READS, CHANGES = "associations.register_players", "associations.change_association"


class OwnAssociation(AssociationView):
    @reads("association_read", TAG, AssociationRulesSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """The rules of an association, for its directors; nothing for a club that is none."""
        found = self.club(club, READS)
        association = get_or_404(Association.objects.select_related("club"), club=found)
        return Response(AssociationRulesSerializer(association).data)

    @writes(
        "association_set",
        TAG,
        AssociationRulesInput,
        AssociationRulesSerializer,
        example={"transfers": "consent", "most_registered": 30},
    )
    def put(self, request: Request, club: str) -> Response:
        """Make a club an association with these rules, or change them; what is left out is none."""
        found = self.club(club, CHANGES)
        association = associations.set_up(
            club=found,
            is_on=True,
            rules=self.read(AssociationRulesInput),
            actor=self.actor,
            at=self.at,
        )
        return Response(AssociationRulesSerializer(association).data)

    @writes("association_end", TAG, None, None, status=204)
    def delete(self, request: Request, club: str) -> Response:
        """Make an association a club alone again, before a club is in it or anybody registered."""
        found = self.club(club, CHANGES)
        associations.end_association(club=found, actor=self.actor, at=self.at)
        return Response(status=204)
