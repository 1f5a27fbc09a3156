"""The views of the desk, as its addresses lead to them."""

from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from league.faces.desk.records.views import ResourceView


def views_of_the_desk(patterns=None, *, inside=False):
    """Return the views of the desk by the names of their addresses."""
    found = {}
    for one in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(one, URLResolver):
            is_desk = inside or one.namespace == "desk"
            found |= views_of_the_desk(one.url_patterns, inside=is_desk)
        elif isinstance(one, URLPattern) and inside and one.name:
            found[one.name] = one.callback
    return found


def resources_of_the_desk() -> dict[str, Any]:
    """Return the classes of plain things by the names of their addresses.

    What they do has its way back in the class itself.
    """
    views = {name: getattr(view, "view_class", None) for name, view in views_of_the_desk().items()}
    return {name: one for name, one in views.items() if one and issubclass(one, ResourceView)}
