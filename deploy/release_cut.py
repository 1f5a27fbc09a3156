"""`make release VERSION=0.2.0`: give what is unreleased a number and a day. It commits nothing."""

import re
import sys
from datetime import UTC, date, datetime
from pathlib import Path

from deploy.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
UNRELEASED = "## Unreleased\n"
NUMBER = re.compile(r"\d+\.\d+\.\d+")


class CannotRelease(Exception):
    """Something is not as it must be; the text says what."""


def cut(root: Path, version: str, *, before: str, on: date) -> None:
    """Write the number into version.py and above what was unreleased. Raises CannotRelease."""
    if not NUMBER.fullmatch(version) or _parts(version) <= _parts(before):
        raise CannotRelease(
            f"VERSION is {version!r}: write three numbers after {before}, as in VERSION=1.4.0."
        )
    changelog = root / "CHANGELOG.md"
    changelog.write_text(_with_heading(changelog.read_text(), version, on))
    file = root / "deploy" / "version.py"
    file.write_text(file.read_text().replace(f'"{before}"', f'"{version}"'))


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def _with_heading(changelog: str, version: str, on: date) -> str:
    head, found, rest = changelog.partition(UNRELEASED)
    unreleased = rest.partition("\n## ")[0]
    if not found or "\n- " not in unreleased:
        raise CannotRelease("Nothing stands under “Unreleased” in CHANGELOG.md.")
    return f"{head}{UNRELEASED}\n## {version} ({on.isoformat()})\n{rest}"


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
