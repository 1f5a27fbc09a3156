"""The addresses of documents, below what they are of."""

from django.urls import path

from league.faces.api.documents import views

ROUND = "rounds/<int:round>/documents"
STAGE = "stages/<int:stage>/documents"
EVENT = "events/<int:event>/documents"

urlpatterns = [
    path(f"{ROUND}/table-cards", views.TableCards.as_view(), name="doc_table_cards"),
    path(f"{ROUND}/slips", views.Slips.as_view(), name="doc_slips"),
    path(f"{ROUND}/score-sheets", views.ScoreSheets.as_view(), name="doc_score_sheets"),
    path(f"{ROUND}/who-sits-where", views.Seating.as_view(), name="doc_seating"),
    path(f"{ROUND}/round", views.RoundList.as_view(), name="doc_round"),
    path(f"{STAGE}/deals", views.DealSheets.as_view(), name="doc_deal_sheets"),
    path(f"{STAGE}/travellers", views.Travellers.as_view(), name="doc_travellers"),
    path(f"{STAGE}/bracket", views.BracketDocument.as_view(), name="doc_bracket"),
    path(f"{EVENT}/standings", views.StandingsDocument.as_view(), name="doc_standings"),
    path(f"{EVENT}/score-sheet", views.BlankSheet.as_view(), name="doc_score_sheet"),
    path(f"{EVENT}/cash", views.EventCash.as_view(), name="doc_event_cash"),
    path(f"{EVENT}/newsletter", views.Newsletter.as_view(), name="doc_newsletter"),
    path("clubs/<slug:club>/documents/cash", views.TonightCash.as_view(), name="doc_cash"),
    path("clubs/<slug:club>/documents/contacts", views.Contacts.as_view(), name="doc_contacts"),
    path(
        "seasons/<int:season>/documents/season-table",
        views.SeasonDocument.as_view(),
        name="doc_season",
    ),
    path(
        "weekly-deals/<slug:variant>/documents/deal-of-the-week",
        views.WeeklySheet.as_view(),
        name="doc_weekly_deal",
    ),
]
