"""What is printed of a round: at once, or of a large one by a worker."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.access import round_at
from league.faces.api.documents.printed import PAPER, TAG, DocumentView
from league.faces.api.jobs.views import JobSerializer, PdfFileRenderer
from league.faces.api.schema import ACCOUNT, ANYBODY, reads_file, writes
from league.office.documents.document_kind import DocumentKind
from league.office.documents.paper_jobs import LargeKind, TooLargeToWaitFor, request_paper
from league.office.documents.round_list_paper import ROUND_LIST
from league.office.documents.round_papers import SCORE_SHEETS, SLIPS, TABLE_CARDS
from league.office.documents.seating_paper import SEATING
from league.play.rounds.models import Round


class RoundDocument(DocumentView):
    """A document of a round for those who run it."""

    def at_once(self, kind: LargeKind, round: Round) -> HttpResponse:
        """Answer with the file. Raises TooLargeToWaitFor."""
        self._check(kind, round)
        if kind.is_large(round):
            raise TooLargeToWaitFor
        event = round.stage.event
        return self.printed(kind, round, event.slug, kind.name, str(round.number), club=event.club)

    def in_background(self, kind: LargeKind, round: Round) -> Response:
        self._check(kind, round)
        job = request_paper(kind, round, size=self.paper(), actor=self.actor, at=self.at)
        return Response(JobSerializer(job).data, status=202)

    def _check(self, kind: DocumentKind, round: Round) -> None:
        self.need(kind.permission, round.stage.event)


class TableCards(RoundDocument):
    @reads_file(
        "documents_table_cards", TAG, PdfFileRenderer, by=ACCOUNT, parameters=[PAPER], refused=True
    )
    def get(self, request: Request, round: int) -> HttpResponse:
        """The cards of all tables of a round; 409 `takes_long` for a large one: POST makes it."""
        return self.at_once(TABLE_CARDS, round_at(request, round))

    @writes("documents_table_cards_request", TAG, None, JobSerializer, status=202, query=[PAPER])
    def post(self, request: Request, round: int) -> Response:
        """Have the cards made in the background; the file is that of the job."""
        return self.in_background(TABLE_CARDS, round_at(request, round))


class Slips(RoundDocument):
    @reads_file(
        "documents_slips", TAG, PdfFileRenderer, by=ACCOUNT, parameters=[PAPER], refused=True
    )
    def get(self, request: Request, round: int) -> HttpResponse:
        """A slip for everybody in a round; 409 `takes_long` for a large one: POST makes it."""
        return self.at_once(SLIPS, round_at(request, round))

    @writes("documents_slips_request", TAG, None, JobSerializer, status=202, query=[PAPER])
    def post(self, request: Request, round: int) -> Response:
        """Have the slips made in the background; the file is that of the job."""
        return self.in_background(SLIPS, round_at(request, round))


class ScoreSheets(RoundDocument):
    @reads_file(
        "documents_score_sheets", TAG, PdfFileRenderer, by=ACCOUNT, parameters=[PAPER], refused=True
    )
    def get(self, request: Request, round: int) -> HttpResponse:
        """A score sheet for each table; 409 `takes_long` for a large round: POST makes it."""
        return self.at_once(SCORE_SHEETS, round_at(request, round))

    @writes("documents_score_sheets_request", TAG, None, JobSerializer, status=202, query=[PAPER])
    def post(self, request: Request, round: int) -> Response:
        """Have the sheets made in the background; the file is that of the job."""
        return self.in_background(SCORE_SHEETS, round_at(request, round))


class Seating(RoundDocument):
    @reads_file(
        "documents_seating", TAG, PdfFileRenderer, by=ACCOUNT, parameters=[PAPER], refused=True
    )
    def get(self, request: Request, round: int) -> HttpResponse:
        """Who sits where in the rounds of the stage up to this one, in the order of the names."""
        return self.at_once(SEATING, round_at(request, round))

    @writes("documents_seating_request", TAG, None, JobSerializer, status=202, query=[PAPER])
    def post(self, request: Request, round: int) -> Response:
        """Have the list made in the background; the file is that of the job."""
        return self.in_background(SEATING, round_at(request, round))


class RoundList(DocumentView):
    @reads_file("documents_round", TAG, PdfFileRenderer, by=ANYBODY, parameters=[PAPER])
    def get(self, request: Request, round: int) -> HttpResponse:
        """A round as a list for the wall: who plays whom at which table, and the results."""
        found = round_at(request, round)
        event = found.stage.event
        names = (event.slug, ROUND_LIST.name, str(found.number))
        return self.printed(ROUND_LIST, found, *names, club=event.club)
