"""The files of deploy/ops are read by the programs they are for, and fit the site."""

import os
import shutil
import subprocess
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from socket import create_connection, create_server

import pytest

from deploy.workshop.ops_programs import PACKAGES, REQUIRED, find_program
from league.faces.public.live.admission import FULL
from tests.deploy.ops.ops_files import (
    OPS,
)
from tests.deploy.run.servers_of import free_port


@pytest.fixture
def program():
    """Return where a program is; without it the test is left out, in .ci/run it fails."""

    def find(name):
        path = find_program(name)
        if not path:
            say = pytest.fail if REQUIRED else pytest.skip
            say(f"{name} is not installed: 'sudo apt-get install {PACKAGES[name]}'")
        return path

    return find


def run(*words, **environment):
    return subprocess.run(
        [str(word) for word in words],
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/nonexistent", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


class SilentServer:
    """Takes connections and answers none of them: what stands behind a proxy when all is slow."""

    def __enter__(self):
        self._socket = create_server(("127.0.0.1", 0), backlog=50)
        return self._socket.getsockname()[1]

    def __exit__(self, *_error):
        self._socket.close()


@pytest.fixture
def nginx(program, tmp_path):
    """Yield the port of nginx with our file, by http, as many as one stream an address."""
    make_certificate(tmp_path)
    text = with_certificate_of(tmp_path, (OPS / "nginx.conf").read_text())
    port, log = free_port(), tmp_path / "error.log"
    with SilentServer() as live:
        for former, now in {
            "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
            "listen [::]:443 ssl http2;": "",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen [::]:80;": "",
            "127.0.0.1:8001": f"127.0.0.1:{live}",
            "127.0.0.1:8000": f"127.0.0.1:{free_port()}",  # nobody is there
            "tricktable_streams 300;": "tricktable_streams 1;",
            "/var/log/nginx/error.log": str(log),
        }.items():
            assert former in text
            text = text.replace(former, now)
        whole = tmp_path / "nginx.conf"
        places = "".join(
            f"{part}_temp_path {tmp_path}/{part};"
            for part in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root; " if os.geteuid() == 0 else ""
        whole.write_text(
            f"{user}daemon off; pid {tmp_path}/pid; events {{}} "
            f"http {{ access_log {tmp_path}/access.log; {places} {text} }}"
        )
        words = ["-p", tmp_path, "-c", whole, "-e", tmp_path / "log"]
        with subprocess.Popen([program("nginx"), *words]) as process:
            try:
                yield wait_for_port(port)
            finally:
                process.terminate()


def wait_for_port(port):
    """Return the port as soon as somebody listens there."""
    while True:
        try:
            create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            continue
        return port


STREAM = "/live/events/1/?only=standings-1"
SECRETS = ("/t/SECRET-t/", "/me/calendar/SECRET-c.ics", "/account/link/?sesame=SECRET-s")


def test_nginx_writes_no_link_into_a_log(nginx, tmp_path):
    for path in SECRETS:
        with asked(nginx, path) as connection:
            assert connection.getresponse().status == 503
    for log in ("access.log", "error.log", "log"):
        file = tmp_path / log
        assert not file.exists() or "SECRET" not in file.read_text()


def test_nginx_answers_a_stream_too_many_that_the_page_asks_instead(nginx):
    with asked(nginx, STREAM):
        answer = None
        while answer is None:  # until the first one is counted
            with asked(nginx, STREAM, timeout=2) as second, suppress(TimeoutError):
                answer = second.getresponse()
                assert answer.read() == FULL
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream")


@contextmanager
def asked(port, path, timeout=60):
    """Yield a connection on which a path was asked for, and close it."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=timeout)) as connection:
        connection.request("GET", path)
        yield connection


def make_certificate(folder):
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=x"]
    files = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]
    done = run(shutil.which("openssl"), *words, *files)
    assert done.returncode == 0, done.stderr


def with_certificate_of(folder, text):
    return text.replace("/etc/letsencrypt/live/cards.example.org", str(folder))
