"""Associations and their clubs: founding one, who belongs to it, who may act for it."""

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView
from league.faces.api.associations.serializers import (
    AssociatedClubSerializer,
    AssociationInput,
    AssociationRulesInput,
    AssociationRulesSerializer,
    BelongingAnswerInput,
    ClubInput,
    OwnAssociationSerializer,
)
from league.faces.api.schema import ACCOUNT, lists, reads, writes
from league.office.associations import services as associations
from league.office.associations.models import AssociatedClub, Association, Belonging
from league.office.associations.selectors import (
    associations_with,
    belonging_to,
    is_in,
    open_to_clubs,
)
from league.play.events.models import Event, Season

# --- What an address about an association is about: there is nothing for clubs that are in none ---


class AssociationView(ApiView):
    """Asks the permission of the club for which somebody acts; nobody acts for another one."""

    def association(self, slug: str, permission: str) -> Association:
        """Return the association for which one may act."""
        found = get_or_404(Association.objects.select_related("club"), club__slug=slug)
        self.need(permission, found.club)
        return found

    def club(self, slug: str, permission: str) -> Club:
        """Return the club for which one may act."""
        found = club_at(slug)
        self.need(permission, found)
        return found

    def season(self, pk: int, permission: str) -> Season:
        """Return a season of an association for which one may act."""
        found = get_or_404(_seasons(), pk=pk)
        self.need(permission, found.club)
        return found

    def season_of_member(self, slug: str, pk: int, permission: str) -> tuple[Club, Season]:
        """Return a club for which one may act, and a season of an association that it is in."""
        club = self.club(slug, permission)
        season = get_or_404(_seasons(), pk=pk)
        _joined(season.club, club)
        return club, season

    def event_of_member(self, slug: str, pk: int, permission: str) -> tuple[Club, Event]:
        """Return a club for which one may act, and an event of an association that it is in."""
        club = self.club(slug, permission)
        of = get_or_404(Event.objects.select_related("club"), pk=pk).club
        return club, get_or_404(open_to_clubs(_joined(of, club)), pk=pk)


def belonging_of(association: Association, club: Club) -> AssociatedClub:
    """Return what there is between the two. Raises Http404 where nothing ever was."""
    rows = AssociatedClub.objects.select_related("club", "association__club")
    return get_or_404(rows, association=association, club=club)


def _seasons() -> QuerySet[Season]:
    return Season.objects.filter(club__association__isnull=False).select_related("club")


def _joined(of: Club, club: Club) -> Association:
    """Return the association that is one club, if the other is in it. Raises Http404."""
    association = Association.objects.filter(club=of).first()
    if association is None or not is_in(association, club):
        raise Http404
    return association


# --- Which clubs are in an association: invited, asking, accepted, declined, and gone again ---

TAG = "associations"
READS = "associations.register_players"
OF_ASSOCIATION, OF_CLUB = "associations.change_association", "associations.answer_association"
ACCEPT = {"accept": True}


class BelongingView(AssociationView):
    """What there is between an association and a club, for owners of the one or the other."""

    def for_association(self, association: str, club: str) -> AssociatedClub:
        return belonging_of(self.association(association, OF_ASSOCIATION), club_at(club))

    def for_club(self, association: str, club: str) -> AssociatedClub:
        own = self.club(club, OF_CLUB)
        return belonging_of(get_or_404(Association.objects.all(), club__slug=association), own)

    def answered(self, row: AssociatedClub, waits: Belonging, *, accepts: bool) -> Response:
        done = associations.answer(
            association=row.association,
            club=row.club,
            waits=waits,
            accepts=accepts,
            by=self.by,
        )
        return shown(done)

    def left(self, row: AssociatedClub) -> Response:
        done = associations.leave(association=row.association, club=row.club, by=self.by)
        return shown(done)


def shown(row: AssociatedClub) -> Response:
    return Response(AssociatedClubSerializer(row).data)


# For the association.


