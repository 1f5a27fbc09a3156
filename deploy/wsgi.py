"""The WSGI application: pages and API. Live streams are served by asgi.py."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
# the threads of a web process share connections, so that a request never waits for a new one
os.environ.setdefault("DATABASE_POOL_MAX", "8")

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver
from django.utils import translation

from deploy.kept_answers import KeptAnswers

application = KeptAnswers(get_wsgi_application())


def load_pages() -> None:
    """Load what the first request of each language would otherwise wait for: more than a second."""
    resolver = get_resolver()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            # imports all pages, and reads the texts of the language: addresses depend on it
            _ = resolver.reverse_dict


load_pages()
