"""The address of the styleguide."""

from django.urls import path

from league.faces.public.styleguide.views import styleguide

urlpatterns = [
    path("styleguide/", styleguide, name="styleguide"),
]
