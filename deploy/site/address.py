"""Where the site of `make run` is reached."""

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared only


class CannotStart(Exception):
    """Something the embedded servers need is missing; the text says what to do about it."""


@dataclass(frozen=True, slots=True)
class Address:
    host: str
    port: int

    @property
    def is_everywhere(self) -> bool:
        return self.host in EVERYWHERE

    @property
    def name(self) -> str:
        """The host as a browser would write it: of all addresses the one in the local network."""
        host = own_address() if self.is_everywhere else self.host
        return f"[{host}]" if ":" in host else host

    @property
    def url(self) -> str:
        return f"http://{self.name}:{self.port}"

    @property
    def allowed_hosts(self) -> str:
        names = ["localhost", "127.0.0.1", "[::1]", self.name]
        if self.is_everywhere:
            names += [socket.gethostname(), f"{socket.gethostname()}.local"]
        return ",".join(dict.fromkeys(names))


def address_from_environment() -> Address:
    """Read HOST and PORT. Raises CannotStart when the port is no port."""
    host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    if not port.isdecimal() or not 1 <= int(port) <= 65_535:
        raise CannotStart(f"PORT is {port!r}: write a number from 1 to 65535, as in PORT=8000.")
    return Address(host, int(port))


def demo_url(noted: Path) -> str:
    """Return where the demo is reached: by HOST and PORT, else as the running site has noted it.

    Raises CannotStart when PORT is no port.
    """
    if not (os.environ.get("HOST") or os.environ.get("PORT")) and noted.exists():
        return noted.read_text().strip()
    return address_from_environment().url


def own_address() -> str:
    """Return this machine's address in its network, or the loopback one when it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # nothing is sent: it only asks which of our addresses would be used
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


# --- The address of the person's own device, also when proxies of ours stand between ---


class ClientAddressMiddleware(MiddlewareMixin):
    """Sets REMOTE_ADDR from X-Forwarded-For; entries before our own proxies' are not trusted."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def process_request(self, request: HttpRequest) -> None:
        hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if settings.PROXIES and len(hops) >= settings.PROXIES:
            request.META["REMOTE_ADDR"] = hops[-settings.PROXIES].strip()
