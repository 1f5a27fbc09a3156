"""An exchange with somebody else's server: never inside, never long, never much."""

import socket
import ssl
import threading
from contextlib import contextmanager

import pytest

from league.office.webhooks.exchange import MOST_BYTES, is_private, is_public, may_be_asked, post
from tests.league.office.webhooks.receivers import receiving

NOWHERE = "0.0.0.0"  # noqa: S104  no binding: an address to be refused


@pytest.mark.long
@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", NOWHERE),
        *("100.64.0.1", "100.100.100.200", "192.0.2.7", "198.18.0.1", "224.0.0.1"),
        *("255.255.255.255", "240.0.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fd00:ec2::254"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1"),
        *("64:ff9b:1::a00:1", "2002:7f00:1::", "2001:0:1::1", "fec0::1", "ff02::1", "2001:db8::1"),
        *("192.0.0.8", "192.0.0.200", "3fff::1"),
    ],
)
def test_addresses_that_are_not_of_the_public_internet_are_refused(address):
    assert not is_public(address)
    assert not may_be_asked(address, private_too=False)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])
def test_public_addresses_are_asked(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "address", ["169.254.169.254", NOWHERE, "fe80::1", "::ffff:169.254.169.254", "224.0.0.1"]
)
def test_where_private_networks_are_allowed_the_machines_own_addresses_stay_refused(address):
    assert not may_be_asked(address, private_too=True)
    assert is_private("192.168.1.1")


@pytest.mark.parametrize(
    ("found", "failure"),
    [
        (["10.0.0.1"], "not_allowed"),
        (["93.184.215.14", "127.0.0.1"], "not_allowed"),
        (["::ffff:192.168.0.1"], "not_allowed"),
        ([], "unknown_name"),
    ],
)
def test_a_name_is_refused_for_any_of_its_addresses(found, failure):
    answer = post("https://club.example/", b"{}", {}, resolve=lambda _host, _port: found)

    assert (answer.status, answer.failure) == (None, failure)


def test_the_connection_goes_to_the_address_that_was_checked_and_says_the_name():
    looked_up = []

    def resolve(host, port):
        looked_up.append((host, port))
        return ["127.0.0.1"]

    with receiving() as receiver:
        url = f"http://club.example:{receiver.port}/hook?a=1"
        answer = post(url, b'{"a": 1}', {"webhook-id": "msg_1"}, private_too=True, resolve=resolve)
        headers, body = receiver.got[0]

    # a second look-up would be the chance of a name that leads elsewhere by then
    assert looked_up == [("club.example", receiver.port)]
    assert (answer.status, body, receiver.paths) == (204, b'{"a": 1}', ["/hook?a=1"])
    assert headers["host"] == f"club.example:{receiver.port}"
    assert headers["content-type"] == "application/json"


def test_redirects_are_not_followed():
    with receiving(302) as receiver:
        answer = post(receiver.url, b"{}", {}, private_too=True)

    assert (answer.status, answer.is_success, len(receiver.got)) == (302, False, 1)


def test_nothing_of_this_machine_is_asked_unless_the_site_allows_it():
    with receiving() as receiver:
        answer = post(receiver.url, b"{}", {})

    assert (answer.failure, receiver.got) == ("not_allowed", [])


@contextmanager
def talking(*parts: bytes, every_s: float = 0.0, context: ssl.SSLContext | None = None):
    """A server that says these parts again and again, to one guest, until he goes."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def talk() -> None:
        try:
            guest = listening.accept()[0]
            guest = context.wrap_socket(guest, server_side=True) if context else guest
            with guest:
                for part in parts:
                    guest.sendall(part)
                while not over.wait(every_s or 0.001):
                    guest.sendall(parts[-1])
        except OSError:
            return

    thread = threading.Thread(target=talk)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        over.set()
        listening.close()
        thread.join(10)


@pytest.mark.long
def test_a_receiver_that_says_a_letter_at_a_time_is_left_when_the_time_is_over():
    with talking(b"H", b"x", every_s=0.02) as port:
        answer = post(f"http://127.0.0.1:{port}/", b"{}", {}, private_too=True, deadline_s=0.3)

    assert answer.failure == "too_slow"


def test_of_an_answer_without_end_no_more_than_the_beginning_is_read():
    with talking(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 4096) as port:
        answer = post(f"http://127.0.0.1:{port}/", b"{}", {}, private_too=True)

    assert answer.status == 200
    assert 0 < len(answer.excerpt) < MOST_BYTES


def test_headers_without_end_are_no_answer():
    with talking(b"HTTP/1.1 200 OK\r\n", b"a: b\r\n" * 500) as port:
        answer = post(f"http://127.0.0.1:{port}/", b"{}", {}, private_too=True)

    assert (answer.status, answer.failure) == (None, "no_answer")


def test_an_answer_without_text_characters_can_be_stored():
    with receiving(500) as receiver:
        receiver.says = b"a\0b\xff"
        answer = post(receiver.url, b"{}", {}, private_too=True)

    assert (answer.status, answer.excerpt) == (500, "ab\N{REPLACEMENT CHARACTER}")


def test_a_name_that_is_looked_up_for_ever_is_given_up():
    waits = threading.Event()

    def resolve(_host, _port):
        waits.wait(30)
        return []

    answer = post("https://club.example/", b"", {}, resolve=resolve, deadline_s=0.1)
    waits.set()

    assert answer.failure == "too_slow"
