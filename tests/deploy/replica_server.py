"""A real streaming replica of the session's PostgreSQL, whose replay a test can pause."""

import signal
import subprocess
import time
from pathlib import Path
from typing import LiteralString

import psycopg
from django.db import connection

from deploy.embedded.children import Child, command_line, start_child, wait_until
from deploy.embedded.data_folder import SUPERUSER, Places, places_for
from deploy.embedded.postgres import FAST, SMALL, find_binaries, give, identity


class Replica:
    """`url(...)` is where a site finds it; it follows the server of `primary`."""

    def __init__(self, primary: Places, folder: Path) -> None:
        self.places = places_for(folder)
        self.places.data.mkdir(parents=True, exist_ok=True)
        self.places.sockets.mkdir(mode=0o700, exist_ok=True)
        give(self.places.sockets, identity())
        self.host = connection.settings_dict["HOST"] or str(primary.sockets)
        # other tests write meanwhile: what the replica has not read yet must stay
        self._tell_primary("ALTER SYSTEM SET wal_keep_size = '2GB'")
        self._copy()
        self.child = self._start()

    def _tell_primary(self, command: LiteralString) -> None:
        with psycopg.connect(
            host=self.host, user=SUPERUSER, dbname="postgres", autocommit=True
        ) as primary:
            primary.execute(command)
            primary.execute("SELECT pg_reload_conf()")

    def _copy(self) -> None:
        whom = identity()
        self.places.postgres.mkdir(mode=0o700)
        give(self.places.postgres, whom)
        words = [
            *(find_binaries().path("pg_basebackup"), "--pgdata", str(self.places.postgres)),
            *("--host", self.host, "--username", SUPERUSER),
            *("--checkpoint", "fast", "--write-recovery-conf", "--no-sync"),
        ]
        done = subprocess.run(
            command_line(words, ends_by=signal.SIGTERM, identity=whom),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def _start(self) -> Child:
        settings = {
            **SMALL,
            **FAST,
            "listen_addresses": "",
            "unix_socket_directories": str(self.places.sockets),
            "unix_socket_permissions": "0777",
        }
        options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        child = start_child(
            "The replica",
            [find_binaries().path("postgres"), "-D", str(self.places.postgres), *options],
            log=self.places.logs / "postgres.log",
            ends_by=signal.SIGINT,
            identity=identity(),
        )
        wait_until(self._answers, child, seconds=60)
        return child

    def _answers(self) -> bool:
        try:
            self.ask("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def ask(self, question: str) -> object:
        with psycopg.connect(
            host=str(self.places.sockets), user=SUPERUSER, dbname="postgres", autocommit=True
        ) as asking:
            row = asking.execute(question).fetchone()
        return row[0] if row else None

    def url(self) -> str:
        """Return the address at which a site finds this test's database in the replica."""
        known = connection.settings_dict
        return (
            f"postgresql://{known['USER']}:{known['PASSWORD']}@/{known['NAME']}"
            f"?host={self.places.sockets}"
        )

    def pause(self) -> None:
        """Stop replaying; what was replayed stays readable."""
        self.ask("SELECT pg_wal_replay_pause()")
        give_up_at = time.monotonic() + 30
        while self.ask("SELECT pg_get_wal_replay_pause_state()") != "paused":
            assert time.monotonic() < give_up_at
            time.sleep(0.02)

    def resume(self) -> None:
        self.ask("SELECT pg_wal_replay_resume()")

    def catch_up(self) -> None:
        """Wait until it has everything that is committed now."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_insert_lsn()::text")
            written = cursor.fetchone()[0]
        give_up_at = time.monotonic() + 60
        while not self.ask(f"SELECT pg_last_wal_replay_lsn() >= '{written}'::pg_lsn"):
            assert time.monotonic() < give_up_at, written
            time.sleep(0.02)

    def stop(self) -> None:
        self.child.kill()
        self._tell_primary("ALTER SYSTEM RESET wal_keep_size")
