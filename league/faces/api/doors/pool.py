"""How many doors answer at once, so that they never take all threads of the pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException

SECONDS_UNTIL_FREE = 1  # no answer of a door takes longer


class DoorsBusy(APIException):
    """Others are being answered: 503 with Retry-After."""

    status_code = 503
    default_code = "busy"

    def __init__(self) -> None:
        super().__init__(_("The server is busy just now: send the same request again in a second."))
        self.wait = SECONDS_UNTIL_FREE  # the answer gets the header Retry-After from it


_places = BoundedSemaphore(settings.DOOR_THREADS)


@contextmanager
def a_place() -> Iterator[None]:
    """Hold one of the places of this process. Nobody waits in a thread: raises DoorsBusy."""
    if not _places.acquire(blocking=False):
        raise DoorsBusy
    try:
        yield
    finally:
        _places.release()
