"""The addresses of webhooks, their messages, and changes."""

from django.urls import path

from league.faces.api.resources import Router
from league.faces.api.webhooks import views

WEBHOOK = "clubs/<slug:club>/webhooks/<int:webhook>"

router = Router()
router.register("clubs/<slug:club>/webhooks", views.WebhookViewSet, "webhook")

urlpatterns = [
    path("clubs/<slug:club>/changes", views.ClubChanges.as_view(), name="changes"),
    path("events/<int:event>/changes", views.EventChanges.as_view(), name="event_changes"),
    *router.urls,
    path(f"{WEBHOOK}/messages", views.MessageList.as_view(), name="webhook_messages"),
    path(
        f"{WEBHOOK}/messages/<int:message>/send-again",
        views.SendAgain.as_view(),
        name="webhook_send_again",
    ),
]
