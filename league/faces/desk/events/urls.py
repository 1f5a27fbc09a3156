"""The addresses of events and their entries at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.events import entry_pages, setup, substitute_pages, views

EVENT = "events/<slug:event>/"

urlpatterns = [
    path("events/", views.event_list, name="events"),
    path("events/new/", setup.event_new, name="event_new"),
    path(f"{EVENT}", views.event_home, name="event"),
    path(f"{EVENT}move/", views.event_move, name="event_move"),
    path(f"{EVENT}copy/", setup.event_copy, name="event_copy"),
    path(f"{EVENT}discard/", views.event_discard, name="event_discard"),
    path(f"{EVENT}setup/<slug:step>/", setup.event_setup, name="event_setup"),
    path(f"{EVENT}setup/rules/renew/", setup.event_rules_renew, name="event_rules_renew"),
    path(f"{EVENT}setup/rules/undo/", setup.event_rules_undo, name="event_rules_undo"),
    path(f"{EVENT}entries/", entry_pages.entries, name="entries"),
    path(f"{EVENT}entries/new/", entry_pages.entry_change, name="entry_new"),
    path(f"{EVENT}entries/<int:entry>/", entry_pages.entry_change, name="entry"),
    path(
        f"{EVENT}entries/<int:entry>/restore/",
        entry_pages.entry_restore,
        name="entry_restore",
    ),
    path(
        f"{EVENT}entries/<int:entry>/<slug:action>/",
        entry_pages.entry_act,
        name="entry_act",
    ),
    path(f"{EVENT}newsletter/", views.newsletter_page, name="newsletter"),
    path(f"{EVENT}newsletter/file/", views.newsletter_file, name="newsletter_file"),
    path(f"{EVENT}entries/take-back/", entry_pages.entries_take_back, name="entries_take_back"),
    path(f"{EVENT}seeds/", entry_pages.seeds, name="seeds"),
    path(f"{EVENT}substitutes/", substitute_pages.substitutes, name="substitutes"),
    path(
        f"{EVENT}substitutes/<int:seat>/end/",
        substitute_pages.substitution_end,
        name="substitution_end",
    ),
]
