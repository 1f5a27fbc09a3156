"""Installing: quick when nothing changed, one sentence when a tool is missing."""

import os
import subprocess
from pathlib import Path

import pytest

from deploy import chromium, clean
from deploy.check.__main__ import main as check
from deploy.embedded.data_folder import places_for
from deploy.embedded.servers import make_folders, take_lock
from deploy.install import steps

ROOT = Path(__file__).resolve().parents[2]


def make(*words, **environment):
    return subprocess.run(
        ["make", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("target", ["run", "install", "test", "check", "lock", "bench"])
def test_python_that_is_missing_or_too_old_is_one_sentence(target):
    done = make(target, "PYTHON=")

    assert done.returncode != 0
    assert done.stderr.startswith("Python 3.11 or newer is needed and was not found")


def test_help_lists_every_command():
    listed = {line.split()[0] for line in make("help").stdout.splitlines()}

    assert listed >= {"run", "install", "test", "check", "lock", "bench", "fresh", "clean"}


def test_set_is_installed_only_when_its_lock_changed(tmp_path, monkeypatch):
    calls = []
    (tmp_path / "requirements").mkdir()
    lock = tmp_path / "requirements" / "run.txt"
    lock.write_text("one")
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    monkeypatch.setattr(steps, "VENV", tmp_path)
    monkeypatch.setattr(steps, "find_uv", lambda: "uv")
    monkeypatch.setattr(steps, "_succeeds", lambda command, **_: not calls.append(command[0]))

    steps.install_set("run")
    steps.install_set("run")
    assert calls == ["uv"]

    lock.write_text("two")
    steps.install_set("run")
    assert calls == ["uv", "uv"]


def test_pip_installs_when_uv_cannot(tmp_path, monkeypatch):
    calls = []
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "run.txt").write_text("one")
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    monkeypatch.setattr(steps, "VENV", tmp_path)
    monkeypatch.setattr(steps, "find_uv", lambda: "uv")

    def only_pip(command, **_):
        calls.append(command)
        return command[0] != "uv"

    monkeypatch.setattr(steps, "_succeeds", only_pip)
    steps.install_set("run")

    assert [command[0] for command in calls] == ["uv", str(steps.PYTHON)]
    assert all("--require-hashes" in command for command in calls)


def test_set_that_cannot_be_installed_is_not_marked_as_installed(tmp_path, monkeypatch):
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "run.txt").write_text("one")
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    monkeypatch.setattr(steps, "VENV", tmp_path)
    monkeypatch.setattr(steps, "find_uv", lambda: "")
    monkeypatch.setattr(steps, "_succeeds", lambda *_, **__: False)

    with pytest.raises(steps.CannotInstall, match=r"requirements/run\.txt could not be installed"):
        steps.install_set("run")
    assert not (tmp_path / ".installed-run").exists()


def test_npm_that_is_missing_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(steps, "NODE_MODULES", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(steps.CannotInstall, match=r"Node\.js and npm are needed"):
        steps.install_packages_of_pages()


def test_locks_hold_hashes_and_no_addresses():
    for lock in (ROOT / "requirements").glob("*.txt"):
        text = lock.read_text()
        packages = [line for line in text.splitlines() if line[:1].isalnum()]
        assert packages
        assert text.count("--hash=sha256:") >= len(packages)
        assert "://" not in text, lock
    assert "://registry" not in (ROOT / "package-lock.json").read_text()
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text()


def test_browser_that_is_missing_is_one_sentence_for_a_user(monkeypatch, capsys, tmp_path):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    assert chromium.main() == 1
    assert "run 'sudo apt-get install -y chromium'" in capsys.readouterr().err


def test_cleaning_leaves_a_site_alone_that_runs(tmp_path, monkeypatch, capsys):
    places = places_for(tmp_path / "data")
    make_folders(places)
    lock = take_lock(places)
    monkeypatch.setenv("DATA_DIR", str(places.data))

    assert clean.main(["data"]) == 1
    assert places.data.exists()
    assert "is in use: stop 'make run' first" in capsys.readouterr().err

    os.close(lock)
    assert clean.main(["data"]) == 0
    assert not places.data.exists()


def test_cleaning_keeps_what_we_did_not_make(tmp_path, monkeypatch):
    (tmp_path / "postgres").mkdir()
    (tmp_path / "letters.txt").write_text("mine")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))

    clean.main(["data"])

    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_check_that_does_not_exist_is_named(capsys):
    assert check(["spelling"]) == 2
    assert "There is no check named spelling" in capsys.readouterr().err
