"""A table: its sheet as whoever asks may see it, how it ends, and what every write answers."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import hidden_from, sees_full_names, table_at
from league.faces.api.api_view import ApiView
from league.faces.api.authentication import table_link
from league.faces.api.results.serializers import EndInput, TableDetailSerializer
from league.faces.api.results.submission_views import whole
from league.faces.api.schema import TABLE, reads, writes
from league.play.results import services as results
from league.play.results.models import Submission
from league.play.rounds.models import Table

TAG = "tables"


class TableView(ApiView):
    @reads("tables_read", TAG, TableDetailSerializer)
    def get(self, request: Request, table: int) -> Response:
        """A table: who sits where, what it comes to, and its sheet with running totals."""
        found = table_at(request, table)
        return Response(_detail(request, found))


def sees_table_names(request: Request, table: Table) -> bool:
    """Those at the table know each other: its link shows full names."""
    if table_link(request) is not None:
        return True
    return sees_full_names(request, table.round.stage.event.club)


def _detail(request: Request, table: Table) -> Any:
    """Return a table as whoever asks may see it."""
    hidden = hidden_from(request, table)
    context = {"full": sees_table_names(request, table), "hidden": lambda: hidden}
    return TableDetailSerializer(table, context=context).data


class TableWrite(ApiView):
    """Answers with the table as it is after the write."""

    def as_it_is(self, request: Request, table: Table) -> Response:
        fresh = table_at(request, table.pk)
        return Response(_detail(request, fresh))

    def answer_submission(
        self, request: Request, table: Table, submission: Submission, status: int = 200
    ) -> Response:
        full = sees_table_names(request, table)
        return Response(whole(submission, table, full=full, reason=True), status=status)


class EndTable(TableWrite):
    @writes("tables_end", TAG, EndInput, TableDetailSerializer, example={"side": 0}, by=TABLE)
    def post(self, request: Request, table: int) -> Response:
        """Say that the last deal has been played: a side in a timed round, or the director."""
        found = table_at(request, table)
        if not self.may("results.end_table", found):
            self.need_a_player(found)
        side = self.read(EndInput).get("side")
        if side is None:
            self.need_side_or("results.end_table", found)
            actor = self.actor
        else:
            actor = self.player_at(found, side)
        results.end_table(table=found, side=side, actor=actor, at=self.at)
        return self.as_it_is(request, found)


def submission_of(table: Table, pk: int, field: str) -> Submission:
    """Return a submission of this table. Raises ValidationError for any other id."""
    submission = Submission.objects.filter(pk=pk, table=table).first()
    if submission is None:
        raise ValidationError(
            {field: _("No deal with the id %(id)d was sent at this table.") % {"id": pk}},
            code="unknown",
        )
    return submission
