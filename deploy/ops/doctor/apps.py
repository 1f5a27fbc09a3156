"""The Django app of what the site's own checks keep."""

from django.apps import AppConfig


class DoctorConfig(AppConfig):
    name = "deploy.ops.doctor"
