"""Figures for a monitoring system that knows the token."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django_prometheus.exports import ExportToDjangoView


def metrics(request: HttpRequest) -> HttpResponse:
    given = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(
        given, f"Bearer {settings.METRICS_TOKEN}"
    ):
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    return response
