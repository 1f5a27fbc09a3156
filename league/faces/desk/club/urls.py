"""The addresses of clubs at the desk: one's own, a new one, and the pages of each."""

from django.urls import path

from league.faces.desk.club import audit, look_pages, settings_pages, status, views

CLUB = "<slug:club>/"

urlpatterns = [
    path("", views.home, name="home"),
    path("new/", settings_pages.club_new, name="club_new"),
    path(CLUB, views.club_home, name="club"),
    path(f"{CLUB}settings/", settings_pages.settings, name="club_settings"),
    path(f"{CLUB}rebuild/<slug:what>/", settings_pages.rebuild, name="club_rebuild"),
    path(f"{CLUB}settings/look/", look_pages.look, name="club_settings_look"),
    path(f"{CLUB}settings/privacy/", settings_pages.privacy, name="club_privacy"),
    path(f"{CLUB}settings/close/", settings_pages.close, name="club_close"),
    path(f"{CLUB}settings/keep/", settings_pages.keep, name="club_keep"),
    path(f"{CLUB}status/", status.club_status, name="club_status"),
    path(f"{CLUB}website/", look_pages.website, name="club_website"),
    path(f"{CLUB}audit/", audit.audit, name="audit"),
]
