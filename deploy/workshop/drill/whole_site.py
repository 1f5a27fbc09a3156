"""The whole site on nine machines: databases, brokers, two for the application, one in front."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql

from deploy.site.address import CannotStart
from deploy.workshop.drill import server_settings
from deploy.workshop.drill.machines import (
    HOST_ADDRESS,
    Keeper,
    Machine,
    WallClock,
    made_library,
    mount_points,
    network,
    plain_environment,
    postgres_programs,
    small_disk,
)
from deploy.workshop.drill.server import BEFORE, ROOT, Server

if TYPE_CHECKING:
    from deploy.workshop.drill.pairs_evening import Evening

POSTGRES_USER = "postgres"
DISK_MB, ETCD_DISK_MB = 400, 250
START_S = 240.0
MAIL_PORT = 2525


@dataclass
class WholeSite:
    """Machines by what they are for; `url` is where people reach the site."""

    folder: Path
    databases: list[Machine] = field(default_factory=list)
    brokers: list[Machine] = field(default_factory=list)
    applications: list[Machine] = field(default_factory=list)
    servers: list[Server] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.databases = self._machines("db", 11)
        self.brokers = self._machines("mq", 21)
        self.applications = self._machines("app", 31, number=2)
        (self.front,) = self._machines("front", 41, number=1)
        self.url = f"http://{self.front.address}:{server_settings.SITE_PORT}"
        self.stack = ExitStack()
        self.secret_key = token_urlsafe(50)
        self.clocks = {
            machine.name: WallClock(self.folder / f"{machine.name}-clock")
            for machine in self.applications
        }

    def _machines(self, name: str, first: int, *, number: int = 3) -> list[Machine]:
        return [
            Machine(f"{name}{place + 1}", f"10.77.0.{first + place}", self.folder)
            for place in range(number)
        ]

    @property
    def machines(self) -> list[Machine]:
        return [*self.databases, *self.brokers, *self.applications, self.front]

    @property
    def database_addresses(self) -> dict[str, str]:
        return {machine.name: machine.address for machine in self.databases}

    def past_proxy(self, evening: "Evening") -> list[str]:
        """Return where each machine has pages and live pages of an evening."""
        return [url for server in self.servers for url in server.urls_of(evening)]

    @property
    def environment(self) -> dict[str, str]:
        """The site's settings; the drill, and the site from outside, ask all databases."""
        return {
            "DEMO": "False",
            "SECRET_KEY": self.secret_key,
            "SSL_REDIRECT": "False",
            "WEB_PROCESSES": "1",
            "DATA_DIR": str(self.folder / "site"),
            "DJANGO_SETTINGS_MODULE": "deploy.site.settings",
            "DATABASE_URL": server_settings.database_address(
                list(self.database_addresses.values())
            ),
            "BROKER_URL": server_settings.broker_address(
                [broker.address for broker in self.brokers]
            ),
            "SITE_URL": self.url,
            "ALLOWED_HOSTS": ",".join(one.address for one in (self.front, *self.applications)),
            "PROXIES": "1",
            "THROTTLE_ANONYMOUS": "1000000/sec",
            "EMAIL_HOST": HOST_ADDRESS,
            "EMAIL_PORT": str(MAIL_PORT),
            "EMAIL_TLS": "False",
        }

    # --- starting -------------------------------------------------------------------------------

    @contextmanager
    def running(self, before: Path) -> Iterator["WholeSite"]:
        """Start everything, the site from the wheel of a former release; stop it at the end."""
        with self.stack:
            self.stack.enter_context(network(self.machines))
            for start in (self._start_databases, self._start_brokers):
                start()
            self._make_database()
            keeper = Keeper(self.machines)
            keeper.start()
            try:
                self._start_applications(before)
                self._start_front()
                yield self
            finally:
                keeper.stop()

    def _start_databases(self) -> None:
        for machine in self.databases:
            self._start_etcd(machine)
        for machine in self.databases:
            self._start_patroni(machine)
            # the first one makes the cluster, the others copy it
            wait_until(lambda: self.primary is not None, "PostgreSQL has no primary", START_S)
        wait_until(self._has_standbys, "the primary has no two standbys", START_S)

    def _start_etcd(self, machine: Machine) -> None:
        disk = self.stack.enter_context(
            small_disk(self.folder / machine.name / "etcd", ETCD_DISK_MB, "0")
        )
        words = server_settings.etcd_words(machine.name, self.database_addresses, str(disk))
        machine.run("etcd", ["/usr/bin/etcd", *words], plain_environment())

    def _start_patroni(self, machine: Machine) -> None:
        disk = self.disk_of(machine)
        self.stack.enter_context(small_disk(disk, DISK_MB, POSTGRES_USER))
        etcd = list(self.database_addresses.values())
        file = self.folder / f"{machine.name}.json"
        file.write_text(
            server_settings.patroni_settings(
                machine.name, machine.address, etcd, data=str(disk), programs=postgres_programs()
            )
        )
        machine.run("patroni", ["/usr/bin/patroni", str(file)], plain_environment(), POSTGRES_USER)

    def disk_of(self, machine: Machine) -> Path:
        return self.folder / machine.name / "disk"

    def _has_standbys(self) -> bool:
        roles = [self.role_of(machine) for machine in self.databases]
        return roles.count("primary") == 1 and roles.count("replica") == 2 and self._is_safe()

    def _is_safe(self) -> bool:
        """Return whether a second node has to have what is acknowledged."""
        with self.superuser() as server:
            row = server.execute(
                "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"
            ).fetchone()
        return row is not None and row[0] != 0

    def _make_database(self) -> None:
        name, database = (
            sql.Identifier(server_settings.SITE),
            sql.Identifier(server_settings.DATABASE),
        )
        with self.superuser() as server:
            server.execute(
                sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(
                    name, sql.Literal(server_settings.PASSWORD)
                )
            )
            server.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(database, name))

    def superuser(self) -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(
            host=",".join(self.database_addresses.values()),
            user=server_settings.SUPERUSER,
            password=server_settings.PASSWORD,
            dbname="postgres",
            target_session_attrs="read-write",
            connect_timeout=3,
            autocommit=True,
        )

    def _start_brokers(self) -> None:
        addresses = [machine.address for machine in self.brokers]
        cookie = token_hex()
        for machine in self.brokers:
            self._start_broker(machine, addresses, cookie)
        for machine in self.brokers:
            is_up = partial(is_open, machine, server_settings.BROKER_PORT)
            wait_until(is_up, "RabbitMQ", START_S)

    def _start_broker(self, machine: Machine, addresses: list[str], cookie: str) -> None:
        home = self.folder / machine.name
        home.mkdir()
        file = home / "rabbitmq.conf"
        file.write_text(server_settings.rabbitmq_settings(addresses))
        (home / ".erlang.cookie").write_text(cookie)
        (home / ".erlang.cookie").chmod(0o400)
        environment = {
            **plain_environment(),
            "HOME": str(home),
            "RABBITMQ_NODENAME": server_settings.broker_node(machine.address),
            "RABBITMQ_USE_LONGNAME": "true",
            "RABBITMQ_CONFIG_FILE": str(file),
            "RABBITMQ_MNESIA_BASE": str(home / "data"),
            "RABBITMQ_LOG_BASE": str(home / "log"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(home / "plugins"),
            "RABBITMQ_DIST_PORT": str(server_settings.ERLANG_PORT),
            # idle schedulers do not spin: the machine has other work
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 2:2 +sbwt none +sbwtdcpu none +sbwtdio none",
        }
        machine.run("rabbitmq", ["/usr/lib/rabbitmq/bin/rabbitmq-server"], environment)

    def _start_applications(self, before: Path) -> None:
        library = made_library(self.folder)
        self.stack.enter_context(mount_points(Server.PLACES))
        for machine in self.applications:
            self._start_haproxy(machine)
            self._start_pgbouncer(machine)
            clock = self.clocks[machine.name]
            clock.set(ahead_s=0)
            server = Server(machine, self.environment, clock.environment(library))
            self.stack.enter_context(server.made(list(self.database_addresses.values())))
            self.servers.append(server)
            server.install_first(before, BEFORE)

    def _start_haproxy(self, machine: Machine) -> None:
        file = self.folder / f"{machine.name}-haproxy.cfg"
        file.write_text(server_settings.haproxy_settings(self.database_addresses))
        machine.run("haproxy", ["/usr/sbin/haproxy", "-db", "-f", str(file)], plain_environment())

    def _start_pgbouncer(self, machine: Machine) -> None:
        """Run PgBouncer by the file that is shipped, with the places and users of the drill."""
        users = self.folder / "pgbouncer-users.txt"
        users.write_text(f'"{server_settings.SITE}" "{server_settings.PASSWORD}"\n')
        shipped = (ROOT / "deploy" / "ops" / "pgbouncer.ini").read_text()
        file = self.folder / f"{machine.name}-pgbouncer.ini"
        file.write_text(server_settings.pgbouncer_settings(shipped, users=str(users)))
        machine.run(
            "pgbouncer", ["/usr/sbin/pgbouncer", str(file)], plain_environment(), POSTGRES_USER
        )

    def _start_front(self) -> None:
        folder = self.folder / "nginx"
        folder.mkdir()
        file = folder / "nginx.conf"
        addresses = [machine.address for machine in self.applications]
        file.write_text(server_settings.nginx_settings(addresses, str(folder)))
        words = ["/usr/sbin/nginx", "-p", str(folder), "-c", str(file), "-g", "daemon off;"]
        self.front.run("nginx", words, plain_environment())
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until people can be served. Raises CannotStart with what `/readyz` names."""
        url = f"{self.url}/readyz"
        try:
            wait_until(lambda: answers(url), "the site is not ready", START_S)
        except CannotStart as error:
            raise CannotStart(f"{error} {url} says: {said_by(url)}") from error

    def migrate(self) -> None:
        """Make the tables those of this release. Raises CannotStart when that fails."""
        done = subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env={**os.environ, **self.environment, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise CannotStart(f"manage.py migrate failed:\n{done.stdout}{done.stderr}")

    # --- looking --------------------------------------------------------------------------------

    def role_of(self, machine: Machine) -> str:
        """Return primary, replica, or nothing when Patroni does not answer."""
        return ask_patroni(machine)

    @property
    def primary(self) -> Machine | None:
        """The node that says it is the primary, if any does."""
        roles = {machine.name: self.role_of(machine) for machine in self.databases}
        return next(
            (database for database in self.databases if roles[database.name] == "primary"), None
        )

    def wait_for_primary(self) -> Machine:
        wait_until(lambda: self.primary is not None, "there is no primary", START_S)
        primary = self.primary
        if primary is None:
            raise CannotStart("The primary went away again.")
        return primary

    def wait_until_safe(self) -> None:
        """Wait until all three databases are there again, for the next fault."""
        wait_until(self._has_standbys_or_error, "the databases are not whole again", START_S)

    def _has_standbys_or_error(self) -> bool:
        try:
            return self._has_standbys()
        except psycopg.Error:
            return False


def ask_patroni(machine: Machine) -> str:
    url = f"http://{machine.address}:{server_settings.PATRONI_PORT}/patroni"
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:
            said = json.load(answer)
    except urllib.error.HTTPError as answer:
        with answer:
            said = json.load(answer)
    except (OSError, ValueError):
        return ""
    role = {"master": "primary"}.get(said.get("role"), said.get("role", ""))
    return str(role) if said.get("state") in ("running", "streaming") else ""


def is_open(machine: Machine, port: int) -> bool:
    with socket.socket() as asking:
        asking.settimeout(1)
        return asking.connect_ex((machine.address, port)) == 0


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own server
            return bool(answer.status == 200)
    except OSError:
        return False


def said_by(url: str) -> str:
    """Return what a server answers, whatever its status; without an answer, why there is none."""
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:  # noqa: S310 - our own server
            return str(answer.read().decode())
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.read().decode()
    except OSError as error:
        return str(error)


def wait_until(is_so: Callable[[], bool], what: str, seconds: float) -> None:
    """Wait until it is so. Raises CannotStart, saying what did not come to be."""
    give_up_at = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > give_up_at:
            raise CannotStart(f"It took longer than {seconds:.0f} seconds: {what}.")
        time.sleep(0.2)
