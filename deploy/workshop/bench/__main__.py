"""`python -m deploy.workshop.bench`: measure, and print one table. See --help."""

import os
import subprocess
import sys
import time
import traceback
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from deploy.workshop.bench.goals import GOALS, ON_REQUEST
from deploy.workshop.bench.latest import with_latest
from deploy.workshop.bench.lines import Line, as_text, by_urgency, in_a_sentence, notes
from deploy.workshop.bench.site import Site

ROOT = Path(__file__).parents[3]
PERFORMANCE = ROOT / "docs" / "performance.md"
EXPLAINED = """\
Measures what people feel against the goals of docs/performance.md, on data of its own that is
always the same, and prints one table, missed goals first. It takes some seven minutes on two
cores where nothing else runs; noise makes all figures worse.

parts, and the goals they measure:
"""
# in this order: the evening has the machine fresh, the round is played behind what only reads
PARTS: Mapping[str, tuple[str, ...]] = {
    "evening": ("L1",),
    "faces": ("L3", "L4"),
    "result": ("L2",),
    "draws": ("L5",),
    "start": ("L6", "L6 cold"),
    "engine": ("L7 replay", "L7 record", "L7 score"),
    "swiss": ("L7 Swiss",),
    "rebuild": ("L7 rebuild",),
    "matchpoints": ("L7 points",),
    "growth": ("L8",),
}


class Part(Protocol):
    """A module of deploy/workshop/bench/parts. The sizes are a frozen dataclass of its own."""

    FULL: Any
    TINY: Any
    measure: Callable[[Site, Any], Iterator[Line]]


def part(name: str) -> Part:
    return cast(Part, import_module(f"deploy.workshop.bench.parts.{name}"))


def read_arguments(words: Sequence[str]) -> Namespace:
    parser = ArgumentParser(
        prog="make bench",
        usage='make bench [ARGS="[option ...] [part ...]"]',
        description=EXPLAINED
        + "\n".join(f"  {name:<12} {', '.join(goals)}" for name, goals in PARTS.items()),
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="part", help="all of them, if none is named")
    parser.add_argument(
        "--write",
        action="store_true",
        help="write the table into docs/performance.md: for a release, with all parts",
    )
    parser.add_argument(
        "--until-it-breaks",
        action="store_true",
        help="raise the load of L1 until results and pages are late (some minutes more)",
    )
    parser.add_argument(
        "--cold",
        action="store_true",
        help="measure L6 with empty package caches too (needs the network)",
    )
    parser.add_argument(
        "--grown",
        metavar="CLUBSxNIGHTS",
        help="the size of the site of L8, such as 2000x50: 100,000 events (an hour)",
    )
    parser.add_argument(
        "--tiny", action="store_true", help="the sizes of the tests: shows that all works"
    )
    return parser.parse_args(words)


def main(words: Sequence[str], *, on: date, performance: Path = PERFORMANCE) -> int:
    """Measure and print; `on` is the day that is written. Returns the code to exit with."""
    asked = read_arguments(words)
    wanted = list(dict.fromkeys(asked.parts)) or list(PARTS)
    if wrong := what_is_wrong(asked, wanted):
        print(wrong, file=sys.stderr)
        return 2
    # before anything runs here: how busy others keep the machine
    circumstances = f"{on}, {commit()}, {count_cores()} cores, load {os.getloadavg()[0]:.1f} before"
    site = Site.tiny() if asked.tiny else Site()
    started = time.monotonic()
    try:
        lines, broken = measure_all(wanted, site, asked)
    finally:
        site.stop()
    lines = by_urgency(lines)
    took = f"{time.monotonic() - started:.0f} s"
    print(f"\n{circumstances}, {took}: {in_a_sentence(lines)}.\n\n{as_text(lines)}\n")
    print("\n".join(notes(lines)))
    if broken:
        print(f"\nCould not be measured: {', '.join(broken)}.", file=sys.stderr)
    elif asked.write:
        text = with_latest(performance.read_text(), lines, f"{circumstances}, {took}")
        performance.write_text(text)
    return 1 if broken else 0


def what_is_wrong(asked: Namespace, wanted: Sequence[str]) -> str:
    """Return a sentence about arguments that cannot be, "" where they can."""
    if unknown := sorted(set(wanted) - set(PARTS)):
        known = ", ".join(PARTS)
        return f"There is nothing to measure named {', '.join(unknown)}; there are {known}."
    if asked.write and (asked.tiny or set(wanted) != set(PARTS)):
        return "Only a run of all parts in their full size is written."
    return ""


def commit() -> str:
    """Return the commit that is measured; a star says that files differ from it."""
    said = subprocess.run(
        ["git", "describe", "--always", "--dirty=*", "--exclude=*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return said.stdout.strip() or "no commit"


def count_cores() -> int:
    """Return how many cores there are for this process."""
    return len(os.sched_getaffinity(0))


def sizes_of(name: str, asked: Namespace) -> Any:
    """Return the sizes of a part as the arguments have them."""
    one = part(name)
    sizes = one.TINY if asked.tiny else one.FULL
    if name == "evening":
        sizes = replace(sizes, until_it_breaks=asked.until_it_breaks)
    elif name == "start":
        sizes = replace(sizes, cold=asked.cold)
    elif name == "growth" and asked.grown:
        sizes = replace(sizes, grown=asked.grown)
    return sizes


def measure_all(
    wanted: Sequence[str], site: Site, asked: Namespace
) -> tuple[list[Line], list[str]]:
    """Return the lines, and which parts failed; what those measured before is there too."""
    lines: list[Line] = []
    broken: list[str] = []
    for name in (name for name in PARTS if name in wanted):
        started = time.monotonic()
        print(f"Measuring {name} ...", end=" ", file=sys.stderr, flush=True)
        try:
            lines.extend(part(name).measure(site, sizes_of(name, asked)))
        except Exception:  # the other parts are still worth their figures
            traceback.print_exc()
            broken.append(name)
        print(f"{time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    missing = set(GOALS) - ON_REQUEST - {line.goal for line in lines}
    assert broken or set(wanted) != set(PARTS) or not missing, missing
    return lines, broken


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], on=datetime.now(UTC).date()))