class ClubsOfAssociation(AssociationView):
    @lists("associated_clubs_list", TAG, AssociatedClubSerializer, by=ACCOUNT)
    def get(self, request: Request, association: str) -> Response:
        """The clubs in an association, and those invited or asking, for its directors."""
        rows = belonging_to(self.association(association, READS))
        rows = rows.select_related("association__club", "club")
        return self.listed(rows, AssociatedClubSerializer)

    @writes(
        "associated_clubs_invite",
        TAG,
        ClubInput,
        AssociatedClubSerializer,
        example={"club": "harbour-cards"},
    )
    def post(self, request: Request, association: str) -> Response:
        """Invite a club for an association that you own; a club that has asked joins by it."""
        found = self.association(association, OF_ASSOCIATION)
        club = Club.objects.filter(slug=self.read(ClubInput)["club"]).first()
        if club is None:
            raise ValidationError({"club": _("There is no such club.")}, code="unknown")
        row = associations.invite_club(association=found, club=club, by=self.by)
        return shown(row)


class AnswerClub(BelongingView):
    @writes(
        "associated_clubs_answer",
        TAG,
        BelongingAnswerInput,
        AssociatedClubSerializer,
        example=ACCEPT,
    )
    def post(self, request: Request, association: str, club: str) -> Response:
        """Answer a club that asks to join, for the association."""
        row = self.for_association(association, club)
        accepts = self.read(BelongingAnswerInput)["accept"]
        return self.answered(row, Belonging.ASKED, accepts=accepts)


class TakeInvitationBack(BelongingView):
    @writes("associated_clubs_take_back", TAG, None, AssociatedClubSerializer)
    def post(self, request: Request, association: str, club: str) -> Response:
        """Take an invitation back, before the club answers."""
        row = self.for_association(association, club)
        return self.answered(row, Belonging.INVITED, accepts=False)


class LetClubGo(BelongingView):
    @writes("associated_clubs_let_go", TAG, None, AssociatedClubSerializer)
    def post(self, request: Request, association: str, club: str) -> Response:
        """Let a club go, for the association: its registrations end, what it played stays."""
        return self.left(self.for_association(association, club))


# For the club.


class AssociationsOfClub(AssociationView):
    @lists("associations_list", TAG, OwnAssociationSerializer, by=ACCOUNT)
    def get(self, request: Request, club: str) -> Response:
        """The associations that a club is in, is invited to or asks to join; for its directors."""
        rows = associations_with(self.club(club, READS))
        rows = rows.select_related("association__club", "club")
        return self.listed(rows, AssociatedClubSerializer)

    @writes(
        "associations_ask",
        TAG,
        AssociationInput,
        AssociatedClubSerializer,
        example={"association": "county-league"},
    )
    def post(self, request: Request, club: str) -> Response:
        """Ask to join an association, for a club that you own; one that is invited joins by it."""
        own = self.club(club, OF_CLUB)
        slug = self.read(AssociationInput)["association"]
        found = Association.objects.filter(club__slug=slug).first()
        if found is None:
            message = _("There is no such association.")
            raise ValidationError({"association": message}, code="unknown")
        row = associations.ask_to_join(association=found, club=own, by=self.by)
        return shown(row)


class AnswerInvitation(BelongingView):
    @writes(
        "associations_answer", TAG, BelongingAnswerInput, AssociatedClubSerializer, example=ACCEPT
    )
    def post(self, request: Request, club: str, association: str) -> Response:
        """Answer the invitation of an association, for the club."""
        row = self.for_club(association, club)
        accepts = self.read(BelongingAnswerInput)["accept"]
        return self.answered(row, Belonging.INVITED, accepts=accepts)


class TakeQuestionBack(BelongingView):
    @writes("associations_take_back", TAG, None, AssociatedClubSerializer)
    def post(self, request: Request, club: str, association: str) -> Response:
        """Ask to join no more, before the association answers."""
        row = self.for_club(association, club)
        return self.answered(row, Belonging.ASKED, accepts=False)


class LeaveAssociation(BelongingView):
    @writes("associations_leave", TAG, None, AssociatedClubSerializer)
    def post(self, request: Request, club: str, association: str) -> Response:
        """Leave an association: the club's registrations end, what it has played stays."""
        return self.left(self.for_club(association, club))


# --- Whether a club is an association, and by which rules: founding one, and ending it ---

CHANGES = "associations.change_association"


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
            by=self.by,
        )
        return Response(AssociationRulesSerializer(association).data)

    @writes("association_end", TAG, None, None, status=204)
    def delete(self, request: Request, club: str) -> Response:
        """Make an association a club alone again, before a club is in it or anybody registered."""
        found = self.club(club, CHANGES)
        associations.end_association(club=found, by=self.by)
        return Response(status=204)
