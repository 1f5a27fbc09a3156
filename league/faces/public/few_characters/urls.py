"""The addresses of fonts of a few characters."""

from django.urls import path

from league.faces.public.few_characters.views import few_characters

urlpatterns = [
    path("fonts/<int:weight>/<str:characters>.woff2", few_characters, name="few_characters"),
]
