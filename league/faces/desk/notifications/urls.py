"""The addresses of what people are told, at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.notifications import message_pages, views

urlpatterns = [
    path("told/", views.notifications, name="notifications"),
    path("told/<int:notification>/", views.notification, name="notification"),
    path("events/<slug:event>/message/", message_pages.message_new, name="message_new"),
]
