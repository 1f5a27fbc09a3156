"""Mail servers as they are met: one is silent, one never finishes, one takes everything.

Others hold up the first who comes, before or after they have taken the mail.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class MailServer:
    """A mail server in a thread: `port`, what it `took`, and how many had `connected`."""

    def __init__(self) -> None:
        self.took: list[str] = []
        self.connected = threading.Semaphore(0)
        self.is_over = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def serve(self, client: socket.socket) -> None:
        raise NotImplementedError

    def close(self) -> None:
        self.is_over.set()
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for thread in self._threads:
            thread.join(10)

    def _accept(self) -> None:
        while not self.is_over.is_set():
            try:
                client, _address = self._listening.accept()
            except OSError:
                return
            self.connected.release()
            thread = threading.Thread(target=self._serve, args=[client])
            self._threads.append(thread)
            thread.start()

    def _serve(self, client: socket.socket) -> None:
        with client:
            try:
                self.serve(client)
            except OSError:
                return


class SilentServer(MailServer):
    """Takes connections and says nothing."""

    def serve(self, client: socket.socket) -> None:
        self.is_over.wait(120)


class EndlessServer(MailServer):
    """Begins to greet and does not come to an end, so that no timeout is ever reached."""

    def serve(self, client: socket.socket) -> None:
        while not self.is_over.wait(0.2):
            client.sendall(b"220-Welcome\r\n")


class GoodServer(MailServer):
    """Takes every mail."""

    def serve(self, client: socket.socket) -> None:
        lines = client.makefile("rwb", buffering=0)
        lines.write(b"220 ready\r\n")
        while line := lines.readline():
            if line.upper().startswith(b"DATA"):
                lines.write(b"354 go on\r\n")
                text = []
                while (part := lines.readline()) not in (b".\r\n", b""):
                    text.append(part.decode())
                self.take("".join(text))
            lines.write(b"250 taken\r\n")

    def take(self, text: str) -> None:
        self.took.append(text)


class HoldsBeforeServer(GoodServer):
    """Never greets the first who comes; `held` is released when somebody is."""

    def __init__(self) -> None:
        self.held = threading.Semaphore(0)
        self._is_first = True
        super().__init__()

    def hold_first(self) -> None:
        if self._is_first:
            self._is_first = False
            self.held.release()
            self.is_over.wait(120)

    def serve(self, client: socket.socket) -> None:
        self.hold_first()
        super().serve(client)


class HoldsBehindServer(HoldsBeforeServer):
    """Takes the mail of the first who comes, and never says so."""

    def serve(self, client: socket.socket) -> None:
        GoodServer.serve(self, client)

    def take(self, text: str) -> None:
        super().take(text)
        self.hold_first()


@contextmanager
def running(server: type[MailServer]) -> Iterator[MailServer]:
    made = server()
    try:
        yield made
    finally:
        made.close()


# what a mail server sends back of a mail that it could not deliver
REPORT = """\
From: MAILER-DAEMON@mail.example
To: club@example.org
Subject: Undelivered
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain

I could not deliver it.

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

Final-Recipient: rfc822; {to}
Action: {action}
Status: {status}

--B
Content-Type: text/rfc822-headers

From: club@example.org
To: {to}
Message-ID: {message_id}
Subject: x

--B--
"""


def bounce_of(message_id: str, to: str, *, action: str = "failed", status: str = "5.1.1") -> bytes:
    """Return the report of a mail that did not arrive, as it comes in."""
    text = REPORT.format(to=to, action=action, status=status, message_id=message_id)
    return text.encode()
