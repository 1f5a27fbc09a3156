"""The table's page. Everything under a link works for this one table only."""

from django.urls import path

from league.table import deals, decisions, offline, pages

app_name = "table"

urlpatterns = [
    path("worker.js", offline.worker, name="worker"),
    path("<str:token>/", pages.page, name="page"),
    path("<str:token>/sheet/", pages.sheet, name="sheet"),
    path("<str:token>/seat/", pages.seat, name="seat"),
    path("<str:token>/next/", deals.next_deal, name="next"),
    path("<str:token>/laid/", deals.laid, name="laid"),
    path("<str:token>/record/", deals.record, name="record"),
    path("<str:token>/deals/", deals.deals, name="deals"),
    path("<str:token>/deals/<int:submission>/", pages.deal, name="deal"),
    path("<str:token>/deals/<int:submission>/dispute/", decisions.dispute, name="dispute"),
    path("<str:token>/confirm/", decisions.confirm, name="confirm"),
    path("<str:token>/take-back/", decisions.take_back, name="take_back"),
    path("<str:token>/end/", decisions.end, name="end"),
    path("<str:token>/resume/", decisions.resume, name="resume"),
]
