"""One POST to somebody else's server, bounded in time and bytes, never into a private network.

A name is looked up once and every address it has is checked; the connection goes to one of those
that were checked, so that a name which leads elsewhere a moment later leads nowhere. Redirects are
not followed: what answers with one has not taken the message.
"""

import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse, IncompleteRead
from io import BytesIO
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Thread
from time import monotonic
from typing import Any, TypeAlias, cast
from urllib.parse import SplitResult, urlsplit

Ip: TypeAlias = IPv4Address | IPv6Address
Resolve: TypeAlias = Callable[[str, int], Sequence[str]]

# seconds from the first question to the last byte
DEADLINE_S = 15.0
RESOLVING_S = 5.0
MOST_BYTES = 16_384
# an answer that has said its status may go on for so long
REST_S = 1.0
SECURE_PORT, FIRST_FREE_PORT = 443, 1024
LOCAL_NAMES = ("localhost", "local", "internal", "localdomain")

# what may be written into the log of attempts
UNKNOWN_NAME = "unknown_name"
NOT_ALLOWED = "not_allowed"
NO_CONNECTION = "no_connection"
NO_TRUST = "no_trust"
TOO_SLOW = "too_slow"
NO_ANSWER = "no_answer"
FAILURES = (UNKNOWN_NAME, NOT_ALLOWED, NO_CONNECTION, NO_TRUST, TOO_SLOW, NO_ANSWER)

# what a body is unless its headers say otherwise
JSON = {"Content-Type": "application/json"}
# networks whose addresses stand for IPv4 addresses, which may be anywhere
CARRYING_V4 = tuple(
    IPv6Network(network) for network in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)
