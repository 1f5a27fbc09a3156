"""The embedded servers: alone on their data, never left behind, and clear about what is wrong."""

import shutil
import tempfile
from pathlib import Path

import psycopg
import pytest

from deploy.run.embedded.servers import Servers
from deploy.site.address import CannotStart
from deploy.site.data_folder import places_for
from tests.deploy.run.servers_of import Launcher, processes_of, wait_until

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
    """Start `python -m deploy.run.embedded` on the folder."""
    started = []

    def start():
        log = tmp_path / f"launcher{len(started)}.log"
        launcher = Launcher("-m", "deploy.run.embedded", "--data", str(folder / "d"), log=log)
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


def test_data_of_another_version_is_kept_and_named(folder):
    places = places_for(folder / "d")
    places.postgres.mkdir(parents=True)
    (places.postgres / "PG_VERSION").write_text("12\n")

    with pytest.raises(CannotStart, match="was made by PostgreSQL 12"):
        Servers(places).start()
    assert (places.postgres / "PG_VERSION").read_text() == "12\n"
