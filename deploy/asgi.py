"""The name that servers know for one release more: `deploy.site.asgi`."""

from deploy.site.asgi import application  # noqa: F401