# reserved networks that not every Python we run on knows: 3.11.10 knows the first
RESERVED = (IPv4Network("192.0.0.0/24"), IPv6Network("3fff::/20"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back: a status and the beginning of the body, or a failure's code."""

    status: int | None = None
    excerpt: str = ""
    failure: str = ""
    duration_ms: int = 0

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class Failed(Exception):
    """There is no answer; its text is one of FAILURES."""


def is_public(text: str) -> bool:
    """Say whether an IP address can be of the public internet."""
    address = _address(text)
    if isinstance(address, IPv6Address) and (carries_v4(address) or address.is_site_local):
        return False
    is_special = address.is_multicast or address.is_reserved
    return address.is_global and not is_special and not any(address in one for one in RESERVED)


def carries_v4(address: IPv6Address) -> bool:
    return any(address in network for network in CARRYING_V4)


def is_private(text: str) -> bool:
    """Say whether an IP address can be of this machine or a network at home, never of its router.

    Addresses that a machine gives itself are left out: cloud providers answer there with secrets.
    """
    address = _address(text)
    if isinstance(address, IPv6Address) and carries_v4(address):
        return False
    is_special = address.is_link_local or address.is_unspecified or address.is_multicast
    return address.is_private and not is_special


def _address(text: str) -> Ip:
    """Read an address; an IPv4 address that is written as IPv6 is what it stands for."""
    address = ip_address(text.partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def may_be_asked(text: str, *, private_too: bool) -> bool:
    return is_public(text) or (private_too and is_private(text))


def is_public_host(host: str, *, private_too: bool) -> bool:
    """Say whether a host may be asked, as far as it says itself: any other name may lead anywhere.

    An address written in another notation than the usual one is none of a site on the internet.
    """
    try:
        return may_be_asked(host, private_too=private_too)
    except ValueError:
        last = host.rstrip(".").rpartition(".")[2].lower()
        return private_too or not (last in LOCAL_NAMES or last.isdigit() or last.startswith("0x"))


def resolved(host: str, port: int) -> list[str]:
    """Return the IP addresses of a name. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in found))


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    private_too: bool = False,
    resolve: Resolve = resolved,
    trust: ssl.SSLContext | None = None,
    deadline_s: float = DEADLINE_S,
) -> Answer:
    """Send the body and return what came of it; nothing is raised.

    `private_too` allows addresses of private networks; `trust` says whose certificates are good.
    """
    began = monotonic()
    until = began + deadline_s
    try:
        status, excerpt = _exchange(
            urlsplit(url), body, headers, private_too, resolve, trust, until
        )
        found = {"status": status, "excerpt": excerpt}
    except Failed as failed:
        found = {"failure": str(failed)}
    return Answer(**cast("Any", found), duration_ms=int((monotonic() - began) * 1000))


def _exchange(
    url: SplitResult,
    body: bytes,
    headers: Mapping[str, str],
    private_too: bool,
    resolve: Resolve,
    trust: ssl.SSLContext | None,
    until: float,
) -> tuple[int, str]:
    ip = _checked(url, private_too, resolve, until)
    with _connected(url, ip, trust, until) as connection:
        try:
            connection.settimeout(_left(until))
            connection.sendall(_request(url, body, headers))
            return _read(connection, until)
        except TimeoutError as error:
            raise Failed(TOO_SLOW) from error
        except (OSError, HTTPException, ValueError) as error:
            raise Failed(NO_ANSWER) from error


def port_of(url: SplitResult) -> int:
    return url.port or (SECURE_PORT if url.scheme == "https" else 80)


def _checked(url: SplitResult, private_too: bool, resolve: Resolve, until: float) -> str:
    """Return an address of the host, all of which may be asked. Raises Failed."""
    found = _look_up(url.hostname or "", port_of(url), resolve, min(_left(until), RESOLVING_S))
    if not found:
        raise Failed(UNKNOWN_NAME)
    if not all(may_be_asked(ip, private_too=private_too) for ip in found):
        raise Failed(NOT_ALLOWED)
    # machines without IPv6 reach those addresses alone
    return next((ip for ip in found if ":" not in ip), found[0])


def _look_up(host: str, port: int, resolve: Resolve, patience_s: float) -> Sequence[str]:
    """Ask for the addresses in a thread of its own: the system's look-up knows no time limit."""
    found: list[str] = []

    def ask() -> None:
        try:
            found.extend(resolve(host, port))
        except (OSError, UnicodeError):
            found.clear()

    thread = Thread(target=ask, daemon=True)
    thread.start()
    thread.join(patience_s)
    if thread.is_alive():
        raise Failed(TOO_SLOW)
    return found


def _connected(
    url: SplitResult, ip: str, trust: ssl.SSLContext | None, until: float
) -> socket.socket:
    """Connect to the checked address; certificates are of the name in the URL. Raises Failed."""
    try:
        plain = socket.create_connection((ip, port_of(url)), timeout=_left(until))
    except TimeoutError as error:
        raise Failed(TOO_SLOW) from error
    except OSError as error:
        raise Failed(NO_CONNECTION) from error
    if url.scheme != "https":
        return plain
    try:
        plain.settimeout(_left(until))
        context = trust or ssl.create_default_context()
        return context.wrap_socket(plain, server_hostname=url.hostname)
    except TimeoutError as error:
        plain.close()
        raise Failed(TOO_SLOW) from error
    except (OSError, ValueError) as error:
        plain.close()
        raise Failed(NO_TRUST) from error


def _request(url: SplitResult, body: bytes, headers: Mapping[str, str]) -> bytes:
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    lines = [
        f"POST {target} HTTP/1.1",
        f"Host: {url.netloc}",
        "User-Agent: Tricktable",
        "Accept: */*",
        "Accept-Encoding: identity",
        "Connection: close",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in (JSON | dict(headers)).items()),
    ]
    return "\r\n".join((*lines, "", "")).encode("ascii") + body


def _read(connection: socket.socket, until: float) -> tuple[int, str]:
    """Return the status and the beginning of the body, of what comes until then."""
    got = b""
    while b"\r\n\r\n" not in got and len(got) < MOST_BYTES:
        got += _more(connection, until)
    status, length = _status_and_length(got)
    until = min(until, monotonic() + REST_S)
    head = got.index(b"\r\n\r\n") + 4 if b"\r\n\r\n" in got else len(got)
    most = MOST_BYTES if length is None else min(head + length, MOST_BYTES)
    while len(got) < most:
        try:
            got += _more(connection, until)
        except (OSError, HTTPException, Failed):
            break  # the status is what counts
    return status, _excerpt(got[:most])


def _excerpt(got: bytes) -> str:
    """Return the body as text, as far as it came; no database stores the character NUL."""
    try:
        body = _parsed(got).read(MOST_BYTES)
    except IncompleteRead as error:
        body = error.partial
    return body.decode("utf-8", "replace").replace("\0", "")


def _more(connection: socket.socket, until: float) -> bytes:
    connection.settimeout(_left(until))
    part = connection.recv(4096)
    if not part:
        raise HTTPException("it ended")
    return part


def _left(until: float) -> float:
    left = until - monotonic()
    if left <= 0:
        raise Failed(TOO_SLOW)
    return left


class _Got:
    """What was received, as the parser of the standard library takes it."""

    def __init__(self, got: bytes) -> None:
        self.got = got

    def makefile(self, *_mode: object) -> BytesIO:
        return BytesIO(self.got)


def _parsed(got: bytes) -> HTTPResponse:
    response = HTTPResponse(cast("Any", _Got(got)))
    response.begin()
    return response


def _status_and_length(got: bytes) -> tuple[int, int | None]:
    response = _parsed(got)
    return response.status, response.length
