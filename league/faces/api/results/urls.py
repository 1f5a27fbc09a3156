"""The addresses of tables and what they played."""

from django.urls import path

from league.faces.api.results import deal_views, views

urlpatterns = [
    path(
        "events/<int:event>/results/bulk",
        deal_views.EnterDeals.as_view(),
        name="results_write",
    ),
    path("stages/<int:stage>/flags", views.FlagList.as_view(), name="flags"),
    path("tables/<int:table>", views.TableView.as_view(), name="table"),
    path("tables/<int:table>/preview", deal_views.PreviewDeal.as_view(), name="preview"),
    path("tables/<int:table>/submit", deal_views.SubmitDeal.as_view(), name="submit"),
    path("tables/<int:table>/enter", deal_views.EnterDeal.as_view(), name="enter"),
    path("tables/<int:table>/confirm", deal_views.ConfirmDeals.as_view(), name="confirm"),
    path("tables/<int:table>/take-back", deal_views.TakeBack.as_view(), name="take_back"),
    path("tables/<int:table>/end", views.EndTable.as_view(), name="end"),
    path("tables/<int:table>/settle", views.SettleDispute.as_view(), name="settle"),
    path("tables/<int:table>/decide", views.DecideTable.as_view(), name="decide"),
    path("tables/<int:table>/award", views.AwardTable.as_view(), name="award"),
    path("tables/<int:table>/forfeit", views.ForfeitTable.as_view(), name="forfeit"),
    path("tables/<int:table>/link", views.TableLinkView.as_view(), name="link"),
    path("tables/<int:table>/renew-link", views.RenewLink.as_view(), name="renew_link"),
    path("deals/<int:submission>", views.SubmissionView.as_view(), name="deal"),
    path("deals/<int:submission>/dispute", views.DisputeDeal.as_view(), name="dispute"),
    path("deals/<int:submission>/correct", views.CorrectDeal.as_view(), name="correct"),
    path(
        "deals/<int:submission>/accept-cards",
        views.AcceptCards.as_view(),
        name="accept_cards",
    ),
    path("deals/<int:submission>/void", views.VoidDeal.as_view(), name="void"),
]
