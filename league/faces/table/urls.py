"""The table's page. Everything under a link works for this one table only."""

from django.urls import path

from league.faces.table import confirmations, opened_table, submissions, views

app_name = "table"

urlpatterns = [
    path("worker.js", opened_table.worker, name="worker"),
    path("<str:token>/now/", views.place, name="place"),
    path("<str:token>/", views.page, name="page"),
    path("<str:token>/sheet/", views.sheet, name="sheet"),
    path("<str:token>/seat/", views.seat, name="seat"),
    path("<str:token>/next/", submissions.next_deal, name="next"),
    path("<str:token>/laid/", submissions.laid, name="laid"),
    path("<str:token>/record/", submissions.record, name="record"),
    path("<str:token>/deals/", submissions.deals, name="deals"),
    path("<str:token>/deals/<int:submission>/", views.deal, name="deal"),
    path("<str:token>/deals/<int:submission>/dispute/", confirmations.dispute, name="dispute"),
    path("<str:token>/confirm/", confirmations.confirm, name="confirm"),
    path("<str:token>/take-back/", confirmations.take_back, name="take_back"),
    path("<str:token>/end/", confirmations.end, name="end"),
    path("<str:token>/resume/", confirmations.resume, name="resume"),
]
