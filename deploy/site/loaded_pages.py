"""Pages and texts that a process loads before it begins, and not when they are first asked for."""

from django.conf import settings
from django.urls import get_resolver
from django.utils import translation


def load_pages() -> None:
    """Load what the first request of each language would otherwise wait for: more than a second."""
    resolver = get_resolver()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            # imports all pages, and reads the texts of the language: addresses depend on it
            _ = resolver.reverse_dict
