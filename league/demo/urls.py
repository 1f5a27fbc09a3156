"""The address of what pages of the demo ask for."""

from django.urls import path

from league.demo.progress import season

app_name = "demo"

urlpatterns = [path("demo/season/", season, name="season")]
