"""The addresses of a club's webhooks at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.webhooks import views

WEBHOOK = "webhooks/<int:webhook>/"

urlpatterns = [
    *views.WebhookPages.urls("webhooks/"),
    path(f"{WEBHOOK}secret/", views.secret, name="webhook_secret"),
    path(f"{WEBHOOK}new-secret/", views.new_secret, name="webhook_new_secret"),
    path(f"{WEBHOOK}test/", views.test, name="webhook_test"),
    path(f"{WEBHOOK}switch/<slug:to>/", views.switch, name="webhook_switch"),
    path(
        f"{WEBHOOK}messages/<int:message>/again/",
        views.again,
        name="webhook_again",
    ),
]
