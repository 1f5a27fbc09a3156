"""The addresses of notifications."""

from django.urls import path

from league.faces.api.notifications import views

urlpatterns = [
    path(
        "clubs/<slug:club>/notifications",
        views.NotificationList.as_view(),
        name="notifications",
    ),
    path(
        "clubs/<slug:club>/notification-choices",
        views.Choices.as_view(),
        name="notification_choices",
    ),
    path("events/<int:event>/messages", views.MessageNew.as_view(), name="event_messages"),
]
