"""Sending mails: however slowly a mail server speaks, one mail is over after a minute.

The timeout of a connection restarts with each byte that comes: a server that drips one every
few seconds would hold the thread that talks to it for ever.
"""

import smtplib
import socket
from threading import Timer
from typing import Any

from django.core.mail.backends.smtp import EmailBackend

# of one connection, from when it is there; shorter than until a lost worker's mail is taken up
LONGEST_S = 60.0


class ShortConnection(smtplib.SMTP):
    """A connection that is shut down after LONGEST_S, whatever it is doing then."""

    _handle: socket.socket | None = None
    _timer: Timer | None = None

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        made: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]
        # of its own: TLS takes the other one over
        self._handle = made.dup()
        self._timer = Timer(LONGEST_S, _shut_down, [self._handle])
        self._timer.daemon = True
        self._timer.start()
        return made

    def close(self) -> None:
        super().close()
        if self._timer is not None:
            self._timer.cancel()
        if self._handle is not None:
            self._handle.close()


def _shut_down(handle: socket.socket) -> None:
    try:
        handle.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it is over already


class ShortEmailBackend(EmailBackend):
    @property
    def connection_class(self) -> Any:
        return ShortConnection
