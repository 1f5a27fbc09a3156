"""The files of deploy/ops are read by the programs they are for, and fit the site."""

import os
import re
import shutil
import subprocess
import sys
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection, create_server

import pytest
from django.conf import settings

from deploy.ops_programs import PACKAGES, REQUIRED, find_program
from league.faces.public.live.messages import FULL
from tests.deploy.ops_files import (
    INSTALLED,
    OPS,
    RELEASE,
    SYSTEMD,
    lines_of,
    port_of,
    template_of,
    template_variables,
    units_of_the_site,
)
from tests.deploy.servers_of import free_port

DOCS = Path(settings.BASE_DIR) / "docs"
SERVICES = sorted(path.name for path in SYSTEMD.glob("*.service"))
# systemd's own measure, from 0 (as safe as can be) to 10
MOST_EXPOSED = 2.0


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


@pytest.fixture
def installed_units(tmp_path):
    """The units in a folder as on a server whose programs are those of this environment."""
    folder = tmp_path / "units"
    shutil.copytree(SYSTEMD, folder)
    for path in folder.glob("tricktable*"):
        programs = str(Path(sys.executable).parent)
        text = re.sub(rf"{INSTALLED}/[^/]+/bin/\w+", f"{programs}/python", path.read_text())
        path.write_text(text)
    for template in folder.glob("*@.service"):
        for instance in (RELEASE, "current"):
            shutil.copy(template, folder / template.name.replace("@.", f"@{instance}."))
        template.unlink()
    return sorted(str(path) for path in folder.glob("tricktable*") if path.is_file())


def run(*words, **environment):
    return subprocess.run(
        [str(word) for word in words],
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/nonexistent", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
def test_units_are_read_by_systemd_without_a_complaint(program, installed_units):
    done = run(program("systemd-analyze"), "verify", "--man=no", *installed_units)

    complaints = [line for line in done.stderr.splitlines() if "tricktable" in line]
    assert complaints == []


@pytest.mark.long
def test_a_fault_in_a_unit_would_be_complained_of(program, installed_units):
    web = next(path for path in installed_units if path.endswith(f"web@{RELEASE}.service"))
    Path(web).write_text(Path(web).read_text().replace("MemoryMax=", "MemoryMost="))

    done = run(program("systemd-analyze"), "verify", "--man=no", web)

    assert "MemoryMost" in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("unit", SERVICES)
def test_units_may_do_little_on_their_machine(program, unit):
    done = run(
        program("systemd-analyze"), "security", "--offline=yes", "--no-pager", SYSTEMD / unit
    )

    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[1]) <= MOST_EXPOSED


@pytest.mark.parametrize("unit", SERVICES)
def test_a_unit_says_how_much_memory_it_may_take_or_ends_by_itself(unit):
    is_short = lines_of(unit, "Type") == ["oneshot"]

    assert is_short or lines_of(unit, "MemoryMax")
    assert is_short or lines_of(unit, "Restart") == ["always"]


def test_the_target_starts_every_service_that_runs_on():
    started = {template_of(unit) for unit in units_of_the_site()}

    assert started == {unit for unit in SERVICES if lines_of(unit, "Restart")}


def test_the_doctor_names_units_and_scripts_that_exist():
    advice = "".join(path.read_text() for path in (OPS.parent / "doctor").glob("*.py"))
    named = set(re.findall(r"tricktable[-.][\w.]*\w", advice))
    there = [path.name for path in (*SYSTEMD.iterdir(), *OPS.iterdir())]

    assert {"tricktable.target", "tricktable-manage"} <= named
    assert [name for name in named if not any(one.startswith(name) for one in there)] == []


def test_who_answers_people_has_a_socket_that_is_of_no_release():
    sockets = [line for unit in units_of_the_site() for line in lines_of(unit, "Sockets")]

    assert sorted(sockets) == ["tricktable-live.socket", "tricktable-web.socket"]
    assert sorted(lines_of("tricktable.target", "Wants")[0].split()) == sorted(sockets)
    for unit in units_of_the_site():
        ready = lines_of(unit, "Type") == ["notify"]
        assert ready is bool(port_of(unit)), "the release before ends when this one answers"


@pytest.mark.long
def test_nginx_reads_its_file(program, tmp_path):
    make_certificate(tmp_path)
    site = tmp_path / "site.conf"
    site.write_text(with_certificate_of(tmp_path, (OPS / "nginx.conf").read_text()))
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid; events {{}} http {{ include {site}; }}")

    done = run(program("nginx"), "-t", "-q", "-p", tmp_path, "-c", whole, "-e", tmp_path / "log")

    assert done.returncode == 0, done.stderr


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


@pytest.mark.long
def test_caddy_reads_its_file(program, tmp_path):
    words = ["--adapter", "caddyfile", "--config", OPS / "Caddyfile"]
    done = run(program("caddy"), "validate", *words, XDG_DATA_HOME=str(tmp_path))

    assert done.returncode == 0, done.stderr
    assert "Valid configuration" in done.stdout + done.stderr


@pytest.mark.long
def test_pgbouncer_reads_its_file(program, tmp_path):
    """It stays when it has read all of it, and goes at once when it has not."""
    users = tmp_path / "userlist.txt"
    users.write_text("")
    text = (OPS / "pgbouncer.ini").read_text()
    text = text.replace("/etc/pgbouncer/userlist.txt", str(users))
    text = text.replace("unix_socket_dir = /run/postgresql", f"unix_socket_dir = {tmp_path}")
    text = re.sub(r"listen_port = \d+", "listen_port = 0", text)
    config = tmp_path / "pgbouncer.ini"
    tmp_path.chmod(0o777)

    for broken, stays in ((False, True), (True, False)):
        config.write_text(text.replace("pool_mode", "pool_mood") if broken else text)
        assert pgbouncer_stays(program("pgbouncer"), config) is stays


def pgbouncer_stays(program, config):
    words = [program, *(["-u", "nobody"] if os.geteuid() == 0 else []), str(config)]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    try:
        return any("process up" in line for line in process.stderr)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def test_the_shell_reads_the_environment_as_systemd_does(tmp_path):
    file = tmp_path / "environment"
    file.write_text((OPS / "environment.template").read_text())

    done = run("sh", "-euc", f'. {file}; echo "$DATABASE_URL|$EMAIL_FROM|$DATA_DIR"')

    assert (
        done.stdout.strip() == "postgresql:///tricktable?host=/run/postgresql||/var/lib/tricktable"
    )


def test_the_script_for_commands_is_read_by_the_shell():
    assert run("sh", "-n", OPS / "tricktable-manage").returncode == 0


def test_every_variable_of_the_template_is_explained():
    explained = set(re.findall(r"`([A-Z][A-Z_]+)`", (DOCS / "configuration.md").read_text()))

    assert set(template_variables()) - explained == set()


def test_the_template_has_every_variable_that_a_real_site_must_set():
    text = (DOCS / "configuration.md").read_text()
    part = text.partition("## A real site must set")[2].partition("\n## ")[0]

    assert set(re.findall(r"^\| `([A-Z_]+)` \|", part, re.M)) <= set(
        template_variables(commented=False)
    )


def test_files_that_the_documents_copy_are_there():
    text = (DOCS / "operations.md").read_text()
    named = set(re.findall(r"deploy/ops/[\w./@*-]*[\w*]", text))

    assert named
    assert [name for name in sorted(named) if not list(Path(settings.BASE_DIR).glob(name))] == []
