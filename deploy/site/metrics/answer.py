"""`/metrics`: the figures of all processes of the machine, for who knows the token."""

import threading
import time
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from deploy.site.metrics.folder import bury_the_dead
from deploy.site.metrics.readings import SECONDS, Readings


class FiguresRead:
    """A registry of what is read from the database and the broker."""

    def __init__(self) -> None:
        self.readings = Readings()
        self._registry = CollectorRegistry()
        self._registry.register(self.readings)

    def text(self) -> bytes:
        return generate_latest(self._registry)


class FiguresCounted:
    """What the processes counted: of all in the folder, kept for some seconds, or of this one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until = 0.0
        self._text = b""

    def text(self, folder: str) -> bytes:
        if not folder:
            return generate_latest(REGISTRY)
        with self._lock:
            if time.monotonic() >= self._until:
                self._text = text_of_folder(folder)
                self._until = time.monotonic() + SECONDS
            return self._text


def text_of_folder(folder: str) -> bytes:
    """Return what all processes have counted that leave their figures in the folder."""
    bury_the_dead(Path(folder))
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


READ, COUNTED = FiguresRead(), FiguresCounted()


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not knows_the_token(request.headers.get("Authorization", "")):
        raise Http404
    text = COUNTED.text(settings.PROMETHEUS_MULTIPROC_DIR) + READ.text()
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def knows_the_token(authorization: str) -> bool:
    token = settings.METRICS_TOKEN
    return bool(token) and constant_time_compare(authorization, f"Bearer {token}")
