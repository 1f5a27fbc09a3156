"""The embedded servers: alone on their data, never left behind, and clear about what is wrong."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

import psycopg
import pytest

from deploy.embedded import postgres
from deploy.embedded.children import CannotStart
from deploy.embedded.data_folder import places_for
from deploy.embedded.servers import Servers
from tests.deploy.servers_of import Launcher, processes_of, wait_until

pytestmark = pytest.mark.processes


@pytest.fixture
def folder():
    """A folder with a short path, which other users may enter."""
    folder = Path(tempfile.mkdtemp(prefix="tt-"))
    folder.chmod(0o755)
    yield folder
    assert wait_until(lambda: not processes_of(folder)), processes_of(folder)
    shutil.rmtree(folder)


@pytest.fixture
def launch(folder, tmp_path):
    """Start `python -m deploy.embedded` on the folder."""
    started = []

    def start():
        log = tmp_path / f"launcher{len(started)}.log"
        launcher = Launcher("-m", "deploy.embedded", "--data", str(folder / "d"), log=log)
        started.append(launcher)
        return launcher

    yield start
    for launcher in started:
        if launcher.process.poll() is None:
            launcher.kill()


def ask(places, statement):
    with psycopg.connect(places.database_url, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchone()[0] if cursor.description else None


def test_servers_start_answer_and_leave_nothing_behind(folder):
    with Servers(places_for(folder / "d")) as servers:
        assert ask(servers.places, "SHOW server_version_num") >= "150000"
        assert ask(servers.places, "SHOW listen_addresses") == ""
        assert ask(servers.places, "SELECT lower('ÅÄÖ')") == "åäö"
        assert processes_of(folder)

    assert wait_until(lambda: not processes_of(folder))


@pytest.mark.long
def test_data_is_there_again_after_a_stop(folder):
    places = places_for(folder / "d")
    with Servers(places):
        ask(places, "CREATE TABLE kept AS SELECT 7 AS number")
    with Servers(places):
        assert ask(places, "SELECT number FROM kept") == 7


@pytest.mark.long
def test_site_connects_as_the_owner_of_its_database_and_of_nothing_else(folder):
    with Servers(places_for(folder / "d")) as servers:
        rights = "SELECT rolsuper OR rolcreaterole OR rolcreatedb FROM pg_roles WHERE rolname = "
        assert ask(servers.places, f"{rights} current_user") is False
        assert ask(servers.places, "SHOW is_superuser") == "off"
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            ask(servers.places, "COPY (SELECT 1) TO PROGRAM 'true'")


def test_second_start_on_the_same_data_is_refused_in_one_sentence(folder, launch):
    first, second = launch(), None
    first.wait_for("export DATA_DIR")

    second = launch()

    assert second.process.wait(10) == 1
    assert second.said == (
        f"{folder / 'd'} is in use by process {first.process.pid}: stop that one first"
        " (Ctrl-C in its terminal), or set DATA_DIR to another folder.\n"
    )
    assert first.stop() == 0


@pytest.mark.long
def test_killed_launcher_leaves_nothing_running_and_loses_no_data(folder, launch):
    places = places_for(folder / "d")
    first = launch()
    first.wait_for("export DATA_DIR")
    ask(places, "CREATE TABLE kept AS SELECT 7 AS number")

    first.kill()

    assert wait_until(lambda: not processes_of(folder)), processes_of(folder)
    second = launch()
    second.wait_for("export DATA_DIR")
    assert ask(places, "SELECT number FROM kept") == 7
    assert second.stop() == 0


@pytest.mark.long
def test_start_right_behind_a_killed_launcher_waits_for_its_servers(folder, launch):
    first = launch()
    first.wait_for("export DATA_DIR")
    first.kill()

    second = launch()

    second.wait_for("export DATA_DIR")
    assert second.stop() == 0


@pytest.mark.long
def test_pid_files_of_killed_servers_do_not_stop_the_next_start(folder):
    places = places_for(folder / "d")
    servers = Servers(places)
    servers.start()
    for child in servers.children:
        child.kill()
    servers.stop()
    # as after a power cut: the number in the file now belongs to some other process
    pid_file = places.postgres / "postmaster.pid"
    pid_file.write_text(pid_file.read_text().replace(pid_file.read_text().split()[0], "1", 1))

    with Servers(places):
        assert ask(places, "SELECT 1") == 1


@pytest.mark.long
def test_long_path_gets_its_sockets_elsewhere(folder):
    places = places_for(folder / ("long" * 30))

    with Servers(places):
        assert len(os.fsencode(places.sockets)) < 100
        assert ask(places, "SELECT 1") == 1
    shutil.rmtree(places.sockets)


def test_folder_that_cannot_be_written_is_one_sentence(folder):
    (folder / "file").touch()

    with pytest.raises(CannotStart, match=r"file/d cannot be written \(Not a directory\)"):
        Servers(places_for(folder / "file" / "d")).start()


def test_data_of_another_version_is_kept_and_named(folder):
    places = places_for(folder / "d")
    places.postgres.mkdir(parents=True)
    (places.postgres / "PG_VERSION").write_text("12\n")

    with pytest.raises(CannotStart, match="was made by PostgreSQL 12"):
        Servers(places).start()
    assert (places.postgres / "PG_VERSION").read_text() == "12\n"


@pytest.mark.long
def test_folder_without_postgres_named_by_the_setting_is_one_sentence(folder, monkeypatch):
    monkeypatch.setenv("EMBEDDED_POSTGRES", str(folder))

    with pytest.raises(CannotStart, match=f"EMBEDDED_POSTGRES is {folder}, where no PostgreSQL"):
        Servers(places_for(folder / "d")).start()


@pytest.mark.long
@pytest.mark.skipif(
    not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")),
    reason="the system has no PostgreSQL of its own that could be the fallback",
)
def test_postgres_of_the_system_serves_when_the_setting_names_it(folder, monkeypatch):
    (newest, *_older) = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    monkeypatch.setenv("EMBEDDED_POSTGRES", str(newest))

    with Servers(places_for(folder / "d"), with_broker=False) as servers:
        assert ask(servers.places, "SHOW server_version_num").startswith(newest.parent.name)


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
def test_root_without_namespaces_becomes_nobody(folder, monkeypatch):
    monkeypatch.setattr(postgres, "identity", lambda: "nobody")
    places = places_for(folder / "d")

    with Servers(places, with_broker=False) as servers:
        (child,) = servers.children
        assert os.stat(f"/proc/{child.process.pid}").st_uid == 65534
        assert ask(places, "SELECT 1") == 1


@pytest.mark.long
@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
def test_folder_that_nobody_may_enter_is_one_sentence(folder, monkeypatch):
    monkeypatch.setattr(postgres, "identity", lambda: "nobody")
    (folder / "closed").mkdir(mode=0o700)

    with pytest.raises(CannotStart, match=f"other users may not enter {folder}/closed"):
        Servers(places_for(folder / "closed" / "d")).start()


@pytest.mark.long
def test_server_that_stops_while_starting_shows_its_last_words(folder):
    places = places_for(folder / "d")
    with Servers(places):
        pass
    (places.postgres / "global" / "pg_control").unlink()

    with pytest.raises(CannotStart, match="could not find the database system"):
        Servers(places).start()


def test_we_run_as_ourselves_unless_we_are_root():
    expected = {None} if os.geteuid() != 0 else {"namespace", "nobody"}

    assert postgres.identity() in expected


@pytest.mark.long
def test_child_gets_its_signals_although_the_launcher_waits_with_them_blocked(folder):
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
    try:
        servers = Servers(places_for(folder / "d"))
        servers.start()
        for child in servers.children:
            child.ask_to_stop()
        ended = wait_until(lambda: not any(child.is_running for child in servers.children), 5)
        servers.stop()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    assert ended
