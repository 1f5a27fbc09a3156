"""Pages and answers that the site keeps are forgotten; requests that were counted are not."""

from typing import Any

from django.core.cache import cache

# what the keys of kept pages, answers and pictures begin with
KEPT = ("page:", "api:", "picture:")


def forget_kept_pages() -> None:
    """Delete what is kept; a cache that cannot tell its keys apart is emptied."""
    backend: Any = cache
    if hasattr(backend, "delete_beginning_with"):
        backend.delete_beginning_with(KEPT)
    else:
        cache.clear()
