"""The addresses of webhooks, their messages, and changes."""

from django.urls import path

from league.faces.api.records.router import Router
from league.faces.api.webhooks import change_views, message_views, views

WEBHOOK = "clubs/<slug:club>/webhooks/<int:webhook>"

router = Router()
router.register("clubs/<slug:club>/webhooks", views.WebhookViewSet, "webhook")

urlpatterns = [
    path("clubs/<slug:club>/changes", change_views.ClubChanges.as_view(), name="changes"),
    path("events/<int:event>/changes", change_views.EventChanges.as_view(), name="event_changes"),
    *router.urls,
    path(f"{WEBHOOK}/messages", message_views.MessageList.as_view(), name="webhook_messages"),
    path(
        f"{WEBHOOK}/messages/<int:message>/send-again",
        message_views.SendAgain.as_view(),
        name="webhook_send_again",
    ),
]
