"""The unit files of a release, as far as the drill does what systemd does with them."""

import re
import shlex
from pathlib import Path

SUFFIXES = (".service", ".socket", ".target", ".timer")


def full_name(unit: str) -> str:
    """Return the name of a unit as systemd completes it."""
    return unit if unit.endswith(SUFFIXES) else f"{unit}.service"


def values_of(folder: Path, unit: str, key: str) -> list[str]:
    """Return the values of a key in a unit and its drop-ins; an empty one forgets those before."""
    template = re.sub(r"@.+\.(?=\w+$)", "@.", unit)
    instance = unit.partition("@")[2].rpartition(".")[0]
    values: list[str] = []
    for file in (folder / template, *sorted((folder / f"{template}.d").glob("*.conf"))):
        for value in re.findall(rf"^{key}=(.*)$", file.read_text(), re.MULTILINE):
            values = [*values, value.replace("%i", instance)] if value else []
    return values


def variables_of(text: str) -> dict[str, str]:
    """Return what an environment file sets."""
    words = shlex.split(text, comments=True)
    return dict(word.split("=", 1) for word in words)


def written(variables: dict[str, str]) -> str:
    """Return an environment file, as systemd and the shell read it."""
    return "".join(f"{name}={shlex.quote(value)}\n" for name, value in variables.items())
