"""`python -m deploy.bench [part ...]`: measure and print one table. No test depends on a time."""

import os
import pkgutil
import sys
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module

from deploy.bench import parts
from deploy.bench.lines import Line, table
from deploy.bench.site import Site

Part = Callable[[Site], Iterator[Line]]


def names_of_parts() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(parts.__path__))


def part(name: str) -> Part:
    measure: Part = import_module(f"deploy.bench.parts.{name}").measure
    return measure


def main(wanted: list[str]) -> int:
    known = names_of_parts()
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        print(
            f"There is nothing to measure named {', '.join(unknown)}; there are"
            f" {', '.join(known)}.",
            file=sys.stderr,
        )
        return 2
    site = Site()
    lines: list[Line] = []
    broken: list[str] = []
    try:
        for name in wanted or known:
            print(f"Measuring {name} ...", file=sys.stderr, flush=True)
            try:
                lines += part(name)(site)
            except Exception:  # the other parts are still worth their figures
                traceback.print_exc()
                broken.append(name)
    finally:
        site.stop()
    print(f"\n{os.cpu_count()} cores, Python {sys.version.split()[0]}\n\n{table(lines)}")
    if broken:
        print(f"\nCould not be measured: {', '.join(broken)}.", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
