"""What the drill needs of a machine, and what it says where that is not to be had."""

import pytest

from deploy.drill import __main__ as command
from deploy.drill import packages


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(packages, "PACKAGES", {"patroni": "/nowhere/patroni"})
    monkeypatch.setattr("shutil.which", lambda _name: None)


def test_without_root_it_says_what_it_needs_and_ends_with_an_exit_code(monkeypatch, capsys):
    monkeypatch.setattr("os.geteuid", lambda: 1000)

    assert command.main([]) == command.NOT_STARTED
    assert "must be root" in capsys.readouterr().err


def test_without_apt_get_it_names_what_is_missing(nothing_installed, monkeypatch, capsys):
    monkeypatch.setattr("os.geteuid", lambda: 0)

    assert command.main([]) == command.NOT_STARTED
    assert "needs patroni" in capsys.readouterr().err


def test_packages_are_installed_so_that_nothing_is_started(
    nothing_installed, monkeypatch, tmp_path
):
    policy = tmp_path / "policy-rc.d"
    seen = []
    monkeypatch.setattr(packages, "POLICY", policy)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")

    def install(words, **_given):
        seen.append((words[-1], policy.read_text(), bool(policy.stat().st_mode & 0o111)))
        monkeypatch.setattr(packages, "PACKAGES", {})

    monkeypatch.setattr("subprocess.run", install)
    packages.see_to_packages()

    assert seen == [("patroni", packages.NOTHING_STARTS, True)]
    assert not policy.exists()


def test_a_second_drill_on_the_machine_is_refused(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(command, "see_to_packages", lambda: None)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    with command.alone():
        assert command.main([]) == command.NOT_STARTED

    assert "Another drill runs" in capsys.readouterr().err
