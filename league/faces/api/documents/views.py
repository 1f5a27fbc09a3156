"""What is printed of events, their stages, seasons and clubs, and the text for a newsletter."""

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
from league.clubs.models import Club
from league.faces.api.access import club_at, event_at, get_or_404, stage_at, viewer_of
from league.faces.api.documents.printed import PAPER, TAG, DocumentView, chosen, whole
from league.faces.api.jobs.views import PdfFileRenderer
from league.faces.api.prepared.weekly_views import WEEK, WeeklyBase
from league.faces.api.schema import ACCOUNT, ANYBODY, reads, reads_file
from league.foundation.languages import CODES, LANGUAGES
from league.office.documents.blank_sheet_paper import BLANK_SHEET
from league.office.documents.bracket_paper import BRACKET
from league.office.documents.cash_paper import EVENT_CASH, TONIGHT_CASH
from league.office.documents.contacts_paper import CONTACTS
from league.office.documents.news_of_event import newsletter_html, newsletter_text
from league.office.documents.prepared_papers import DEAL_SHEETS, TRAVELLERS, WEEKLY_SHEET
from league.office.documents.season_paper import SEASON_TABLE
from league.office.documents.standings_paper import STANDINGS
from league.office.kitty.cash_desk import CashDesk, evening_of
from league.office.kitty.models import Kitty
from league.office.kitty.selectors import kitty_of
from league.play.events.models import Season, Stage
from league.play.prepared.models import PreparedSet
from league.play.prepared.selectors import may_see
from league.play.prepared.stage_deals import set_of
from league.tables.seasons.selectors import may_see_table

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
    @reads_file("documents_score_sheet", TAG, PdfFileRenderer, by=ANYBODY, parameters=[PAPER])
    def get(self, request: Request, event: int) -> HttpResponse:
        """A blank score sheet for the game of an event."""
        found = event_at(request, event)
        return self.printed(BLANK_SHEET, found, found.slug, BLANK_SHEET.name, club=found.club)


class BracketDocument(DocumentView):
    @reads_file("documents_bracket", TAG, PdfFileRenderer, by=ANYBODY, parameters=[PAPER])
    def get(self, request: Request, stage: int) -> HttpResponse:
        """The bracket of a stage, as far as it is played."""
        found = stage_at(request, stage)
        event = found.event
        return self.printed(BRACKET, found, event.slug, BRACKET.name, club=event.club)


class SeasonDocument(DocumentView):
    @reads_file("documents_season", TAG, PdfFileRenderer, by=ANYBODY, parameters=[PAPER])
    def get(self, request: Request, season: int) -> HttpResponse:
        """The table of a season: every night, the totals, and how it is counted."""
        found = get_or_404(Season.objects.select_related("club"), pk=season)
        if not may_see_table(found, viewer_of(request)):
            raise Http404
        return self.printed(SEASON_TABLE, found, found.slug, club=found.club)


class WeeklySheet(WeeklyBase, DocumentView):
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
    @reads_file("documents_event_cash", TAG, PdfFileRenderer, by=ACCOUNT, parameters=[PAPER])
    def get(self, request: Request, event: int) -> HttpResponse:
        """The cash sheet of an event: who owes what, with room to tick and to write."""
        found = event_at(request, event)
        self.need(EVENT_CASH.permission, found.club)
        desk = CashDesk(_kitty_of(found.club), event=found)
        names = (found.club.slug, EVENT_CASH.name, found.slug)
        return self.printed(EVENT_CASH, desk, *names, club=found.club)


class TonightCash(DocumentView):
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
    @reads("documents_newsletter", TAG, NewsletterSerializer, by=ACCOUNT, parameters=[LANGUAGE])
    def get(self, request: Request, event: int) -> Response:
        """The text for the club's newsletter, for those who run the event."""
        found = event_at(request, event)
        self.need("events.view_desk", found)
        language = chosen(request, "language", CODES) or get_language() or "en"
        with timezone.override(found.club.time_zone):
            text, html = newsletter_text(found, language), newsletter_html(found, language)
        return Response({"language": language, "text": text, "html": html})
