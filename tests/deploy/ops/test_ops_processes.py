"""Every `ExecStart=` of the units, run with the documented variables alone, makes a site."""

import http.client
import json
import os
import signal
import socketserver
import subprocess
import sys
import threading
from pathlib import Path
from secrets import token_urlsafe

import psycopg
import pytest
from django.conf import settings
from django.core.management import get_commands

from deploy.run.processes import listen
from deploy.site.data_folder import DATABASE, SITE_ROLE
from tests.deploy.ops.ops_files import (
    port_of,
    template_variables,
    units_of_the_site,
)
from tests.deploy.ops.two_releases import started
from tests.deploy.run.servers_of import wait_until
from tests.deploy.site.settings_of import bare_environment

pytestmark = [pytest.mark.processes, pytest.mark.long]

NAME = "cards.example.org"
PROGRAMS = Path(sys.executable).parent
READY_SECONDS = 120


class MailServer(socketserver.StreamRequestHandler):
    """Greets, and takes nothing."""

    def handle(self):
        self.wfile.write(b"220 mail.example.org\r\n")
        for line in self.rfile:
            self.wfile.write(b"221 bye\r\n" if line.upper().startswith(b"QUIT") else b"250 ok\r\n")


@pytest.fixture(scope="module")
def mail_port():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), MailServer) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture(scope="module")
def database_url(embedded_servers):
    """An empty database."""
    places = embedded_servers.places
    sockets = os.environ.get("DATABASE_URL", places.database_url).partition("host=")[2]
    name = f"ops_{os.getpid()}"
    with psycopg.connect(
        host=sockets, user=SITE_ROLE, dbname=DATABASE, autocommit=True
    ) as administrator:
        administrator.execute(f"CREATE DATABASE {name}")
        yield f"postgresql://{SITE_ROLE}@/{name}?host={sockets}"
        administrator.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def environment(embedded_servers, database_url, mail_port, tmp_path_factory):
    """The environment file: the template, with what stands open filled in."""
    data = tmp_path_factory.mktemp("tricktable")
    places = embedded_servers.places
    filled = {
        "SECRET_KEY": token_urlsafe(50),
        "DATABASE_URL": database_url,
        "BROKER_URL": places.broker_url(21),
        "CACHE_URL": places.cache_url(22),
        "ALLOWED_HOSTS": NAME,
        "SITE_URL": f"https://{NAME}",
        "DATA_DIR": str(data),
        "STATIC_ROOT": str(data / "static"),
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(mail_port),
        "EMAIL_TLS": "False",
        "EMAIL_FROM": f"Card club <cards@{NAME}>",
    }
    template = template_variables(commented=False)
    assert set(filled) <= set(template)
    return template | filled


def manage(environment, *words):
    return subprocess.run(
        [str(PROGRAMS / "python"), "manage.py", *words],
        cwd=settings.BASE_DIR,
        env=bare_environment() | environment,
        capture_output=True,
        text=True,
        check=False,
    )


class Site:
    """The processes of the units, by the unit; `ports` of pages and live streams."""

    def __init__(self, environment, logs):
        self.environment = environment
        self.logs = logs
        self.running = {}
        self.sockets = {port: listen("127.0.0.1", 0) for port in ("8000", "8001", "")}
        self.ports = {name: str(one.getsockname()[1]) for name, one in self.sockets.items()}

    def start(self, unit):
        self.running[unit] = started(
            *(unit, self.sockets[port_of(unit)]),
            programs=PROGRAMS,
            log=self.log_of(unit),
            env=bare_environment() | self.environment,
            cwd=settings.BASE_DIR,
        )

    def log_of(self, unit):
        return self.logs / f"{unit}.log"

    def stop(self):
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        for process in self.running.values():
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        for listening in self.sockets.values():
            listening.close()

    def ask(self, port, path, **headers):
        """Return status, headers and body of an answer; 0 where nobody listens."""
        try:
            return answer_of(
                http.client.HTTPConnection("127.0.0.1", port, timeout=20), path, headers
            )
        except OSError:
            return 0, {}, b""


def answer_of(connection, path, headers):
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    try:
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


@pytest.fixture(scope="module")
def prepared(environment):
    """What the first two `prepare` said, which ran at the same time on an empty database."""
    command = [str(PROGRAMS / "python"), "manage.py", "prepare"]
    running = [
        subprocess.Popen(
            command,
            cwd=settings.BASE_DIR,
            env=bare_environment() | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    said = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0], said
    return said


@pytest.fixture(scope="module")
def site(prepared, environment, tmp_path_factory):
    """All services of the target, once each of them is ready."""
    site = Site(environment, tmp_path_factory.mktemp("logs"))
    units = units_of_the_site()
    try:
        for unit in units:
            site.start(unit)
        for unit in units:
            ready = wait_until(lambda unit=unit: is_ready(site, unit), READY_SECONDS)
            assert ready, f"{unit} is not ready:\n{site.log_of(unit).read_text()[-3000:]}"
        yield site
    finally:
        site.stop()


def is_ready(site, unit):
    assert site.running[unit].poll() is None, site.log_of(unit).read_text()[-3000:]
    if "web" in unit:
        return site.ask(site.ports["8000"], "/livez")[0] == 200
    if "live" in unit:
        return site.ask(site.ports["8001"], "/live/events/1/")[0] == 404
    if "worker" in unit:
        return "celery_ready" in site.log_of(unit).read_text()
    return True


AS_A_PROXY = {
    "Host": NAME,
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Proto": "https",
}


def test_two_that_prepare_at_once_make_the_tables_once(prepared):
    assert sorted("Making the tables" in said for said in prepared) == [False, True]


def test_people_get_pages_and_files(site):
    status, _headers, page = site.ask(site.ports["8000"], "/", **AS_A_PROXY)
    sheet = page.decode().partition('rel="stylesheet" href="')[2].partition('"')[0]

    assert status == 200
    assert sheet.startswith("/static/")
    assert site.ask(site.ports["8000"], sheet, **AS_A_PROXY)[0] == 200


def test_the_doctor_is_content(site, environment):
    if "backup" in get_commands():
        unit = "tricktable-backup.service"
        site.start(unit)
        assert site.running.pop(unit).wait(120) == 0, site.log_of(unit).read_text()

    def faults():
        done = manage(environment, "doctor", "--json")
        assert done.stdout, done.stderr
        checks = json.loads(done.stdout)["checks"]
        return {check["name"]: check["says"] for check in checks if not check["well"]}

    # beat sends its first task through the queues after some seconds
    wait_until(lambda: "queues" not in faults(), READY_SECONDS)

    expected = set() if "backup" in get_commands() else {"backup"}
    found = faults()
    assert set(found) == expected, found
