"""Associations and their clubs: founding one, who belongs to it, who may act for it."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club
from league.faces.api.access import club_at, get_or_404
from league.faces.api.associations.serializers import (
    AssociatedClubSerializer,
    AssociationInput,
    AssociationRulesInput,
    AssociationRulesSerializer,
    BelongingAnswerInput,
    ClubInput,
    OwnAssociationSerializer,
)
from league.faces.api.resources import ClubResource, ResourceViewSet
from league.faces.api.schema import ACCOUNT, act
from league.office.associations import services as associations
from league.office.associations.models import AssociatedClub, Association, Belonging
from league.office.associations.selectors import (
    associations_with,
    belonging_to,
    is_in,
    open_to_clubs,
)
from league.play.events.models import Event, Season

TAG = "associations"
READS = "associations.register_players"
OF_ASSOCIATION, OF_CLUB = "associations.change_association", "associations.answer_association"
ACCEPT = {"accept": True}

# --- What an address about an association is about: there is nothing for clubs that are in none ---


class OfSeason(ResourceViewSet):
    """Of a season of an association, for those who act for the association."""

    tag = TAG
    by_whom_reads = ACCOUNT

    @cached_property
    def owner(self) -> Club:
        return self.season.club

    @cached_property
    def season(self) -> Season:
        return get_or_404(_seasons(), pk=self.kwargs["season"])


class OfMember(ClubResource):
    """Of a club that is in an association, for those who act for the club."""

    tag = TAG
    by_whom_reads = ACCOUNT

    @cached_property
    def season(self) -> Season:
        """Return the season of an association that the club is in."""
        season = get_or_404(_seasons(), pk=self.kwargs["season"])
        _joined(season.club, self.club)
        return season

    @cached_property
    def event(self) -> Event:
        """Return the event of an association that the club is in."""
        pk = self.kwargs["event"]
        of = get_or_404(Event.objects.select_related("club"), pk=pk).club
        return get_or_404(open_to_clubs(_joined(of, self.club)), pk=pk)


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


class Belongings(ListModelMixin, ResourceViewSet):
    """What there is between associations and clubs, for owners of the one or the other."""

    tag = TAG
    lookup_value_converter = "slug"
    read_permission = READS
    by_whom_reads = ACCOUNT

    def answered(self, row: AssociatedClub, waits: Belonging, *, accepts: bool) -> Response:
        done = associations.answer(
            association=row.association,
            club=row.club,
            waits=waits,
            accepts=accepts,
            by=self.by,
        )
        return self.answer(done)

    def left(self) -> Response:
        row = self.get_object()
        done = associations.leave(association=row.association, club=row.club, by=self.by)
        return self.answer(done)


class AssociatedClubViewSet(Belongings):
    """The clubs in an association, and those invited or asking, for its directors."""

    operations = "associated_clubs"
    words = {"create": "invite", "answer_club": "answer"}
    serializer_class = AssociatedClubSerializer
    lookup_url_kwarg = "club"
    write_permission = OF_ASSOCIATION

    @cached_property
    def owner(self) -> Club:
        return self.association.club

    @cached_property
    def association(self) -> Association:
        found = Association.objects.select_related("club")
        return get_or_404(found, club__slug=self.kwargs["association"])

    def get_queryset(self) -> "QuerySet[AssociatedClub]":
        return belonging_to(self.association).select_related("association__club", "club")

    def get_object(self) -> AssociatedClub:
        return belonging_of(self.association, club_at(self.kwargs["club"]))

    @act(ClubInput, AssociatedClubSerializer, example={"club": "harbour-cards"})
    def create(self, request: Request, **_address: Any) -> Response:
        """Invite a club for an association that you own; a club that has asked joins by it."""
        club = Club.objects.filter(slug=self.read(ClubInput)["club"]).first()
        if club is None:
            raise ValidationError({"club": _("There is no such club.")}, code="unknown")
        row = associations.invite_club(association=self.association, club=club, by=self.by)
        return self.answer(row)

    @act(BelongingAnswerInput, AssociatedClubSerializer, example=ACCEPT)
    @action(detail=True, methods=["post"], url_path="answer", url_name="answer")
    def answer_club(self, request: Request, **_address: Any) -> Response:
        """Answer a club that asks to join, for the association."""
        row = self.get_object()
        accepts = self.read(BelongingAnswerInput)["accept"]
        return self.answered(row, Belonging.ASKED, accepts=accepts)

    @action(detail=True, methods=["post"], url_path="take-back", url_name="take_back")
    def take_back(self, request: Request, **_address: Any) -> Response:
        """Take an invitation back, before the club answers."""
        return self.answered(self.get_object(), Belonging.INVITED, accepts=False)

    @action(detail=True, methods=["post"], url_path="let-go", url_name="let_go")
    def let_go(self, request: Request, **_address: Any) -> Response:
        """Let a club go, for the association: its registrations end, what it played stays."""
        return self.left()


class OwnAssociationViewSet(Belongings, ClubResource):
    """The associations that a club is in, is invited to or asks to join; for its directors."""

    operations = "associations"
    words = {"create": "ask", "answer_invitation": "answer"}
    serializer_class = OwnAssociationSerializer
    lookup_url_kwarg = "association"
    write_permission = OF_CLUB

    def get_queryset(self) -> "QuerySet[AssociatedClub]":
        return associations_with(self.club).select_related("association__club", "club")

    def get_object(self) -> AssociatedClub:
        slug = self.kwargs["association"]
        return belonging_of(get_or_404(Association.objects.all(), club__slug=slug), self.club)

    @act(AssociationInput, AssociatedClubSerializer, example={"association": "county-league"})
    def create(self, request: Request, **_address: Any) -> Response:
        """Ask to join an association, for a club that you own; one that is invited joins by it."""
        slug = self.read(AssociationInput)["association"]
        found = Association.objects.filter(club__slug=slug).first()
        if found is None:
            message = _("There is no such association.")
            raise ValidationError({"association": message}, code="unknown")
        row = associations.ask_to_join(association=found, club=self.club, by=self.by)
        return self.answer(row)

    @act(BelongingAnswerInput, AssociatedClubSerializer, example=ACCEPT)
    @action(detail=True, methods=["post"], url_path="answer", url_name="answer")
    def answer_invitation(self, request: Request, **_address: Any) -> Response:
        """Answer the invitation of an association, for the club."""
        row = self.get_object()
        accepts = self.read(BelongingAnswerInput)["accept"]
        return self.answered(row, Belonging.INVITED, accepts=accepts)

    @act(None, AssociatedClubSerializer)
    @action(detail=True, methods=["post"], url_path="take-back", url_name="take_back")
    def take_back(self, request: Request, **_address: Any) -> Response:
        """Ask to join no more, before the association answers."""
        return self.answered(self.get_object(), Belonging.ASKED, accepts=False)

    @action(detail=True, methods=["post"], serializer_class=AssociatedClubSerializer)
    def leave(self, request: Request, **_address: Any) -> Response:
        """Leave an association: the club's registrations end, what it has played stays."""
        return self.left()


# --- Whether a club is an association, and by which rules: founding one, and ending it ---


class AssociationViewSet(RetrieveModelMixin, ClubResource):
    """The rules of an association, for its directors; nothing for a club that is none."""

    tag, operations = TAG, "association"
    words = {"destroy": "end"}
    serializer_class = AssociationRulesSerializer
    read_permission, write_permission = READS, OF_ASSOCIATION
    by_whom_reads = ACCOUNT

    def get_object(self) -> Association:
        return get_or_404(Association.objects.select_related("club"), club=self.club)

    @act(
        AssociationRulesInput,
        AssociationRulesSerializer,
        example={"transfers": "consent", "most_registered": 30},
    )
    def update(self, request: Request, **_address: Any) -> Response:
        """Make a club an association with these rules, or change them; what is left out is none."""
        association = associations.set_up(
            club=self.club,
            is_on=True,
            rules=self.read(AssociationRulesInput),
            by=self.by,
        )
        return self.answer(association)

    def destroy(self, request: Request, **_address: Any) -> Response:
        """Make an association a club alone again, before a club is in it or anybody registered."""
        associations.end_association(club=self.club, by=self.by)
        return Response(status=204)
