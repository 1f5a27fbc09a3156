"""The name that servers know for one release more: `deploy.site.celery`."""

from deploy.site.celery import app  # noqa: F401
