"""The addresses of notifications at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.notifications import views

urlpatterns = [
    path("notifications/", views.notifications, name="notifications"),
    path("notifications/<int:notification>/", views.notification, name="notification"),
    path("events/<slug:event>/message/", views.message_new, name="message_new"),
]
