"""Addresses for programs outside the browser, with the site's own name in them."""

from urllib.parse import urlsplit

from django import template

from league.embedding import absolute

register = template.Library()


@register.filter
def webcal(path: str) -> str:
    """Return the address that opens people's calendars: "webcal://host/path"."""
    return urlsplit(absolute(path))._replace(scheme="webcal").geturl()


@register.filter
def with_site(path: str) -> str:
    """Return the address with the site's own name in front."""
    return absolute(path)
