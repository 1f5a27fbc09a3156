"""Addresses made from names, each once in its club."""

from collections.abc import Collection

from django.utils.text import slugify

LONGEST = 60


def slug_for(name: str, taken: Collection[str], *, fallback: str) -> str:
    """Return an address for the name that is not taken yet.

    A name without a Latin letter or digit (クラブ選手権) gives none: then `fallback` is used.
    """
    wanted = slugify(name)[: LONGEST - 5].strip("-") or fallback
    slug, number = wanted, 1
    while slug in taken:
        number += 1
        slug = f"{wanted}-{number}"
    return slug
