"""The name that servers know for one release more: `deploy.site.wsgi`."""

from deploy.site.wsgi import application  # noqa: F401
