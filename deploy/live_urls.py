"""The addresses of the live streams, served by asgi.py alone."""

from importlib.util import find_spec

from django.urls import include, path

urlpatterns = (
    [path("live/", include("league.public.live_urls"))]
    if find_spec("league.public.live_urls")
    else []
)
