"""A server that takes connections and never answers, as a broker does whose machine hangs."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class HangingServer:
    """`url` with the scheme of a broker leads to it; `connections` counts who has come so far."""

    def __init__(self) -> None:
        self.connections = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._held: list[socket.socket] = []
        self._thread = threading.Thread(target=self._hold)
        self._thread.start()

    def url(self, scheme: str) -> str:
        return f"{scheme}://127.0.0.1:{self._listening.getsockname()[1]}//"

    def _hold(self) -> None:
        while True:
            try:
                self._held.append(self._listening.accept()[0])
            except OSError:
                return
            self.connections += 1

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        for one in (self._listening, *self._held):
            one.close()


@contextmanager
def hanging() -> Iterator[HangingServer]:
    server = HangingServer()
    try:
        yield server
    finally:
        server.close()
