"""The WSGI application: pages and API. Live streams are served by asgi.py."""

import gc
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
os.environ.setdefault("DATABASE_LIMITS", "web")  # before the settings are read
# the threads of a web process share connections, so that a request never waits for a new one
os.environ.setdefault("DATABASE_POOL_MAX", "8")

import django

django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402 - all need Django to be ready

from deploy.site import tracing  # noqa: E402
from deploy.site.loaded_pages import load_pages  # noqa: E402

# before the site is made, which it goes round
tracing.start()

application = get_wsgi_application()
load_pages()
gc.freeze()  # what is loaded is looked through no more, and processes forked from here share it
