"""Of other people's packages only what pages load can be had, and it is compressed once."""

import gzip
import json
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from deploy.site.files import mark_of
from deploy.site.staticfiles import (
    CollectedStorage,
    NpmFinder,
    WholeCompressor,
)

VERSIONS = ("1.0.0", "1.1.0", "1.2.0")


@pytest.mark.parametrize(
    "path",
    [
        "npm/@fontsource-variable/inter/package.json",
        "npm/@fontsource-variable/inter/scss/mixins.scss",
        "npm/@fontsource-variable/inter/files/../package.json",
        "npm/../package.json",
        "npm//etc/passwd",
        "@fontsource-variable/inter/index.css",
        "npm/@fontsource-variable/inter/files/deeper/x-wght-normal.woff2",
    ],
)
def test_nothing_else_is_found(path):
    finder = NpmFinder()

    assert not finder.find(path)
    assert finder.find(path, find_all=True) == []
    assert finders.find(path) is None


def test_a_compressed_file_that_was_cut_off_half_way_is_not_taken_for_a_whole_one(
    tmp_path, monkeypatch
):
    style = tmp_path / "site.css"
    style.write_text("main { color: red }\n" * 500)
    monkeypatch.setattr("os.replace", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        list(WholeCompressor(quiet=True).compress(str(style)))
    assert not {*tmp_path.glob("*.gz"), *tmp_path.glob("*.br")}

    monkeypatch.undo()
    assert f"{style}.gz" in WholeCompressor(quiet=True).compress(str(style))
    assert gzip.decompress((tmp_path / "site.css.gz").read_bytes()) == style.read_bytes()


def test_collected_files_are_kept_by_their_digest_and_compressed_once(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "deploy.site.staticfiles.CollectedStorage"},
    }
    settings.STATICFILES_FINDERS = ["deploy.site.staticfiles.AppFinder"]
    call_command("collectstatic", interactive=False, verbosity=0)
    (style,) = (tmp_path / "table").glob("table.*.css")
    (packed,) = (tmp_path / "table").glob("table.*.css.gz")
    made = packed.stat().st_mtime_ns
    assert not (tmp_path / "table" / "table.css").exists()
    source = finders.find("table/table.css")
    with open(source, "rb") as file:
        assert b"/*" in file.read()
    assert b"/*" not in style.read_bytes()

    call_command("collectstatic", interactive=False, verbosity=0)

    assert packed.stat().st_mtime_ns == made
    assert gzip.decompress(packed.read_bytes()) == style.read_bytes()


def test_files_that_no_installed_release_names_are_removed(monkeypatch, tmp_path):
    for name in ("1.1.0", "1.2.0"):
        (tmp_path / name / "lib" / "python3.13" / "site-packages").mkdir(parents=True)
    code = tmp_path / "1.2.0" / "lib" / "python3.13" / "site-packages"
    monkeypatch.setattr("deploy.site.files.IS_INSTALLED", True)
    monkeypatch.setattr("deploy.site.files.CODE", code)
    marks = {name: mark_of(Path(str(code).replace("1.2.0", name))) for name in VERSIONS}
    static = tmp_path / "static"
    static.mkdir()
    for name, mark in marks.items():
        paths = {"a.css": f"a.{name}.css", "b.js": "b.same.js"}
        (static / f"staticfiles{mark}.json").write_text(json.dumps({"paths": paths}))
        (static / f"collected-from{mark}.txt").touch()
        for path in (f"a.{name}.css", f"a.{name}.css.gz", f"a.{name}.css.br", "b.same.js"):
            (static / path).touch()

    removed = CollectedStorage(location=str(static)).remove_former()

    left = {path.name for path in static.iterdir()}
    assert removed == 5
    assert not [name for name in left if "1.0.0" in name or marks["1.0.0"] in name]
    assert {"a.1.1.0.css", "a.1.1.0.css.gz", "a.1.2.0.css.br", "b.same.js"} < left
    assert {f"staticfiles{marks['1.1.0']}.json", f"collected-from{marks['1.2.0']}.txt"} < left


def test_in_a_folder_where_no_release_has_collected_nothing_is_removed(tmp_path):
    (tmp_path / "photograph.jpg").touch()

    assert CollectedStorage(location=str(tmp_path)).remove_former() == 0

    assert (tmp_path / "photograph.jpg").exists()
