"""What is printed of events, their stages, seasons and clubs, and the text for a newsletter."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import services as games
from league.clubs.models import Club, Scope
from league.faces.api.access import (
    club_at,
    event_at,
    get_or_404,
    round_at,
    sees_full_names,
    stage_at,
    viewer_of,
)
from league.faces.api.api_view import ApiView
from league.faces.api.jobs.views import JobSerializer, PdfFileRenderer
from league.faces.api.prepared.views import WEEK, WeeklyBase
from league.faces.api.schema import ACCOUNT, ANYBODY, reads, reads_file, writes
from league.foundation.languages import CODES, LANGUAGES
from league.foundation.limits import parse_int
from league.office.documents.club_papers import CONTACTS, EVENT_CASH, SEASON_TABLE, TONIGHT_CASH
from league.office.documents.document_kind import DocumentKind, DocumentOptions, NothingToPrint
from league.office.documents.event_papers import BLANK_SHEET, BRACKET, STANDINGS
from league.office.documents.prepared_papers import (
    DEAL_SHEETS,
    TRAVELLERS,
    WEEKLY_SHEET,
    LargeKind,
    TooLargeToWaitFor,
    request_paper,
)
from league.office.documents.recaps import newsletter_html, newsletter_text
from league.office.documents.round_papers import (
    ROUND_LIST,
    SCORE_SHEETS,
    SEATING,
    SLIPS,
    TABLE_CARDS,
)
from league.office.kitty.cash_desk import CashDesk, evening_of
from league.office.kitty.models import Kitty
from league.office.kitty.selectors import kitty_of
from league.office.paper.document import pdf
from league.play.events.models import Season, Stage
from league.play.prepared.models import PreparedSet
from league.play.prepared.selectors import may_see
from league.play.prepared.stage_deals import set_of
from league.play.rounds.models import Round
from league.tables.seasons.selectors import may_see_table

# --- How a document is asked for and answered with: as PDF, on a size of paper, by which names ---

TAG = "documents"
SIZES = ("a4", "letter")
PAPER = OpenApiParameter(
    "paper", str, enum=SIZES, description="The size of the paper; else what is usual at the club."
)
MOST = 100_000


class DocumentView(ApiView):
    """A view that answers with documents, in the club's time."""

    def printed(
        self, kind: DocumentKind, subject: Any, *names: str, club: Club | None, **more: Any
    ) -> HttpResponse:
        """Answer with the file, named after `names`. Raises Http404 while there is none."""
        full = club is not None and sees_full_names(self.request, club)
        options = DocumentOptions(at=self.at, paper=self.paper(), full_names=full)
        with timezone.override(club.time_zone if club else "UTC"):
            try:
                printing = kind.make(subject, options, **more)
            except NothingToPrint as missing:
                raise Http404(str(missing)) from None
            return pdf(printing, *names, is_secret=kind.is_secret)

    def paper(self) -> str:
        """Return the size that was asked for, or "". Raises ValidationError."""
        return chosen(self.request, "paper", SIZES) or ""


def chosen(request: Request, name: str, choices: Sequence[str]) -> str | None:
    """Return a choice of the query, or None where it is left out. Raises ValidationError."""
    asked = request.query_params.get(name)
    if asked is not None and asked not in choices:
        sentence = _("Choose one of these: %(choices)s.") % {"choices": ", ".join(choices)}
        raise ValidationError({name: sentence}, code="invalid")
    return asked


def whole(request: Request, name: str) -> int | None:
    """Return a number of the query, or None where it is left out. Raises ValidationError."""
    text = request.query_params.get(name)
    if text is None:
        return None
    number = parse_int(text, most=MOST)
    if not number:
        sentence = _("Give a whole number from 1 to %(most)d.") % {"most": MOST}
        raise ValidationError({name: sentence}, code="invalid")
    return number


MOST_SHEETS = 100
STAGE = OpenApiParameter(
    "stage", int, description="The number of the stage; left out: the newest with standings."
)
ROUND = OpenApiParameter("round", int, description="After this round; left out: the last one.")
FIRST = OpenApiParameter("first", int, required=True, description="The first deal.")
LAST = OpenApiParameter(
    "last", int, required=True, description=f"The last deal, of at most {MOST_SHEETS}."
)
KINDS_OF_SHEETS = ("steps", "hands")
SHEETS = OpenApiParameter(
    "sheets",
    str,
    enum=KINDS_OF_SHEETS,
    description="With the steps to deal by, or the hands alone, to check them; left out: steps.",
)
LANGUAGE = OpenApiParameter(
    "language",
    str,
    enum=CODES,
    description="The language of the text; left out: that of Accept-Language.",
)


