"""The addresses of what other websites embed."""

from django.urls import re_path

from league.faces.public.embeds.views import (
    FORMS,
    embed_club,
    embed_deal,
    embed_event,
    embed_season,
)

EMBED = rf"embed/(?P<form>{'|'.join(FORMS)})$"
AT_CLUB = r"^clubs/(?P<club>[-\w]+)/"

urlpatterns = [
    re_path(rf"^deals/(?P<submission_id>\d{{1,18}})/{EMBED}", embed_deal, name="embed_deal"),
    re_path(rf"{AT_CLUB}{EMBED}", embed_club, name="embed_club"),
    re_path(rf"{AT_CLUB}events/(?P<event>[-\w]+)/{EMBED}", embed_event, name="embed_event"),
    re_path(rf"{AT_CLUB}seasons/(?P<season>[-\w]+)/{EMBED}", embed_season, name="embed_season"),
]
