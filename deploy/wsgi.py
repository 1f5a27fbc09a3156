"""Pages and API. Live streams are not served here: see asgi.py."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
# the threads of a web process share connections, so that a request never waits for a new one
os.environ.setdefault("DATABASE_POOL_MAX", "8")

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
