"""Reads the files of deploy/ops as systemd and the shell read them."""

import re
import shlex
from pathlib import Path

from django.conf import settings

OPS = Path(settings.BASE_DIR) / "deploy" / "ops"
SYSTEMD = OPS / "systemd"
INSTALLED = "/opt/tricktable"
RELEASE = "1.2.0"
SETTING = re.compile(r"^(#?)([A-Z][A-Z_]*)=(.*)$", re.M)


def template_variables(*, commented=None):
    """Return the variables of the environment template with their values."""
    found = SETTING.findall((OPS / "environment.template").read_text())
    return {
        name: value for mark, name, value in found if commented is None or bool(mark) is commented
    }


def lines_of(unit, key):
    """Return the values of a key of a unit and its drop-ins; an empty one forgets the others."""
    beside = sorted((SYSTEMD / f"{unit}.d").glob("*.conf"))
    files = [*([path] if (path := SYSTEMD / template_of(unit)).exists() else []), *beside]
    pattern = re.compile(rf"^{key}=(.*)$", re.M)
    values = [value for file in files for value in pattern.findall(file.read_text())]
    return values[len(values) - values[::-1].index("") :] if "" in values else values


def template_of(unit):
    """Return the file of a unit: that of its template for an instance, as in worker@1.2.0."""
    return re.sub(r"@.+\.(?=\w+$)", "@.", unit)


def units_of_the_site():
    """Return the services that a release enables for the target."""
    return [
        path.name.replace("@.", f"@{RELEASE}.")
        for path in sorted(SYSTEMD.glob("tricktable-*@.service"))
        if "tricktable.target" in lines_of(path.name, "WantedBy")
    ]


def port_of(unit):
    """Return the port of the socket that a unit is given, "" where it has none."""
    sockets = [
        line for name in lines_of(unit, "Sockets") for line in lines_of(name, "ListenStream")
    ]
    return sockets[0].rpartition(":")[2] if sockets else ""


def environment_of(unit, file):
    """Return what a unit's process has in its environment; `file` is the environment file."""
    own = {}
    for line in lines_of(unit, "Environment"):
        own |= dict(word.split("=", 1) for word in shlex.split(filled(unit, line)))
    return own | file


def command_of(unit, environment, programs):
    """Return the words of what a unit starts, its programs taken from another folder."""
    (line,) = lines_of(unit, "ExecStart")
    words = shlex.split(filled(unit, line))
    words = [re.sub(r"\$\{(\w+)\}", lambda name: environment[name[1]], word) for word in words]
    return [re.sub(rf"{INSTALLED}/[^/]+/bin", str(programs), word) for word in words]


def filled(unit, line):
    instance = re.search(r"@(.+)\.\w+$", unit)
    line = line.replace("%i", instance[1]) if instance else line
    return line.replace("%%", "%")
