"""The addresses of imports at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.imports import views

UPLOAD = "import/<int:upload>/"

urlpatterns = [
    path("people/import/", views.players_import, name="players_import"),
    path("members/import/", views.invitations_import, name="invitations_import"),
    path("import/", views.imports, name="imports"),
    path("import/past/", views.past_events, name="past_events"),
    path("import/past/<int:event>/remove/", views.remove, name="past_event_remove"),
    path(UPLOAD, views.columns, name="import_columns"),
    path(f"{UPLOAD}preview/", views.preview, name="import_preview"),
    path(f"{UPLOAD}discard/", views.discard, name="import_discard"),
]
