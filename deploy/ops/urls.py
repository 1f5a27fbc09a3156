"""The addresses that a monitoring system asks."""

from django.urls import path

from deploy.ops.health import livez, readyz

urlpatterns = [
    path("livez", livez, name="livez"),
    path("readyz", readyz, name="readyz"),
]
