"""The addresses of a signed-in player's own pages."""

from django.urls import path

from league.faces.public.me import answer_by_link, views

urlpatterns = [
    path("me/", views.my_page, name="my_page"),
    path("me/deals/", views.my_deals, name="my_deals"),
    path("me/coming/", views.answer, name="my_answer"),
    path("me/calendar/new/", views.new_calendar, name="my_calendar_new"),
    path("me/calendar/<str:token>.ics", answer_by_link.calendar, name="my_calendar"),
    path("me/coming/<str:token>/", answer_by_link.answer, name="my_answer_by_link"),
]
