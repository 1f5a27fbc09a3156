"""The Django app of jobs: work that takes long and is done in the background."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "league.foundation.jobs"
    label = "orders"  # what jobs were called when their tables were made
