"""The addresses of kitties."""

from django.urls import path

from league.faces.api.kitty import views
from league.faces.api.resources import OneRouter, Router

CLUB = "clubs/<slug:club>/kitty"
EVENT = "events/<int:event>/kitty"

many, one = Router(), OneRouter()
many.register(f"{CLUB}/transactions", views.TransactionViewSet, "kitty_transaction")
one.register(CLUB, views.KittyViewSet, "kitty")
one.register(f"{EVENT}/prizes", views.PrizesViewSet, "event_prizes")

amounts = views.HouseAmountsViewSet.as_view({"get": "list", "post": "create"})
of_event = views.EventAmountsViewSet.as_view({"get": "retrieve", "put": "update"})

urlpatterns = [
    *many.urls,
    *one.urls,
    path(EVENT, of_event, name="event_kitty"),
    path(f"{CLUB}/amounts", amounts, name="kitty_amounts"),
    path(f"{CLUB}/balances", views.BalanceViewSet.as_view({"get": "list"}), name="kitty_balances"),
    path(f"{CLUB}/own", views.OwnLineViewSet.as_view({"get": "list"}), name="kitty_own"),
]
