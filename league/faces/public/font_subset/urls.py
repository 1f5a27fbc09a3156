"""The addresses of fonts of a few characters."""

from django.urls import path

from league.faces.public.font_subset.views import font_subset

urlpatterns = [
    path("fonts/<int:weight>/<str:characters>.woff2", font_subset, name="font_subset"),
]
