"""`make release VERSION=0.2.0`: give what is unreleased a number and a day. It commits nothing."""

import re
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from deploy.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
UNRELEASED = "## Unreleased\n"
NUMBER = re.compile(r"\d+\.\d+\.\d+")
# what `make bench ARGS=--write` says above its table
MEASURED = re.compile(r"^Measured on (\d{4}-\d{2}-\d{2})\b.*\.$", re.MULTILINE)
STILL_TRUE = timedelta(days=7)


class CannotRelease(Exception):
    """Something is not as it must be; the text says what."""


def cut(root: Path, version: str, *, before: str, on: date) -> None:
    """Write the number into version.py and above what was unreleased, with what was measured.

    Raises CannotRelease.
    """
    if not NUMBER.fullmatch(version) or _parts(version) <= _parts(before):
        raise CannotRelease(
            f"VERSION is {version!r}: write three numbers after {before}, as in VERSION=1.4.0."
        )
    measured = _measured((root / "docs" / "performance.md").read_text(), on)
    changelog = root / "CHANGELOG.md"
    changelog.write_text(_with_heading(changelog.read_text(), version, on, measured))
    file = root / "deploy" / "version.py"
    file.write_text(file.read_text().replace(f'"{before}"', f'"{version}"'))


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def _measured(performance: str, on: date) -> str:
    found = MEASURED.search(performance)
    if not found or date.fromisoformat(found[1]) < on - STILL_TRUE:
        raise CannotRelease(
            "Run 'make bench ARGS=--write' on a quiet machine first: docs/performance.md has no"
            f" table of the last {STILL_TRUE.days} days."
        )
    return f"{found[0]} [The goals](docs/performance.md)."


def _with_heading(changelog: str, version: str, on: date, measured: str) -> str:
    head, found, rest = changelog.partition(UNRELEASED)
    unreleased = rest.partition("\n## ")[0]
    if not found or "\n- " not in unreleased:
        raise CannotRelease("Nothing stands under “Unreleased” in CHANGELOG.md.")
    return f"{head}{UNRELEASED}\n## {version} ({on.isoformat()})\n\n{measured}\n{rest}"


def main(words: list[str]) -> int:
    try:
        cut(ROOT, words[0] if words else "", before=VERSION, on=datetime.now(UTC).date())
    except CannotRelease as refused:
        print(refused, file=sys.stderr)
        return 1
    print(
        "Read CHANGELOG.md once more, then:"
        f" git commit -am 'Release {words[0]}'; git tag v{words[0]}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
