"""`make run` from outside: an address, a clean stop, data found again, nothing left behind."""

import os
import shutil
import signal
import socket
import tempfile
import urllib.request
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from deploy.embedded.children import CannotStart
from deploy.embedded.data_folder import places_for
from deploy.processes import listen
from deploy.run.address import Address, address_from_environment
from deploy.run.site import Mails
from tests.deploy.servers_of import Launcher, free_port, processes_of, wait_until

READY = "Tricktable is ready"
# a site without the demo's season, which others test
QUICK = {
    "DEMO": "False",
    "SECRET_KEY": "the-shuffle-of-2026-knows-9-hands-and-a-kitty!",
    "SSL_REDIRECT": "False",
    "EMAIL_FROM": "club@example.org",
}


class FirstRun(NamedTuple):
    said: str
    port: int
    data: Path


def environment_of(data, port):
    places = {"DATA_DIR": str(data), "STATIC_ROOT": str(data / "static")}
    return {**QUICK, **places, "PORT": str(port)}


@pytest.fixture
def data():
    folder = Path(tempfile.mkdtemp(prefix="tt-"))
    yield folder
    assert wait_until(lambda: not processes_of(folder)), processes_of(folder)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def first_run(tmp_path_factory):
    """What the very first run says, from its start to its stop, and the data it leaves."""
    folder = Path(tempfile.mkdtemp(prefix="tt-"))
    log = tmp_path_factory.mktemp("first") / "run.log"
    port = free_port()
    site = Launcher("-m", "deploy.run", log=log, **environment_of(folder, port))
    try:
        site.wait_for(READY)
        assert status_of(port) == 200
        with psycopg.connect(places_for(folder).database_url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
        assert site.stop() == 0
    finally:
        if site.process.poll() is None:
            site.kill()
    assert wait_until(lambda: not processes_of(folder)), processes_of(folder)
    yield FirstRun(site.said, port, folder)
    shutil.rmtree(folder)


@pytest.fixture
def data_of_a_site(data, first_run):
    """A folder with the data of a site that has run: its tables and collected files."""
    shutil.copytree(first_run.data, data, dirs_exist_ok=True, symlinks=True)
    return data


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def run(data, port, tmp_path):
    started = []

    def start(**environment):
        launcher = Launcher(
            "-m",
            "deploy.run",
            log=tmp_path / f"run{len(started)}.log",
            **{**environment_of(data, port), **environment},
        )
        started.append(launcher)
        return launcher

    yield start
    for launcher in started:
        if launcher.process.poll() is None:
            launcher.kill()


def status_of(port, path="/readyz"):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as response:
        return response.status


@pytest.mark.long
@pytest.mark.processes
def test_first_run_says_one_address_and_stops_cleanly(first_run):
    assert "Making the tables" in first_run.said
    assert first_run.said.count("http://") == 1
    assert f"http://127.0.0.1:{first_run.port}" in first_run.said
    assert first_run.said.endswith("Stopped.\n")


@pytest.mark.long
@pytest.mark.processes
def test_next_run_finds_its_data_again_and_leaves_nothing_behind_when_killed(data_of_a_site, run):
    site = run()
    site.wait_for(READY)

    assert "Making the tables" not in site.said
    with psycopg.connect(places_for(data_of_a_site).database_url) as connection:
        assert connection.execute("SELECT number FROM kept").fetchone() == (7,)
    site.kill()
    assert wait_until(lambda: not processes_of(data_of_a_site)), "servers were left behind"


@pytest.mark.long
@pytest.mark.processes
def test_what_ends_by_itself_is_started_again(data_of_a_site, port, run):
    site = run()
    site.wait_for(READY)
    log = places_for(data_of_a_site).logs / "web.log"
    (web,) = [pid for pid in processes_of(data_of_a_site) if writes(pid, log)]
    parent = int(Path(f"/proc/{web}/stat").read_text().rpartition(")")[2].split()[1])

    os.kill(parent, signal.SIGKILL)
    site.wait_for("The site ended by itself and is started again.")

    # the launcher kept the socket: the request waits for the new web server
    assert status_of(port) == 200
    (again,) = [pid for pid in processes_of(data_of_a_site) if writes(pid, log)]
    assert again != web
    assert site.stop() == 0


def writes(pid, log):
    """Return whether what the process prints goes to the file."""
    with suppress(OSError):  # it has ended
        return os.readlink(f"/proc/{pid}/fd/1") == str(log)
    return False


@pytest.mark.long
@pytest.mark.processes
def test_second_run_on_the_same_data_is_one_sentence(data_of_a_site, port, run):
    first = run()
    first.wait_for("Starting PostgreSQL")

    second = run(PORT=str(port + 1))

    assert second.process.wait(10) == 1
    assert f"{data_of_a_site} is in use by process {first.process.pid}" in second.said
    first.wait_for(READY)
    assert first.stop() == 0


@pytest.mark.long
@pytest.mark.processes
def test_port_in_use_is_one_sentence_before_anything_starts(data, run):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        site = run(PORT=str(port))

        assert site.process.wait(20) == 1
    assert site.said == (
        f"\nPort {port} is in use by another program: stop that one, or choose another port with"
        f" 'make run PORT={port + 1}'.\n"
    )
    assert not (data / "postgres").exists()


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1"])
def test_port_that_is_none_is_one_sentence(port, monkeypatch):
    monkeypatch.setenv("PORT", port)

    with pytest.raises(CannotStart, match="write a number from 1 to 65535"):
        address_from_environment()


def test_address_of_another_machine_is_one_sentence():
    with pytest.raises(CannotStart, match=r"192\.0\.2\.1 is no address of this machine"):
        listen("192.0.2.1", 0)


def test_site_for_everybody_in_the_house_says_an_address_they_can_reach():
    address = Address("0.0.0.0", 8000)  # noqa: S104 - what is asked for

    assert "0.0.0.0" not in address.url  # noqa: S104
    assert address.name in address.allowed_hosts.split(",")
    assert "localhost" in address.allowed_hosts.split(",")


def a_mail(subject, text):
    mail = EmailMessage()
    mail["To"], mail["Subject"] = "ada@example.org", subject
    mail.set_content(text)
    # as Django's backend for files writes them
    return mail.as_bytes() + b"\n" + b"-" * 79 + b"\n"


def test_each_new_mail_is_shown_once_by_what_it_leads_to(tmp_path, capsys):
    (tmp_path / "old.log").write_bytes(a_mail("old", "http://127.0.0.1/old/"))
    mails = Mails(tmp_path)
    text = "下のリンクを開いてください。\nhttp://127.0.0.1/in/1:a-b/\n\nhttp://127.0.0.1"
    (tmp_path / "new.log").write_bytes(a_mail("ログイン", text))

    mails.read_aloud()
    mails.read_aloud()

    assert capsys.readouterr().out == (
        f"\nA mail to ada@example.org, “ログイン” (all of it: {tmp_path / 'new.log'})"
        "\n    http://127.0.0.1/in/1:a-b/\n"
    )
