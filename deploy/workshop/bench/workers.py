"""The workers, here in this process: each message is served when `serve` is called."""

from collections import deque
from contextlib import ExitStack
from typing import Any, Self
from unittest.mock import patch

SWEEP = "deploy.site.tasks.sweep"


class Workers:
    """Notes what is sent while it is entered; it goes to the broker too, where nobody reads it."""

    def __init__(self) -> None:
        from celery import current_app

        from deploy.site.celery import app

        app.loader.import_default_modules()
        self._tasks = app.tasks
        self._send = current_app.send_task
        self._waiting: deque[tuple[str, dict[str, Any]]] = deque()
        self._leave = ExitStack()

    def __enter__(self) -> Self:
        self._leave.enter_context(
            patch("league.foundation.queues.current_app.send_task", self._note)
        )
        return self

    def __exit__(self, *_error: object) -> None:
        self._leave.close()

    def _note(self, name: str, *, kwargs: dict[str, Any], **more: Any) -> object:
        self._waiting.append((name, kwargs))
        return self._send(name, kwargs=kwargs, **more)

    def serve(self) -> None:
        """Serve all that was sent, and what is sent meanwhile."""
        while self._waiting:
            name, kwargs = self._waiting.popleft()
            self._tasks[name](**kwargs)

    def sweep(self) -> None:
        """Do what the clock has done every few seconds: what waited and is due now is sent."""
        self._tasks[SWEEP]()
