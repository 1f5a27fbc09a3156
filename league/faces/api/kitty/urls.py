"""The addresses of kitties."""

from django.urls import path

from league.faces.api.kitty import views

CLUB = "clubs/<slug:club>/kitty"
EVENT = "events/<int:event>/kitty"

urlpatterns = [
    path(CLUB, views.KittyView.as_view(), name="kitty"),
    path(f"{CLUB}/amounts", views.HouseAmountsList.as_view(), name="kitty_amounts"),
    path(f"{CLUB}/balances", views.BalanceList.as_view(), name="kitty_balances"),
    path(f"{CLUB}/own", views.OwnLines.as_view(), name="kitty_own"),
    path(f"{CLUB}/transactions", views.TransactionList.as_view(), name="kitty_transactions"),
    path(
        f"{CLUB}/transactions/<int:number>/reverse",
        views.ReverseTransaction.as_view(),
        name="kitty_reverse",
    ),
    path(EVENT, views.EventAmountsView.as_view(), name="event_kitty"),
    path(f"{EVENT}/prizes", views.PrizesView.as_view(), name="event_prizes"),
]
