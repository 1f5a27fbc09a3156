"""Parts of pages that are the same for everybody in a language: made once for each."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def same_for_all(name: str) -> SafeString:
    """Return the template of this name, which needs nothing of the page it stands on."""
    return _made(name, get_language())


@lru_cache(maxsize=64)
def _made(name: str, _language: str | None) -> SafeString:
    return render_to_string(name)
