"""The addresses of a club's webhooks at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.webhooks import views, webhook_acts

WEBHOOK = "webhooks/<int:webhook>/"

urlpatterns = [
    *views.WebhookPages.urls("webhooks/"),
    path(f"{WEBHOOK}secret/", views.secret, name="webhook_secret"),
    path(f"{WEBHOOK}new-secret/", webhook_acts.new_secret, name="webhook_new_secret"),
    path(f"{WEBHOOK}test/", webhook_acts.test, name="webhook_test"),
    path(f"{WEBHOOK}switch/<slug:to>/", webhook_acts.switch, name="webhook_switch"),
    path(
        f"{WEBHOOK}messages/<int:message>/again/",
        webhook_acts.again,
        name="webhook_again",
    ),
]
