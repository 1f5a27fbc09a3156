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
    path(
        f"{WEBHOOK}/messages",
        views.MessageViewSet.as_view({"get": "list"}),
        name="webhook_messages",
    ),
    path(
        f"{WEBHOOK}/messages/<int:message>/send-again",
        views.MessageViewSet.as_view({"post": "send_again"}),
        name="webhook_send_again",
    ),
]
