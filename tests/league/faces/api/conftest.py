"""Whatever the tests of the API ask, the answer has a status that is described.

And what a write says of where the row is, and of its version, is what a GET says of it.
"""

import pytest
from django.db import connection
from django.http import Http404
from django.urls import resolve
from rest_framework.exceptions import PermissionDenied

from league.faces.api.api_view import ApiView
from league.faces.api.conditional import WRITES_ROWS, digest_as_etag
from league.faces.api.description import description
from league.faces.api.keyed import shown_now


def described_statuses() -> dict[str, set[str]]:
    return {
        operation["operationId"]: set(operation["responses"])
        for operations in description("en")["paths"].values()
        for operation in operations.values()
    }


def check_version(view, request, answer):
    """Check that a GET has the version that a write says; not where queries are counted."""
    if "ETag" not in answer or connection.force_debug_cursor:
        return
    try:
        shown = shown_by_get(view, request, answer)
    except (Http404, PermissionDenied):
        # what was switched off or given away is not there for him; what was made is
        assert "Location" not in answer
    else:
        assert answer["ETag"] == digest_as_etag(shown), (view, shown, answer.content)


def shown_by_get(view, request, answer):
    kind, kwargs = view.version_of or type(view), view.kwargs
    if "Location" in answer:
        match = resolve(answer["Location"])
        kind, kwargs = match.func.cls, match.kwargs
    if request.user.is_authenticated:
        request.user.refresh_from_db()  # as it would be with the next request
    reader = kind()
    return shown_now(reader, request, kwargs)


@pytest.fixture(autouse=True)
def _statuses_are_described(monkeypatch):
    known = described_statuses()
    usual = ApiView.finalize_response

    def checked(view, request, response, *args, **kwargs):
        final = usual(view, request, response, *args, **kwargs)
        operation = view.operation_id()
        if operation in known:
            assert str(final.status_code) in known[operation], (operation, final.status_code)
        if request.method in WRITES_ROWS and final.status_code in (200, 201):
            final.add_post_render_callback(lambda answer: check_version(view, request, answer))
        return final

    monkeypatch.setattr(ApiView, "finalize_response", checked)
