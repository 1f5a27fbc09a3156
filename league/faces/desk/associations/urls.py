"""The addresses of associations at the desk, below `<club>/`.

Those of `associations/` are of a club that is in one, those of `association/` of one itself.
"""

from django.urls import path

from league.faces.desk.associations import club_pages, views

IN_ONE = "associations/<slug:association>/"
ITSELF = "association/"

urlpatterns = [
    path("associations/", club_pages.associations_page, name="associations"),
    path(f"{IN_ONE}players/", club_pages.players, name="association_players"),
    path(f"{IN_ONE}events/<slug:event>/", club_pages.entries, name="association_entries"),
    path(
        f"{IN_ONE}events/<slug:event>/entries/<int:entry>/matches/<int:round>/<int:number>/",
        club_pages.match,
        name="association_match",
    ),
    path(ITSELF, views.rules, name="association_rules"),
    path(f"{ITSELF}clubs/", views.clubs, name="association_clubs"),
    path(f"{ITSELF}registrations/", views.registrations, name="association_registrations"),
    path(
        "events/<slug:event>/championship/",
        views.championship,
        name="championship",
    ),
    path(
        "events/<slug:event>/championship/undo/",
        views.championship_undo,
        name="championship_undo",
    ),
]
