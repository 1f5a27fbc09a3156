"""Public pages that are kept equal those that are made: after every act, with no worker at all."""

from datetime import timedelta

import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.play.events.models import Event
from tests.league.play.events.factories import NOW

# one moment for the whole night: what is kept is never too old, only wrong
MOMENT = NOW + timedelta(days=1)


def kept_pages_hold(event: Event) -> None:
    """Assert it of the main pages of an event and its club."""
    here = [event.club.slug, event.slug]
    addresses = [
        reverse("public:club", args=here[:1]),
        *(reverse(f"public:{name}", args=here) for name in ("event", "standings", "meetings")),
    ]
    with time_machine.travel(MOMENT, tick=False):
        kept = [_answer(address) for address in addresses]
        cache.clear()
        made = [_answer(address) for address in addresses]
    for address, one, other in zip(addresses, kept, made, strict=True):
        assert one == other, f"{address} is kept though something has changed"


def _answer(address: str) -> tuple[int, bytes]:
    answer = Client().get(address)
    return answer.status_code, answer.content
