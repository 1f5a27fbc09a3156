"""The addresses of the home page, of clubs and their looks."""

from django.urls import path, re_path

from league.faces.public.club.club_pictures import archive, club_statistics, head_to_head
from league.faces.public.club.front_page import home
from league.faces.public.club.views import (
    club,
    club_privacy,
    join_by_code,
    join_club,
    logo,
    look,
    look_sample,
)
from league.faces.public.club.wall import wall

CLUB = "clubs/<slug:club>/"
COLOURS = r"(?P<main>[0-9a-f]{6})-(?P<accent>[0-9a-f]{6})"

urlpatterns = [
    path("", home, name="home"),
    re_path(rf"^look/{COLOURS}\.(?P<digest>[0-9a-f]{{12}})\.css$", look, name="look"),
    re_path(rf"^look/sample/{COLOURS}\.css$", look_sample, name="look_sample"),
    re_path(r"^logos/(?P<name>[0-9a-f]{24}-[0-9]+x[0-9]+)\.webp$", logo, name="logo"),
    path("join/", join_by_code, name="join_by_code"),
    path("join/<str:code>/", join_club, name="join_club"),
    path(CLUB, club, name="club"),
    path(f"{CLUB}archive/", archive, name="archive"),
    path(f"{CLUB}wall/", wall, name="wall"),
    path(f"{CLUB}privacy/", club_privacy, name="club_privacy"),
    path(f"{CLUB}statistics/", club_statistics, name="club_statistics"),
    path(f"{CLUB}head-to-head/", head_to_head, name="head_to_head"),
]
