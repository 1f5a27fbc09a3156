"""The WSGI application: pages and API. Live streams are served by asgi.py."""

import gc
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
os.environ.setdefault("DATABASE_LIMITS", "web")  # before the settings are read
# the threads of a web process share connections, so that a request never waits for a new one
os.environ.setdefault("DATABASE_POOL_MAX", "8")

import django

django.setup()

from django.conf import settings  # noqa: E402 - all of these need Django to be ready
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import get_resolver  # noqa: E402
from django.utils import translation  # noqa: E402

from deploy import tracing  # noqa: E402

# before the site is made, which it goes round
tracing.start()

application = get_wsgi_application()


def load_pages() -> None:
    """Load what the first request of each language would otherwise wait for: more than a second."""
    resolver = get_resolver()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            # imports all pages, and reads the texts of the language: addresses depend on it
            _ = resolver.reverse_dict


load_pages()
gc.freeze()  # what is loaded is looked through no more, and processes forked from here share it
