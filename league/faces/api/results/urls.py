"""The addresses of tables and what they played."""

from django.urls import path

from league.faces.api.results import (
    deal_rows_views,
    deal_views,
    decision_views,
    flag_views,
    submission_views,
    views,
)

urlpatterns = [
    path(
        "events/<int:event>/results/bulk",
        deal_rows_views.EnterDeals.as_view(),
        name="results_write",
    ),
    path("stages/<int:stage>/flags", flag_views.FlagList.as_view(), name="flags"),
    path("tables/<int:table>", views.TableView.as_view(), name="table"),
    path("tables/<int:table>/preview", deal_views.PreviewDeal.as_view(), name="preview"),
    path("tables/<int:table>/submit", deal_views.SubmitDeal.as_view(), name="submit"),
    path("tables/<int:table>/enter", deal_views.EnterDeal.as_view(), name="enter"),
    path("tables/<int:table>/confirm", deal_views.ConfirmDeals.as_view(), name="confirm"),
    path("tables/<int:table>/take-back", deal_views.TakeBack.as_view(), name="take_back"),
    path("tables/<int:table>/end", views.EndTable.as_view(), name="end"),
    path("tables/<int:table>/settle", decision_views.SettleDispute.as_view(), name="settle"),
    path("tables/<int:table>/decide", decision_views.DecideTable.as_view(), name="decide"),
    path("tables/<int:table>/award", decision_views.AwardTable.as_view(), name="award"),
    path("tables/<int:table>/forfeit", decision_views.ForfeitTable.as_view(), name="forfeit"),
    path("tables/<int:table>/link", decision_views.TableLinkView.as_view(), name="link"),
    path("tables/<int:table>/renew-link", decision_views.RenewLink.as_view(), name="renew_link"),
    path("deals/<int:submission>", submission_views.SubmissionView.as_view(), name="deal"),
    path("deals/<int:submission>/dispute", submission_views.DisputeDeal.as_view(), name="dispute"),
    path("deals/<int:submission>/correct", submission_views.CorrectDeal.as_view(), name="correct"),
    path(
        "deals/<int:submission>/accept-cards",
        flag_views.AcceptCards.as_view(),
        name="accept_cards",
    ),
    path("deals/<int:submission>/void", submission_views.VoidDeal.as_view(), name="void"),
]
