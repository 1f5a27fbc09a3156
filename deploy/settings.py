"""The name that servers know for one release more: `deploy.site.settings`."""

from deploy.site.settings import *  # noqa: F403
