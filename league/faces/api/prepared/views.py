"""Prepared deals: committed to, looked at, published; and the cards once everybody has played."""

import secrets

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import User
from league.faces.api.access import stage_at
from league.faces.api.api_view import ApiView
from league.faces.api.prepared.serializers import (
    LookInput,
    PreparedDealSerializer,
    PreparedSetSerializer,
    PrepareInput,
    ReleaseInput,
)
from league.faces.api.schema import reads, writes
from league.play.events.models import Stage
from league.play.prepared import services as prepared
from league.play.prepared.models import PreparedSet
from league.play.prepared.selectors import is_open, progress_of, was_shown
from league.play.prepared.stage_deals import deal_of, set_of

TAG = "prepared deals"


def set_at(stage: Stage) -> PreparedSet:
    prepared_set = set_of(stage)
    if prepared_set is None:
        raise Http404
    return prepared_set


class PreparedSetView(ApiView):
    @reads("prepared_read", TAG, PreparedSetSerializer)
    def get(self, request: Request, stage: int) -> Response:
        """The prepared deals of a stage: the commitment, how far they are, the seed in the end."""
        return Response(PreparedSetSerializer(set_at(stage_at(request, stage))).data)

    @writes(
        "prepared_make", TAG, PrepareInput, PreparedSetSerializer, example={"deals": 24}, rules=True
    )
    def post(self, request: Request, stage: int) -> Response:
        """Prepare deals. Asked for twice, the first seed stays; more deals may be asked for."""
        found = stage_at(request, stage)
        self.need("prepared.prepare_deals", found)
        made = prepared.prepare(
            stage=found,
            seed=secrets.token_hex(32),
            deals=self.read(PrepareInput).get("deals"),
            actor=self.actor,
            at=self.at,
        )
        return Response(PreparedSetSerializer(made).data)


class PreparedDealView(ApiView):
    @reads("prepared_deal", TAG, PreparedDealSerializer)
    def get(self, request: Request, stage: int, deal: int) -> Response:
        """The cards of a deal that everybody has played, or that this account was shown before."""
        found = stage_at(request, stage)
        made = set_at(found)
        if not 1 <= deal <= made.deals and deal not in progress_of(found):
            raise Http404
        if not is_open(found, deal) and not self._was_shown(made, deal):
            raise Http404
        return Response(PreparedDealSerializer(deal_of(made, deal)).data)

    def _was_shown(self, made: PreparedSet, deal: int) -> bool:
        return self.may("prepared.look_at_deals", made.stage) and was_shown(
            made, self.request.user, deal, deal
        )


class LookAtDeals(ApiView):
    @writes(
        "prepared_look",
        TAG,
        LookInput,
        PreparedDealSerializer(many=True),
        example={"first": 1, "last": 8, "reason": "dealing them for tonight"},
        once=False,
    )
    def post(self, request: Request, stage: int) -> Response:
        """See cards before everybody has played them. Who looked and why goes into the journal."""
        found = stage_at(request, stage)
        self.need("prepared.look_at_deals", found)
        made = set_at(found)
        data = self.read(LookInput)
        user = request.user
        assert isinstance(user, User), "checked by `need`"  # noqa: S101
        prepared.look(prepared=made, user=user, **data, actor=self.actor, at=self.at)
        numbers = range(data["first"], data["last"] + 1)
        deals = [deal_of(made, number) for number in numbers]
        return Response(PreparedDealSerializer(deals, many=True).data)


class ReleaseDeals(ApiView):
    @writes("prepared_release", TAG, ReleaseInput, PreparedSetSerializer, example={"reason": ""})
    def post(self, request: Request, stage: int) -> Response:
        """Publish the seed; while tables have deals to play, with a reason only."""
        found = stage_at(request, stage)
        self.need("prepared.release_deals", found)
        reason = self.read(ReleaseInput)["reason"]
        made = prepared.release(
            prepared=set_at(found),
            even_unplayed=bool(reason),
            reason=reason,
            actor=self.actor,
            at=self.at,
        )
        return Response(PreparedSetSerializer(made).data)
