"""`python -m deploy.bench [part ...]`: measure, print one table and write it. See --help."""

import os
import pkgutil
import sys
import traceback
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from datetime import UTC, date, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from deploy.bench import parts
from deploy.bench.lines import Line, table
from deploy.bench.measured import by_urgency, with_measured
from deploy.bench.site import Site

PERFORMANCE = Path(__file__).parents[2] / "docs" / "performance.md"
EXPLAINED = """\
Measures the site against the goals of docs/performance.md: starts what `make run` starts, with the
demo in it, on data of its own, and prints one table, missed goals first.

The table is written to docs/performance.md too, with the day and the number of cores. A run of some
parts replaces their lines alone; the others stay, with their day. A part that fails is named, and
its former lines stay. Run it where nothing else runs: noise makes all figures worse.

parts, and their sizes:
"""


class Part(Protocol):
    """A module of deploy/bench/parts. The sizes are a frozen dataclass of its own."""

    __doc__: str | None
    FULL: Any
    TINY: Any
    measure: Callable[[Site, Any], Iterator[Line]]


def names_of_parts() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(parts.__path__))


def part(name: str) -> Part:
    return cast(Part, import_module(f"deploy.bench.parts.{name}"))


def explained() -> str:
    return EXPLAINED + "\n".join(
        f"  {name:<12} {(part(name).__doc__ or '').splitlines()[0]}\n"
        f"  {'':<12} {sizes_of(part(name).FULL)}"
        for name in names_of_parts()
    )


def sizes_of(sizes: Any) -> str:
    return ", ".join(f"{field.name} {getattr(sizes, field.name)}" for field in fields(sizes))


class Parser(ArgumentParser):
    """Asks the parts about themselves only when somebody wants to know."""

    def format_help(self) -> str:
        self.description = explained()
        return super().format_help()


def read_arguments(words: Sequence[str]) -> Namespace:
    parser = Parser(
        prog="make bench",
        usage='make bench [ARGS="[--tiny] [--print] [part ...]"]',
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="part", help="all of them, if none is named")
    parser.add_argument(
        "--print", dest="only_print", action="store_true", help="leave docs/performance.md alone"
    )
    parser.add_argument(
        "--tiny",
        action="store_true",
        help="the sizes that tests use: shows that all works, measures nothing and writes nothing",
    )
    return parser.parse_args(words)


def main(words: Sequence[str], *, on: date, performance: Path = PERFORMANCE) -> int:
    """Measure and write; `on` is the day that is written. Returns the code to exit with."""
    asked = read_arguments(words)
    known = names_of_parts()
    unknown = sorted(set(asked.parts) - set(known))
    if unknown:
        print(
            f"There is nothing to measure named {', '.join(unknown)}; there are"
            f" {', '.join(known)}.",
            file=sys.stderr,
        )
        return 2
    site = Site()
    try:
        wanted = list(dict.fromkeys(asked.parts)) or known
        measured, broken = measure_all(wanted, site, tiny=asked.tiny)
    finally:
        site.stop()
    cores = count_cores()
    lines = by_urgency(line for found in measured.values() for line in found)
    print(f"\n{on}, {cores} cores, Python {sys.version.split()[0]}\n\n{table(lines)}")
    if not (asked.tiny or asked.only_print):
        whole = {name: found for name, found in measured.items() if name not in broken}
        text = with_measured(performance.read_text(), whole, on=on, cores=cores)
        performance.write_text(text)
    if broken:
        print(f"\nCould not be measured: {', '.join(broken)}.", file=sys.stderr)
    return 1 if broken else 0


def count_cores() -> int:
    """Return how many cores there are for this process."""
    return len(os.sched_getaffinity(0))


def measure_all(
    wanted: Sequence[str], site: Site, *, tiny: bool
) -> tuple[dict[str, list[Line]], list[str]]:
    """Return the lines of each part, and which parts failed; what they measured is there too."""
    measured: dict[str, list[Line]] = {}
    broken: list[str] = []
    for name in wanted:
        print(f"Measuring {name} ...", file=sys.stderr, flush=True)
        lines = measured[name] = []
        try:
            one = part(name)
            lines.extend(one.measure(site, one.TINY if tiny else one.FULL))
        except Exception:  # the other parts are still worth their figures
            traceback.print_exc()
            broken.append(name)
    return measured, broken


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], on=datetime.now(UTC).date()))
