"""What a token must be good for: each view says it method by method, as `token_scopes`.

Whoever comes with a session or a table's link is not limited by this; permissions hold for
everybody besides.
"""

from typing import Any

from league.clubs.models import Scope

HANDLERS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def needed_scope(view: Any, method: str) -> Scope | None:
    """Return what a token needs for a method of a view, None for nothing. Raises LookupError."""
    try:
        scope: Scope | None = view.token_scopes[method]
    except KeyError:
        name = getattr(view, "__name__", type(view).__name__)
        raise LookupError(f"{name} has no scope for {method}: say it in `token_scopes`") from None
    return scope


def check_declared(view: type) -> None:
    """Refuse a view with a method whose scope is not said. Raises LookupError."""
    for method in HANDLERS:
        if hasattr(view, method.lower()):
            needed_scope(view, method)