class StandingsDocument(DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads_file(
        "documents_standings", TAG, PdfFileRenderer, by=ANYBODY, parameters=[STAGE, ROUND, PAPER]
    )
    def get(self, request: Request, event: int) -> HttpResponse:
        """The standings of an event, as its public page prints them."""
        found = event_at(request, event)
        which = {"stage": whole(request, "stage"), "round": whole(request, "round")}
        names = (found.slug, STANDINGS.name)
        return self.printed(STANDINGS, found, *names, club=found.club, **which)


class BlankSheet(DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads_file("documents_score_sheet", TAG, PdfFileRenderer, by=ANYBODY, parameters=[PAPER])
    def get(self, request: Request, event: int) -> HttpResponse:
        """A blank score sheet for the game of an event."""
        found = event_at(request, event)
        return self.printed(BLANK_SHEET, found, found.slug, BLANK_SHEET.name, club=found.club)


class BracketDocument(DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads_file("documents_bracket", TAG, PdfFileRenderer, by=ANYBODY, parameters=[PAPER])
    def get(self, request: Request, stage: int) -> HttpResponse:
        """The bracket of a stage, as far as it is played."""
        found = stage_at(request, stage)
        event = found.event
        return self.printed(BRACKET, found, event.slug, BRACKET.name, club=event.club)


class SeasonDocument(DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads_file("documents_season", TAG, PdfFileRenderer, by=ANYBODY, parameters=[PAPER])
    def get(self, request: Request, season: int) -> HttpResponse:
        """The table of a season: every night, the totals, and how it is counted."""
        found = get_or_404(Season.objects.select_related("club"), pk=season)
        if not may_see_table(found, viewer_of(request)):
            raise Http404
        return self.printed(SEASON_TABLE, found, found.slug, club=found.club)


class WeeklySheet(WeeklyBase, DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads_file("documents_weekly_deal", TAG, PdfFileRenderer, by=ANYBODY, parameters=[WEEK, PAPER])
    def get(self, request: Request, variant: str) -> HttpResponse:
        """The sheet to deal a deal of the week by. Whoever reads it does not play the deal."""
        if games.variant_named(variant) is None:
            raise Http404
        weekly = self.weekly(variant)
        names = (WEEKLY_SHEET.name, variant, weekly.week.isoformat())
        return self.printed(WEEKLY_SHEET, weekly, *names, club=None)


# Of prepared deals.


class DealSheets(DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads_file(
        "documents_deal_sheets",
        TAG,
        PdfFileRenderer,
        by=ACCOUNT,
        parameters=[FIRST, LAST, SHEETS, PAPER],
    )
    def get(self, request: Request, stage: int) -> HttpResponse:
        """The sheets of deals that everybody has played, or that this account was shown before."""
        found = stage_at(request, stage)
        self.need(DEAL_SHEETS.permission, found)
        made, numbers = _set_at(found), self._numbers(request)
        if numbers.stop - 1 > made.deals or not may_see(made, request.user, numbers):
            raise Http404
        with_steps = chosen(request, "sheets", KINDS_OF_SHEETS) != "hands"
        names = (found.event.slug, DEAL_SHEETS.name, f"{numbers.start}-{numbers.stop - 1}")
        more: dict[str, Any] = {"numbers": numbers, "with_steps": with_steps}
        return self.printed(DEAL_SHEETS, made, *names, club=found.event.club, **more)

    @staticmethod
    def _numbers(request: Request) -> range:
        first, last = whole(request, "first"), whole(request, "last")
        if first is None or last is None or not first <= last < first + MOST_SHEETS:
            sentence = _("Give the numbers of the first and the last deal, at most %(most)d deals.")
            raise ValidationError({"last": sentence % {"most": MOST_SHEETS}}, code="invalid")
        return range(first, last + 1)


class Travellers(DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads_file("documents_travellers", TAG, PdfFileRenderer, by=ACCOUNT, parameters=[PAPER])
    def get(self, request: Request, stage: int) -> HttpResponse:
        """A paper for each prepared deal, with a row for every table that plays it; no cards."""
        found = stage_at(request, stage)
        self.need(TRAVELLERS.permission, found)
        names = (found.event.slug, TRAVELLERS.name)
        return self.printed(TRAVELLERS, _set_at(found), *names, club=found.event.club)


def _set_at(stage: Stage) -> PreparedSet:
    made = set_of(stage)
    if made is None:
        raise Http404
    made.stage = stage
    return made


# Of the kitty.


class EventCash(DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads_file("documents_event_cash", TAG, PdfFileRenderer, by=ACCOUNT, parameters=[PAPER])
    def get(self, request: Request, event: int) -> HttpResponse:
        """The cash sheet of an event: who owes what, with room to tick and to write."""
        found = event_at(request, event)
        self.need(EVENT_CASH.permission, found.club)
        desk = CashDesk(_kitty_of(found.club), event=found)
        names = (found.club.slug, EVENT_CASH.name, found.slug)
        return self.printed(EVENT_CASH, desk, *names, club=found.club)


class TonightCash(DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads_file("documents_cash", TAG, PdfFileRenderer, by=ACCOUNT, parameters=[PAPER])
    def get(self, request: Request, club: str) -> HttpResponse:
        """The cash sheet of the evening that has not started; empty where there is none."""
        found = club_at(club)
        self.need(TONIGHT_CASH.permission, found)
        kitty = _kitty_of(found)
        with timezone.override(found.time_zone):
            desk = CashDesk(kitty, evening=evening_of(kitty, timezone.localdate()))
        return self.printed(TONIGHT_CASH, desk, found.slug, TONIGHT_CASH.name, club=found)


class Contacts(DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads_file("documents_contacts", TAG, PdfFileRenderer, by=ACCOUNT, parameters=[PAPER])
    def get(self, request: Request, club: str) -> HttpResponse:
        """The list of contacts: telephone numbers and addresses of the club's players."""
        found = club_at(club)
        self.need(CONTACTS.permission, found)
        return self.printed(CONTACTS, found, found.slug, CONTACTS.name, club=found)


def _kitty_of(club: Club) -> Kitty:
    kitty = kitty_of(club)
    if kitty is None:
        raise Http404
    return kitty


# The newsletter.


class NewsletterSerializer(serializers.Serializer[Any]):
    """What an event came to, with the names that the players show everybody."""

    language = serializers.ChoiceField(choices=LANGUAGES)
    text = serializers.CharField(help_text="Paragraphs parted by an empty line.")
    html = serializers.CharField(help_text="The same as paragraphs for a website.")


class Newsletter(DocumentView):
    token_scopes = {"GET": Scope.READ}

    @reads("documents_newsletter", TAG, NewsletterSerializer, by=ACCOUNT, parameters=[LANGUAGE])
    def get(self, request: Request, event: int) -> Response:
        """The text for the club's newsletter, for those who run the event."""
        found = event_at(request, event)
        self.need("events.view_desk", found)
        language = chosen(request, "language", CODES) or get_language() or "en"
        with timezone.override(found.club.time_zone):
            text, html = newsletter_text(found, language), newsletter_html(found, language)
        return Response({"language": language, "text": text, "html": html})


# --- What is printed of a round: at once, or of a large one by a worker ---


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
        job = request_paper(kind, round, size=self.paper(), by=self.by)
        return Response(JobSerializer(job).data, status=202)

    def _check(self, kind: DocumentKind, round: Round) -> None:
        self.need(kind.permission, round.stage.event)


class TableCards(RoundDocument):
    token_scopes = {"GET": Scope.SCORE, "POST": Scope.SCORE}

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
    # the links of tables are in it
    token_scopes = {"GET": Scope.SCORE, "POST": Scope.SCORE}

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
    token_scopes = {"GET": Scope.READ, "POST": Scope.SCORE}

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
    token_scopes = {"GET": Scope.READ, "POST": Scope.SCORE}

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
    token_scopes = {"GET": Scope.READ}

    @reads_file("documents_round", TAG, PdfFileRenderer, by=ANYBODY, parameters=[PAPER])
    def get(self, request: Request, round: int) -> HttpResponse:
        """A round as a list for the wall: who plays whom at which table, and the results."""
        found = round_at(request, round)
        event = found.stage.event
        names = (event.slug, ROUND_LIST.name, str(found.number))
        return self.printed(ROUND_LIST, found, *names, club=event.club)
