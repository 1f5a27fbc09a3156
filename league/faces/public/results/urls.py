"""The addresses of tables and their deals."""

from django.urls import path

from league.faces.public.results.views import deal, table

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns = [
    path(f"{EVENT}tables/<int:table_id>/", table, name="table"),
    path("deals/<int:submission_id>/", deal, name="deal"),
]
