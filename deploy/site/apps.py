"""The Django app of the site as a whole, which loads the task queue."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy.site"
    label = "deploy"

    def ready(self) -> None:
        # whoever sends a task finds our queue, whatever module it came through
        from deploy.site import celery

        # counts by being connected
        from deploy.site.metrics import tasks_seen
