"""The addresses of webhooks, their messages, and changes."""

from django.urls import path

from league.api.webhooks import change_views, message_views, views

WEBHOOK = "clubs/<slug:club>/webhooks/<int:webhook>"

urlpatterns = [
    path("clubs/<slug:club>/changes", change_views.ClubChanges.as_view(), name="changes"),
    path("events/<int:event>/changes", change_views.EventChanges.as_view(), name="event_changes"),
    path("clubs/<slug:club>/webhooks", views.WebhookList.as_view(), name="webhooks"),
    path(WEBHOOK, views.WebhookView.as_view(), name="webhook"),
    path(f"{WEBHOOK}/secret", views.WebhookSecret.as_view(), name="webhook_secret"),
    path(f"{WEBHOOK}/test", views.TestWebhook.as_view(), name="webhook_test"),
    path(f"{WEBHOOK}/messages", message_views.MessageList.as_view(), name="webhook_messages"),
    path(
        f"{WEBHOOK}/messages/<int:message>/send-again",
        message_views.SendAgain.as_view(),
        name="webhook_send_again",
    ),
]
