"""The addresses of prepared deals and the deal of the week."""

from django.urls import path

from league.faces.public.prepared.views import prepared_deal, prepared_deals
from league.faces.public.prepared.weekly_pages import (
    all_weekly,
    weekly,
    weekly_sheet,
    weekly_sheet_pdf,
)

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns = [
    path(f"{EVENT}deals/<int:stage_number>/", prepared_deals, name="prepared_deals"),
    path(f"{EVENT}deals/<int:stage_number>/<int:number>/", prepared_deal, name="prepared_deal"),
    path("deal-of-the-week/", all_weekly, name="all_weekly"),
    path("deal-of-the-week/<slug:variant>/", weekly, name="weekly"),
    path("deal-of-the-week/<slug:variant>/sheet/", weekly_sheet, name="weekly_sheet"),
    path("deal-of-the-week/<slug:variant>/sheet/pdf/", weekly_sheet_pdf, name="weekly_sheet_pdf"),
]
