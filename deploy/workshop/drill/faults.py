"""The faults, one after the other: each is over when its function returns."""

import os
import shutil
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.db import DatabaseError, connection

from deploy.workshop.drill import server_settings
from deploy.workshop.drill.machines import HOST_ADDRESS, Machine
from deploy.workshop.drill.onlookers import Onlookers
from deploy.workshop.drill.pairs_evening import Evening
from deploy.workshop.drill.report import Report, make_report
from deploy.workshop.drill.server import PRESENT
from deploy.workshop.drill.submitters import Played, Submitters
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


# --- A row of the drill's table: a fault, and what came of the site and of those who used it ---

WARM_S = 60.0
SETTLED_S = 60.0


@dataclass(frozen=True, slots=True)
class FaultRow:
    """`whole_after_s`: from the fault until everybody saw what was submitted from then on until
    a few seconds after its end, which came after `lasted_s`; None: that never came to be.

    `moved_after_s`: from the fault until the standings first showed what was acknowledged after it;
    `longest_wait_s`: how long any of those concerned waited for the standings to show it.
    """

    fault: str
    report: Report
    lasted_s: float
    whole_after_s: float | None
    moved_after_s: float | None
    longest_wait_s: float | None
    trouble: Mapping[str, int]
    statuses: Mapping[str, int]
    past_proxy: Mapping[str, int]
    longest_gap_s: float
    stream_starts: int
    stream_gap_s: float

    @property
    def is_clean(self) -> bool:
        return self.report.is_clean and self.whole_after_s is not None

    @property
    def is_unnoticed(self) -> bool:
        """Say whether everybody had the answer that is wanted, at once."""
        return not self.trouble and {*self.statuses, *self.past_proxy} <= {"200"}


@dataclass(frozen=True, slots=True)
class Load:
    """How hard the site is used: `people` who begin a table `every_s` seconds each.

    What is submitted until `quiet_s` seconds after a fault is waited for, `patience_s` at most.
    """

    people: int = 3
    every_s: float = 2.0
    quiet_s: float = 5.0
    patience_s: float = 120.0


def suffer(
    name: str,
    cause: Callable[[], None],
    site: str,
    evenings: Sequence[Evening],
    load: Load,
    *,
    past_proxy: Callable[[Evening], Sequence[str]] = lambda _evening: (),
) -> FaultRow:
    """Let a fault happen under load; `cause` returns when the fault is over."""
    submitters = Submitters(site, evenings, people=load.people, every_s=load.every_s)
    onlookers = Onlookers(site, evenings, submitters, past_proxy(evenings[0]))
    submitters.start()
    onlookers.start()
    try:
        wait_while(lambda: not any(one.shown_at for one in submitters.played), WARM_S)
        began = time.monotonic()
        cause()
        lasted = time.monotonic() - began
        until = began + lasted + load.quiet_s
        time.sleep(load.quiet_s)
        wait_while(lambda: whole_after(submitters.played, began, until) is None, load.patience_s)
    finally:
        submitters.stop()
        wait_while(lambda: any(_is_unseen(one) for one in submitters.played), SETTLED_S)
        onlookers.stop()
    return FaultRow(
        fault=name,
        report=settled(submitters, evenings),
        lasted_s=lasted,
        whole_after_s=whole_after(submitters.played, began, until),
        moved_after_s=moved_after(submitters.played, began),
        longest_wait_s=longest_wait(concerned(submitters.played, began, until)),
        trouble=Counter(submitters.trouble),
        statuses=Counter(onlookers.statuses),
        past_proxy=Counter(onlookers.past_proxy),
        longest_gap_s=onlookers.longest_gap,
        stream_starts=onlookers.stream_starts,
        stream_gap_s=onlookers.stream_gap,
    )


def settled(submitters: Submitters, evenings: Sequence[Evening]) -> Report:
    """Judge as soon as the standings are right, or when they have had their time to be.

    Raises DatabaseError when the database is still away then.
    """
    give_up_at = time.monotonic() + SETTLED_S
    while True:
        is_last = time.monotonic() > give_up_at
        connection.close()  # the fault may have broken it
        try:
            report = make_report(submitters.acknowledged, evenings)
        except DatabaseError:
            if is_last:
                raise
        else:
            if report.is_clean or is_last:
                return report
        time.sleep(0.5)


def concerned(played: Sequence[Played], began: float, until: float) -> list[Played]:
    """Return the tables that were on their way when a fault began, or began after it."""
    return [
        one
        for one in played
        if one.began <= until and (one.shown_at is None or one.shown_at >= began)
    ]


def whole_after(played: Sequence[Played], began: float, until: float) -> float | None:
    """Return after how many seconds the last of those concerned was seen; None: never."""
    seen = [one.shown_at for one in concerned(list(played), began, until)]
    known = [at for at in seen if at is not None]
    return max(known) - began if known and len(known) == len(seen) else None


def moved_after(played: Sequence[Played], began: float) -> float | None:
    """Return after how many seconds something was seen that was acknowledged after a fault."""
    seen = [
        one.shown_at
        for one in list(played)
        if one.shown_at is not None and (one.acknowledged_at or 0.0) >= began
    ]
    return min(seen) - began if seen else None


def longest_wait(played: Sequence[Played]) -> float | None:
    """Return how long that table waited which was seen last after it was acknowledged."""
    waited = [
        one.shown_at - one.acknowledged_at
        for one in played
        if one.shown_at is not None and one.acknowledged_at is not None
    ]
    return max(waited, default=None)


def _is_unseen(one: Played) -> bool:
    return one.acknowledged_at is not None and one.shown_at is None


def wait_while(is_so: Callable[[], bool], seconds: float) -> None:
    give_up_at = time.monotonic() + seconds
    while is_so() and time.monotonic() < give_up_at:
        time.sleep(0.1)


# --- The drill's table as text: a line a fault ---

HEADINGS = (
    "fault",
    "acknowledged",
    "lost",
    "doubled",
    "standings equal a rebuild",
    "fault lasted",
    "whole again after",
    "standings moved after, longest wait",
    "answers to readers",
    "answers past the proxy",
    "longest gap of pages",
    "streams begun, longest silence",
    "what phones met",
)


def as_table(rows: Sequence[FaultRow]) -> str:
    """Return the rows as a table in Markdown, columns padded so that it reads well as text too."""
    lines = [HEADINGS, *(cells_of(row) for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(HEADINGS))]
    drawn = [
        " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    ]
    drawn.insert(1, " | ".join("-" * width for width in widths))
    return "".join(f"| {line} |\n" for line in drawn)


def cells_of(row: FaultRow) -> tuple[str, ...]:
    report = row.report
    return (
        row.fault,
        str(report.acknowledged),
        str(len(report.lost)),
        str(report.doubled),
        "yes" if report.standings_are_equal else "NO",
        f"{row.lasted_s:.1f} s",
        seconds(row.whole_after_s),
        f"{seconds(row.moved_after_s)}, {seconds(row.longest_wait_s)}",
        counts(row.statuses),
        counts(row.past_proxy),
        f"{row.longest_gap_s:.1f} s",
        f"{row.stream_starts}, {row.stream_gap_s:.1f} s",
        counts(row.trouble) or "nothing",
    )


def seconds(known: float | None) -> str:
    return "never" if known is None else f"{known:.1f} s"


def counts(counted: Mapping[str, int]) -> str:
    """Return `200: 41, 502: 3`: what came most often first."""
    by_number = sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{name}: {number}" for name, number in by_number)
