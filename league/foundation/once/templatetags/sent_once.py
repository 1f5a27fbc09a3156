"""The hidden field that lets a form be sent twice and done once."""

from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.foundation.once.middleware import FIELD

register = template.Library()


@register.simple_tag
def sent_once() -> SafeString:
    """Return the field with a fresh key; stands in every form that makes something."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, uuid4())
