"""Receivers of webhooks on this machine, and makers of webhooks for tests."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from django.db import transaction

from league.clubs.models import Club
from league.foundation.journal import services as journal
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening
from league.foundation.outbox.models import Way
from league.foundation.outbox.services import send_next
from league.office.webhooks.message_bodies import new_secret
from league.office.webhooks.models import Webhook
from league.office.webhooks.services import Post, send_message
from tests.league.factories import NOW


class Receiver:
    """A real server: `answer` is the status it gives; `got` are the requests, (headers, body)."""

    def __init__(self, answer: int = 204) -> None:
        self.answer = answer
        self.says = b""
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.accepted: list[str] = []
        self.paths: list[str] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?from=club"

    def _handler(receiver) -> type[BaseHTTPRequestHandler]:  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.got.append((headers, body))
                receiver.paths.append(self.path)
                if 200 <= receiver.answer < 300:
                    receiver.accepted.append(headers.get("webhook-id", ""))
                self.send_response(receiver.answer)
                if 300 <= receiver.answer < 400:
                    self.send_header("Location", receiver.url)
                self.end_headers()
                self.wfile.write(receiver.says)

            def log_message(self, *_about: object) -> None:
                """Say nothing."""

        return Handler


@contextmanager
def receiving(answer: int = 204) -> Iterator[Receiver]:
    receiver = Receiver(answer)
    thread = threading.Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        thread.join(10)
        receiver.server.server_close()


def make_webhook(
    club: Club, address: str = "https://club.example/hook", *topics: str, **fields: Any
) -> Webhook:
    """Make a webhook that is sent results, or of these topics."""
    return Webhook.objects.create(
        **{
            "club": club,
            "address": address,
            "topics": list(topics) or ["results"],
            "secret": new_secret(),
            "added_at": NOW,
        }
        | fields
    )


def happen(
    club: Club, kind: str = "table.confirmed", at: datetime = NOW, **fields: Any
) -> Happening:
    with transaction.atomic():
        return journal.append(kind=kind, by=Act(SYSTEM, at), club_id=club.pk, **fields)


def take_turn(at: datetime, exchange: Post | None = None, chance: float = 0.0) -> Webhook | None:
    """Send what is due to the webhook that has the next turn; `exchange` makes the exchange."""
    send = partial(send_message, exchange=exchange) if exchange else None
    message = send_next(Way.WEBHOOK, at=at, send=send, chance=lambda: chance)
    return message and message.webhook
