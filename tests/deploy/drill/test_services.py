"""What the drill does in the place of systemd, by the units that a release brings."""

import shutil
import socket
import subprocess
from contextlib import closing
from threading import Thread
from types import SimpleNamespace

import pytest

from deploy.drill import server_settings
from deploy.drill.server import settings_of
from deploy.drill.services import UNITS, Services, Systemd
from deploy.drill.units import values_of, variables_of, written
from tests.deploy.ops_files import OPS, SYSTEMD, units_of_the_site

WEB = "tricktable-web@1.2.0.service"


class Machine:
    """One whose folders are below another, and on which nothing is run in truth."""

    name = "app1"

    def __init__(self, folder):
        self.folder, self.programs, self.stopped = folder, {}, []
        shutil.copytree(SYSTEMD, self.inside(UNITS))
        self.inside("/etc/tricktable").mkdir()
        for name, variables in settings_of({"SITE_URL": "http://a/?b c"}, ["10.77.0.11"]).items():
            self.inside(f"/etc/tricktable/{name}").write_text(written(variables))

    def inside(self, path):
        return self.folder / path.removeprefix("/")

    def run(self, name, command, env, **how):
        self.programs[name] = SimpleNamespace(is_wanted=True, command=command, env=env, **how)
        if path := env.get("NOTIFY_SOCKET"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling:
                telling.sendto(b"READY=1", path)

    def stop(self, name, *, seconds):
        self.stopped.append((name, seconds))


@pytest.fixture
def services(tmp_path):
    with closing(
        Services(Machine(tmp_path), {"OWN": "1"}, listen=lambda *_where: socket.socket())
    ) as services:
        yield services


def test_a_unit_runs_with_its_settings_on_the_socket_of_the_machine(services):
    assert services.ask(["start", "tricktable-web.socket"])[0] == 0
    assert services.ask(["start", "tricktable-web@1.2.0"])[0] == 0

    web = services.machine.programs["web@1.2.0"]
    assert web.command[:3] == ["/opt/tricktable/1.2.0/bin/python", "-m", "gunicorn"]
    assert web.socket == services.sockets["tricktable-web.socket"].fileno()
    assert web.working == "/opt/tricktable/1.2.0"
    assert web.is_ready.is_set()
    assert web.env["SITE_URL"] == "http://a/?b c"
    assert web.env["OWN"] == "1"


def test_a_unit_that_does_not_say_that_it_answers_is_stopped_again(services, monkeypatch):
    monkeypatch.setattr("deploy.drill.services.Services._heard", lambda *_given: "")
    units = services.machine.inside(UNITS)
    file = units / "tricktable-web@.service"
    file.write_text(file.read_text().replace("TimeoutStartSec=120", "TimeoutStartSec=0"))
    services.ask(["start", "tricktable-web.socket"])

    assert services.ask(["start", "tricktable-web@1.2.0"])[0] == 1
    assert services.machine.stopped == [("web@1.2.0", 40.0)]


def test_pages_and_workers_have_pools_of_their_own_and_live_streams_listen_past_them(services):
    text = (OPS / "pgbouncer.ini").read_text()
    for unit in ("tricktable-web.socket", "tricktable-live.socket", *units_of_the_site()):
        assert services.ask(["start", unit])[0] == 0

    assert {name.partition("@")[0] for name in services.machine.programs} == {
        *("web", "live", "worker")
    }
    for name, program in services.machine.programs.items():
        pool = program.env["DATABASE_URL"].rpartition("/")[2]
        assert f"\n{pool} = " in text
        assert pool.endswith("_worker") is name.startswith("worker")
        assert program.env["LIVE_DATABASE_URL"].endswith(
            f":{server_settings.POSTGRES_PORT}/{server_settings.DATABASE}"
        )


def test_a_drop_in_takes_the_place_of_what_stands_in_the_unit(services):
    units = services.machine.inside(UNITS)
    (units / "tricktable-web.socket.d").mkdir()
    (units / "tricktable-web.socket.d" / "override.conf").write_text(
        "[Socket]\nListenStream=\nListenStream=10.77.0.31:8000\n"
    )

    assert values_of(units, "tricktable-web.socket", "ListenStream") == ["10.77.0.31:8000"]
    assert values_of(units, WEB, "WorkingDirectory") == ["/opt/tricktable/1.2.0"]


def test_settings_are_read_as_they_were_meant():
    meant = {"DATABASE_URL": "postgresql://a:b@/c?host=d,e&port=1", "WORKERS": "results large"}

    assert variables_of(written(meant)) == meant


def test_systemctl_of_a_machine_asks_for_what_it_is_told(services, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(services, "ask", lambda words: (asked.append(words), (3, "masked"))[1])
    with Systemd(services) as systemd:
        systemd.write_systemctl(tmp_path)
        Thread(target=systemd.serve_forever, daemon=True).start()
        words = [tmp_path / "systemctl", "stop", "--no-block", "tricktable-worker@1.1.0"]
        done = subprocess.run(words, capture_output=True, text=True)
        systemd.shutdown()

    assert (done.returncode, done.stdout.strip()) == (3, "masked")
    assert asked == [["stop", "--no-block", "tricktable-worker@1.1.0"]]
