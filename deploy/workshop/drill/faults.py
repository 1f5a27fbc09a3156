"""The faults, one after the other: each is over when its function returns."""

import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from deploy.workshop.drill import server_settings
from deploy.workshop.drill.machines import HOST_ADDRESS, Machine
from deploy.workshop.drill.releases import PRESENT
from deploy.workshop.drill.whole_site import (
    MAIL_PORT,
    POSTGRES_USER,
    START_S,
    WholeSite,
    is_open,
    wait_until,
)

WEB, LIVE, WORKER = (f"{part}@{PRESENT}" for part in ("web", "live", "worker"))
AWAY_S = 20.0  # how long a machine is cut off or without power, a disk full, a mail server silent
AHEAD_S = 3_600
MAILS = 8


def faults_of(site: WholeSite) -> Mapping[str, Callable[[], None]]:
    """Return what happens to the site, by its name, in the order of the drill."""
    first, second = site.applications
    return {
        "nothing happens": lambda: None,
        **{
            f"{a} is killed": partial(killed, machine, name)
            for a, name, machine in (
                ("a web process", WEB, first),
                ("a live process", LIVE, second),
                ("a worker", WORKER, first),
                ("PgBouncer", "pgbouncer", first),
                ("HAProxy", "haproxy", second),
            )
        },
        "all workers are killed": partial(all_killed, site.applications, [WORKER]),
        "nginx is killed": partial(killed, site.front, "nginx"),
        "a broker node is killed": partial(broker_node_killed, site),
        "PostgreSQL is killed on the primary": partial(postgres_killed, site),
        "the primary's machine loses its power": partial(primary_without_power, site),
        "the primary is cut off the network": partial(primary_cut_off, site),
        "the primary's disk is full": partial(disk_full, site),
        "the clock of one machine jumps": partial(clocks_jump, site, [first]),
        "the clocks of both machines jump": partial(clocks_jump, site, [first, second]),
        "the mail server is silent": mail_server_silent,
    }


def killed(machine: Machine, name: str) -> None:
    machine.kill(name)
    wait_for_program(machine, name)


def all_killed(machines: Sequence[Machine], names: Sequence[str]) -> None:
    for machine in machines:
        for name in names:
            machine.kill(name)


def wait_for_program(machine: Machine, name: str) -> None:
    """Wait until a program that says when it answers does so again."""
    is_ready = machine.programs[name].is_ready
    if is_ready is not None:
        wait_until(is_ready.is_set, f"{name} of {machine.name}", START_S)


def broker_node_killed(site: WholeSite) -> None:
    """Kill the node to which everybody is connected."""
    node = site.brokers[0]
    node.power_off()
    time.sleep(AWAY_S)
    node.power_on()
    wait_until(lambda: is_open(node, server_settings.BROKER_PORT), "RabbitMQ", START_S)


def postgres_killed(site: WholeSite) -> None:
    """Kill PostgreSQL alone: Patroni sees to it that there is a primary again."""
    disk = site.disk_of(site.wait_for_primary())
    first_line = (disk / "postgres" / "postmaster.pid").read_text().split("\n", 1)[0]
    os.kill(int(first_line), 9)


def primary_without_power(site: WholeSite) -> None:
    machine = site.wait_for_primary()
    machine.power_off()
    time.sleep(AWAY_S)
    machine.power_on()


def primary_cut_off(site: WholeSite) -> None:
    machine = site.wait_for_primary()
    machine.cut()
    time.sleep(AWAY_S)
    machine.connect()


def disk_full(site: WholeSite) -> None:
    disk = site.disk_of(site.wait_for_primary())
    filling = disk / "filling"
    with filling.open("wb", buffering=0) as file:
        shutil.chown(filling, POSTGRES_USER)
        for size in (1 << 20, 1 << 12):
            fill(file.write, b"\0" * size)
    time.sleep(AWAY_S)
    filling.unlink()


def fill(write: Callable[[bytes], int | None], block: bytes) -> None:
    try:
        while write(block) == len(block):
            pass
    except OSError:
        return  # full


def clocks_jump(site: WholeSite, machines: Sequence[Machine]) -> None:
    """Let wall clocks jump an hour ahead under all that runs there, and an hour back again."""
    for ahead_s in (AHEAD_S, 0):
        for machine in machines:
            site.clocks[machine.name].set(ahead_s=ahead_s)
        time.sleep(AWAY_S)


def mail_server_silent() -> None:
    """Have mails asked for while the mail server takes connections and says nothing."""
    from django.utils import timezone

    from league.clubs.models import User
    from league.clubs.services.mails import request_sign_in_link

    people = [f"person{number}.{time.time_ns()}@example.org" for number in range(MAILS)]
    for address in people:
        User.objects.create_user(address, None, name="Person")
    with silent_mail_server():
        for address in people:
            at = timezone.now()
            request_sign_in_link(email=address, language="en", client="10.77.0.1", at=at)
        time.sleep(AWAY_S)


@contextmanager
def silent_mail_server() -> Iterator[None]:
    """Listen where the mails go, and never answer; at the end whoever waits is hung up on."""
    with socket.create_server((HOST_ADDRESS, MAIL_PORT), backlog=64):
        yield


def upgraded(site: WholeSite, present: Path) -> None:
    """Put this release in the place of the former one, machine after machine."""
    for server in site.servers:
        server.upgrade(present, PRESENT)
