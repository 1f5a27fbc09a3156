"""Whatever the tests of the API ask, the answer has a status that is described."""

import pytest

from league.api.api_view import ApiView
from league.api.description import description


def described_statuses() -> dict[str, set[str]]:
    return {
        operation["operationId"]: set(operation["responses"])
        for operations in description("en")["paths"].values()
        for operation in operations.values()
    }


@pytest.fixture(autouse=True)
def _statuses_are_described(monkeypatch):
    known = described_statuses()
    usual = ApiView.finalize_response

    def checked(view, request, response, *args, **kwargs):
        final = usual(view, request, response, *args, **kwargs)
        handler = getattr(view, (request.method or "").lower(), None)
        operation = getattr(handler, "operation", None)
        if operation is not None:
            assert str(final.status_code) in known[operation], (operation, final.status_code)
        return final

    monkeypatch.setattr(ApiView, "finalize_response", checked)
