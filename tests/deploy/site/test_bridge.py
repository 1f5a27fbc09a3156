"""Pages run in threads of the ASGI server: the request arrives whole, and so does the answer."""

import asyncio

import pytest

from deploy.site.bridge import LARGEST_BODY, WHOLE_ANSWER, ThreadBridge, wsgi_environ


def scope(**changes):
    return {
        "type": "http",
        "method": "POST",
        "path": "/クラブ",
        "query_string": b"a=1",
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.1", 5555),
        "headers": [],
        **changes,
    }


def call(wsgi, *received, **changes):
    """Call the bridge with the messages and return the ones it sent."""
    sent, messages = [], iter(received or [{"type": "http.request", "body": b""}])

    async def receive():
        return next(messages)

    async def send(message):
        sent.append(message)

    asyncio.run(ThreadBridge(wsgi, threads=2)(scope(**changes), receive, send))
    return sent


def body_of(sent):
    return b"".join(message.get("body", b"") for message in sent)


def test_request_arrives_whole_and_the_answer_is_sent_at_once():
    def wsgi(environ, start_response):
        read = environ["wsgi.input"].read()
        start_response("201 Created", [("Content-Type", "text/plain"), ("X-Two", "a")])
        return [environ["REQUEST_METHOD"].encode(), b" ", read]

    sent = call(
        wsgi,
        {"type": "http.request", "body": b"tric", "more_body": True},
        {"type": "http.request", "body": b"ks", "more_body": False},
    )

    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[0]["status"] == 201
    assert sent[0]["headers"] == [(b"content-type", b"text/plain"), (b"x-two", b"a")]
    assert sent[1] == {"type": "http.response.body", "body": b"POST tricks", "more_body": False}


def test_environ_is_as_pep_3333_wants_it():
    environ = wsgi_environ(
        scope(
            headers=[
                (b"content-type", b"text/csv"),
                (b"content-length", b"99"),
                (b"cookie", b"a=1"),
                (b"cookie", b"b=2"),
                (b"accept", b"text/html"),
                (b"accept", b"*/*"),
            ]
        ),
        None,
        7,
    )

    assert environ["PATH_INFO"].encode("latin-1").decode() == "/クラブ"
    assert environ["QUERY_STRING"] == "a=1"
    assert environ["CONTENT_TYPE"] == "text/csv"
    assert environ["CONTENT_LENGTH"] == "7", "the length of what was read, not what was claimed"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["HTTP_ACCEPT"] == "text/html,*/*"
    assert environ["REMOTE_ADDR"] == "192.0.2.1"


def test_cookies_that_are_slow_to_read_are_left_out():
    def cookies_of(*values):
        headers = [(b"cookie", value) for value in values]
        return wsgi_environ(scope(headers=headers), None, 0)["HTTP_COOKIE"]

    slow = b'x="' + b'\\"' * 16_000 + b'"'
    assert cookies_of(b"a=1; " + slow, b"b=2") == "a=1; b=2"
    assert cookies_of(b'a="x\\054y"; b=2') == 'a="x\\054y"; b=2'


def test_header_with_an_underscore_cannot_pass_for_one_with_a_dash():
    environ = wsgi_environ(scope(headers=[(b"x_forwarded_for", b"203.0.113.9")]), None, 0)

    assert "HTTP_X_FORWARDED_FOR" not in environ


def test_long_answer_is_sent_piece_by_piece_and_closed():
    closed = []

    class Pieces(list):
        def close(self):
            closed.append(True)

    pieces = Pieces([b"x" * WHOLE_ANSWER, b"y", b"z", b"end"])

    def wsgi(environ, start_response):
        start_response("200 OK", [])
        return pieces

    sent = call(wsgi)

    assert body_of(sent) == b"".join(pieces)
    assert len(sent) > 3
    assert sent[-1]["more_body"] is False
    assert closed == [True]


def test_body_that_is_too_long_is_refused_without_asking_the_site():
    part = {"type": "http.request", "body": b"x" * (LARGEST_BODY // 2 + 1), "more_body": True}

    sent = call(lambda *_: pytest.fail("the site was asked"), part, part)

    assert sent[0]["status"] == 413
    assert b"10 MB" in body_of(sent)
