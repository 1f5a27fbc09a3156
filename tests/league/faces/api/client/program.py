"""A program that knows the API only by the client that is generated from its description."""

import inspect
import json
import pkgutil
import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, get_args
from uuid import uuid4

from deploy.workshop.api_client import PACKAGE, generate
from tests.league.faces.api.client.examples import remember


def generated(folder: Path) -> ModuleType:
    """Generate the client into the folder and return its package."""
    generate(folder / "client")
    sys.path.insert(0, str(folder / "client"))
    return import_module(PACKAGE)


def operations_in(client: ModuleType) -> dict[str, ModuleType]:
    """Return the modules of the operations by their ids."""
    found = {}
    for module in pkgutil.walk_packages(client.__path__, f"{client.__name__}."):
        name = module.name.split(".")
        if len(name) == 4 and name[1] == "api":
            found[name[3]] = import_module(module.name)
    return found


class Program:
    """Calls operations by their ids.

    `called` holds those that were answered with success, with examples where they are wanted.
    """

    def __init__(self, client: ModuleType, url: str, called: dict[str, Any]) -> None:
        self.client, self.url, self.called = client, url, called
        self.operations = operations_in(client)
        self.asker = client.Client(base_url=url)
        self.signed: list[Program] = []

    def signed_in(self, token: str, word: str = "Bearer") -> "Program":
        """Return the program with a token, or with a table's link (`Table`)."""
        other = Program(self.client, self.url, self.called)
        other.asker = self.client.AuthenticatedClient(base_url=self.url, token=token, prefix=word)
        self.signed.append(other)
        return other

    def close(self) -> None:
        """Close its connections, and those of the programs it has signed in."""
        self.asker.get_httpx_client().close()
        for other in self.signed:
            other.close()

    def __call__(self, operation: str, *, body: Any = None, fails: int = 0, **sent: Any) -> Any:
        """Call an operation and return its answer as JSON or bytes.

        `body` is JSON, or the bytes of a file; `fails` is the status of a refusal.
        """
        module = self.operations[operation]
        names = inspect.signature(module._get_kwargs).parameters
        if body is not None:
            sent["body"] = self._as_body(names["body"].annotation, body)
        if "idempotency_key" in names:
            sent.setdefault("idempotency_key", str(uuid4()))
        answer = module.sync_detailed(client=self.asker, **sent)
        assert answer.status_code < 300 or answer.status_code == fails, (
            operation,
            answer.status_code,
            answer.content,
        )
        if answer.status_code < 300:
            assert not fails, f"{operation} was not refused"
            self.called.setdefault(operation, {})
        found = _as_json(answer)
        if answer.status_code < 300:
            remember(self.called, operation, sent=body, answer=found)
        return found

    def _as_body(self, annotation: Any, body: Any) -> Any:
        """Return what is sent as the client takes it: bytes as a file, the rest as a model."""
        if isinstance(body, bytes):
            return self.client.types.File(payload=BytesIO(body))
        return _model(annotation).from_dict(body)


def _model(annotation: Any) -> Any:
    """Return the class of a body's model, where the body may also be left out or another one."""
    options = get_args(annotation) if isinstance(annotation, UnionType) else (annotation,)
    return next(option for option in options if hasattr(option, "from_dict"))


def _as_json(answer: Any) -> Any:
    """Return what was answered, once the client has read it as the description says.

    A file is returned as its bytes.
    """
    if not answer.content:
        return None
    assert answer.parsed is not None, (answer.status_code, answer.content)
    if hasattr(answer.parsed, "payload"):
        return bytes(answer.parsed.payload.read())
    return json.loads(answer.content)
