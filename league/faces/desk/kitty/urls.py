"""The addresses of the kitty at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.kitty import cash_pages, views

KITTY = "kitty/"
EVENT = f"{KITTY}events/<slug:event>/"

urlpatterns = [
    path(KITTY, views.kitty, name="kitty"),
    path(f"{KITTY}bookings/", views.bookings, name="kitty_bookings"),
    path(f"{KITTY}bookings/new/", views.booking_new, name="kitty_booking_new"),
    path(
        f"{KITTY}bookings/<int:number>/reverse/",
        views.booking_reverse,
        name="kitty_booking_reverse",
    ),
    path(f"{KITTY}bookings/<int:number>/again/", views.booking_again, name="kitty_booking_again"),
    path(f"{KITTY}players/<int:player>/", views.player, name="kitty_player"),
    path(f"{KITTY}cash/", cash_pages.tonight, name="kitty_cash"),
    path(f"{KITTY}cash/paid/", cash_pages.tonight_paid, name="kitty_cash_paid"),
    path(f"{KITTY}cash/pdf/", cash_pages.tonight_pdf, name="kitty_cash_pdf"),
    path(f"{EVENT}cash/", cash_pages.event_cash, name="kitty_event_cash"),
    path(f"{EVENT}cash/paid/", cash_pages.event_paid, name="kitty_event_paid"),
    path(f"{EVENT}cash/pdf/", cash_pages.event_pdf, name="kitty_event_pdf"),
    *cash_pages.EventAmountsPages.urls(f"{EVENT}amounts/"),
    path(f"{EVENT}evening/", cash_pages.event_evening, name="kitty_event_evening"),
    path(f"{EVENT}prizes/", cash_pages.award, name="kitty_event_prizes"),
    path(f"{EVENT}prizes/undo/", cash_pages.award_undo, name="kitty_prizes_undo"),
    path(f"{KITTY}account/", views.account, name="kitty_account"),
    path(f"{KITTY}account/csv/", views.account_csv, name="kitty_account_csv"),
    *views.KittyPages.urls(f"{KITTY}settings/"),
    *views.HouseAmountsPages.urls(f"{KITTY}settings/amounts/"),
]
