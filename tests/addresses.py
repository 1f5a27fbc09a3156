"""Every address of the site, as its resolver has it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import get_resolver
from django.urls.resolvers import URLResolver


@dataclass(frozen=True)
class Address:
    """A named address: its face ("" for the site's own), its view, the names in its path."""

    face: str
    view: str
    arguments: frozenset[str]
    callback: Callable[..., Any]

    @property
    def name(self) -> str:
        return f"{self.face}:{self.view}" if self.face else self.view


@cache
def all_addresses() -> tuple[Address, ...]:
    """Return all addresses that have a name, sorted by it."""
    found: list[Address] = []

    def collect(resolver: URLResolver, face: str, above: frozenset[str]) -> None:
        for pattern in resolver.url_patterns:
            arguments = above | frozenset(pattern.pattern.regex.groupindex)
            if isinstance(pattern, URLResolver):
                collect(pattern, pattern.app_name or face, arguments)
            elif pattern.name:
                found.append(Address(face, pattern.name, arguments, pattern.callback))

    collect(get_resolver(), "", frozenset())
    return tuple(sorted(found, key=lambda one: (one.name, sorted(one.arguments))))
