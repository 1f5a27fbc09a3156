"""`tricktable-upgrade`: in which order releases are prepared, started, stopped and removed."""

import os
import shutil
import subprocess

import pytest

from tests.deploy.ops.ops_files import OPS

FORMER, NEXT, OLD = "1.1.0", "1.2.0", "1.0.0"
STOP_FORMER_WEB = f"systemctl stop tricktable-web@{FORMER}"


class Machine:
    """A server in a folder, whose systemd and whose users only write down what they are asked."""

    def __init__(self, folder):
        self.folder, self.home, self.said = folder, folder / "opt", folder / "said"
        (folder / "bin").mkdir()
        (folder / "units").mkdir()
        (folder / "environment").touch()
        for name in ("systemctl", "runuser"):
            self.program(name, "exit 0")
        for name in (OLD, FORMER, NEXT):
            ops = self.home / name / "lib" / "python3.13" / "site-packages" / "deploy" / "ops"
            ops.mkdir(parents=True)
            (self.home / name / "pyvenv.cfg").touch()
            shutil.copytree(OPS / "systemd", ops / "systemd")
            for script in ("tricktable-manage", "tricktable-upgrade"):
                (ops / script).write_text(self.here((OPS / script).read_text()))
        (self.home / "current").symlink_to(FORMER)

    def here(self, text):
        for place, folder in {
            "/opt/tricktable": self.home,
            "/etc/tricktable": self.folder,
            "/etc/systemd/system/": f"{self.folder}/units/",
            "/usr/local/bin/": f"{self.folder}/bin/",
        }.items():
            assert place not in text or str(folder)
            text = text.replace(place, str(folder))
        return text

    def program(self, name, ends):
        path = self.folder / "bin" / name
        path.write_text(f'#!/bin/sh\necho {name} "$*" >> {self.said}\n{ends}\n')
        path.chmod(0o755)

    def upgrade(self, *words):
        script = self.folder / "tricktable-upgrade"
        script.write_text(self.here((OPS / "tricktable-upgrade").read_text()))
        return subprocess.run(
            ["sh", str(script), *words],
            env={"PATH": f"{self.folder}/bin:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def steps(self):
        return self.said.read_text().splitlines()

    @property
    def current(self):
        return os.readlink(self.home / "current")


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_each_part_of_the_next_release_runs_before_that_of_the_former_is_stopped(machine):
    done = machine.upgrade(NEXT)

    assert done.returncode == 0, done.stderr
    steps = machine.steps
    assert steps[0].endswith(f"{machine.home}/{NEXT}/bin/tricktable manage prepare")
    for part in ("web", "live", "worker"):
        started = steps.index(f"systemctl start tricktable-{part}@{NEXT}")
        (stopped,) = [
            place
            for place, step in enumerate(steps)
            if step.startswith("systemctl stop") and step.endswith(f"tricktable-{part}@{FORMER}")
        ]
        assert started < stopped
        assert f"systemctl enable --quiet tricktable-{part}@{NEXT}" in steps
    assert machine.current == NEXT


def test_the_two_newest_releases_are_kept_and_the_way_back_is_the_same(machine):
    machine.upgrade(NEXT)
    assert not (machine.home / OLD).exists()
    assert machine.steps[-1].endswith("current/bin/tricktable manage remove_former_files")

    assert machine.upgrade(FORMER).returncode == 0
    assert machine.current == FORMER
    assert (machine.home / NEXT).exists()


def test_a_release_that_does_not_start_leaves_the_former_one_as_it_was(machine):
    machine.program("systemctl", f'[ "$*" != "start tricktable-web@{NEXT}" ]')

    done = machine.upgrade(NEXT)

    assert done.returncode == 1
    assert f"journalctl --unit tricktable-web@{NEXT}" in done.stderr
    assert STOP_FORMER_WEB not in machine.steps
    assert machine.current == FORMER


def test_what_a_machine_is_not_for_is_not_started(machine):
    machine.program("systemctl", '[ "$*" != "is-enabled tricktable-web@.service" ] || echo masked')

    assert machine.upgrade(NEXT).returncode == 0
    assert f"systemctl start tricktable-web@{NEXT}" not in machine.steps
    assert f"systemctl start tricktable-live@{NEXT}" in machine.steps


def test_what_the_wheel_asks_for_is_installed_by_the_hashes_that_are_in_it(machine):
    venv = machine.home / "1.3.0"
    installed = shutil.copytree(machine.home / NEXT, machine.folder / "installed")
    packaged = installed / "lib" / "python3.13" / "site-packages" / "deploy" / "packaged"
    (packaged / "requirements").mkdir(parents=True)
    (packaged / "requirements" / "run.txt").touch()
    (installed / "bin").mkdir()
    machine.program("pip", "exit 0")
    (machine.folder / "bin" / "pip").rename(installed / "bin" / "pip")
    machine.program("python3", f'cp -r {installed} "$3"')
    wheel = machine.folder / "tricktable-1.3.0-py3-none-any.whl"
    wheel.touch()

    done = machine.upgrade(str(wheel))

    assert done.returncode == 0, done.stderr
    pip = "pip --disable-pip-version-check install --quiet"
    lock = venv / packaged.relative_to(installed) / "requirements" / "run.txt"
    assert machine.steps[:3] == [
        f"python3 -m venv {venv}",
        f"{pip} --no-deps {wheel}",
        f"{pip} --require-hashes --requirement {lock}",
    ]
    assert machine.current == "1.3.0"


def test_a_release_that_is_not_prepared_is_not_started(machine):
    machine.program("runuser", "exit 1")

    assert machine.upgrade(NEXT).returncode != 0
    assert not [step for step in machine.steps if step.startswith("systemctl")]


@pytest.mark.parametrize("words", [(), ("current",), ("../x",), (FORMER,), ("missing.whl",)])
def test_what_cannot_be_meant_is_refused(machine, words):
    done = machine.upgrade(*words)

    assert done.returncode == 1
    assert done.stderr.startswith("tricktable-upgrade: ")
    assert not machine.said.exists()
