"""The wheel: built from the checkout, and a whole site without one."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.deploy.run.servers_of import Launcher, free_port

pytestmark = [pytest.mark.long, pytest.mark.processes]

ROOT = Path(__file__).resolve().parents[3]


def pip(*words):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *words]
    outside = os.environ | {"DJANGO_SETTINGS_MODULE": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=outside)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    words = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder))
    pip(*words, str(ROOT))
    (built,) = folder.glob("*.whl")
    return built


def installed(wheel, folder):
    """Make an environment with the wheel; what the site needs is found in that of the tests."""
    venv.EnvBuilder(symlinks=True, with_pip=False).create(folder)
    python = folder / "bin" / "python"
    pip("--python", str(python), "install", "--quiet", "--no-deps", str(wheel))
    (library,) = folder.glob("lib/python*/site-packages")
    # with the .pth files that are there, by which one environment may use another
    (library / "of-the-tests.pth").write_text(
        f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
    )
    return folder


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    return installed(wheel, tmp_path_factory.mktemp("environment"))


def test_whole_site_runs_outside_of_a_checkout(environment, tmp_path):
    port = free_port()
    words = ("run", "--data", str(tmp_path / "data"), "--port", str(port))
    site = Launcher(
        *("-m", "deploy.run.command_line", *words),
        log=tmp_path / "said",
        python=environment / "bin" / "python",
        cwd=tmp_path,
        PYTHONPATH="",
        HOME=str(tmp_path),
        DEMO="False",  # the demo is played by others
        SECRET_KEY="the-shuffle-of-2026-knows-9-hands-and-a-kitty!",
        SSL_REDIRECT="False",
    )
    try:
        site.wait_for("Tricktable is ready")
        page = urlopen(f"http://127.0.0.1:{port}/").read().decode()
        sheet = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
        styles = urlopen(f"http://127.0.0.1:{port}{sheet}").read().decode()
    finally:
        assert site.stop() == 0
    assert "Tricktable" in page
    assert "@font-face" in styles
