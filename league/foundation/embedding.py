"""What other websites may ask for when they show a table of this one, and where they find it."""

from django.conf import settings

ROWS = 10
MOST_ROWS = 50
THEMES = ("light", "dark")


def absolute(path: str) -> str:
    """Return the address with the site's own name in front."""
    return f"{settings.SITE_URL}{path}"
