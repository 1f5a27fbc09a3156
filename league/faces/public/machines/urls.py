"""The addresses that only programs ask for: what search engines and other websites read first."""

from django.urls import path

from league.faces.public.machines.views import map_of_club, map_of_site, oembed, robots

urlpatterns = [
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", map_of_site, name="map_of_site"),
    path("clubs/<slug:club>/sitemap.xml", map_of_club, name="map_of_club"),
    path("oembed", oembed, name="oembed"),
]
