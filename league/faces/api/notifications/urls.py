"""The addresses of notifications."""

from django.urls import path

from league.faces.api.notifications.views import (
    ChoiceViewSet,
    MessageViewSet,
    NotificationViewSet,
)

urlpatterns = [
    path(
        "clubs/<slug:club>/notifications",
        NotificationViewSet.as_view({"get": "list"}),
        name="notifications",
    ),
    path(
        "clubs/<slug:club>/notification-choices",
        ChoiceViewSet.as_view({"get": "retrieve", "put": "update"}),
        name="notification_choices",
    ),
    path(
        "events/<int:event>/messages",
        MessageViewSet.as_view({"post": "create"}),
        name="event_messages",
    ),
]
