"""The addresses of prepared deals at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.prepared import views

DEALS = "events/<slug:event>/deals/<int:stage>/"

urlpatterns = [
    path(DEALS, views.deals, name="deals"),
    path(f"{DEALS}look/", views.look, name="deals_look"),
    path(f"{DEALS}release/", views.release, name="deals_release"),
    path(f"{DEALS}sheets/", views.sheets, name="deal_sheets"),
    path(f"{DEALS}sheets/pdf/", views.sheets_pdf, name="deal_sheets_pdf"),
    path(f"{DEALS}travellers/", views.travellers, name="travellers"),
    path(f"{DEALS}travellers/pdf/", views.travellers_pdf, name="travellers_pdf"),
]
