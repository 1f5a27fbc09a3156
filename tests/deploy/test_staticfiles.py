"""Of other people's packages only what pages load can be had, and it is compressed once."""

import gzip
import json
import re
from base64 import b64encode
from fnmatch import fnmatch
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urljoin

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from deploy.files import mark_of
from deploy.page_fonts import BLANK
from deploy.staticfiles import (
    ALLOWED,
    ALLOWED_OF_APPS,
    FIRST_SCRIPT,
    SITE_SHEET,
    TABLE_SCRIPT,
    AppFinder,
    CollectedStorage,
    JoinedFinder,
    NpmFinder,
    WholeCompressor,
    as_served,
)

VERSIONS = ("1.0.0", "1.1.0", "1.2.0")
INTER_EXTENDED = "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2"


def test_every_allowed_pattern_finds_a_file(settings):
    for pattern in ALLOWED:
        assert list(settings.NPM_ROOT.glob(pattern)), pattern


def test_an_allowed_file_is_found_below_npm(settings):
    name = "@fontsource-variable/noto-sans-jp/index.css"

    assert finders.find(f"npm/{name}") == str(settings.NPM_ROOT / name)


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


def test_collecting_lists_what_finding_finds():
    finder = NpmFinder()
    listed = [path for path, _storage in finder.list(None)]

    assert len(listed) > 100
    assert all(finder.find(f"npm/{path}") for path in listed)
    assert finder.list(["*.woff2"]) is not None
    assert not any(path.endswith(".woff2") for path, _ in finder.list(["*.woff2"]))


def test_of_other_apps_only_what_pages_load_is_found():
    listed = [path for path, _storage in AppFinder().list(None)]

    of_others = [
        path for path in listed if path.split("/")[0] not in ("api", "desk", "public", "table")
    ]
    assert len(of_others) == 9
    for pattern in ALLOWED_OF_APPS:
        assert any(fnmatch(path, pattern) for path in of_others), pattern
    assert finders.find("django_htmx/htmx-2.min.js")
    assert finders.find("table/table.css")
    assert finders.find("django_htmx/htmx-4.js") is None
    assert finders.find("drf_spectacular_sidecar/redoc/bundles/redoc.standalone.js") is None


@pytest.mark.parametrize(
    ("path", "data", "served"),
    [
        ("site/a.css", b"a {\n  top: 0/* why\n here */ 1px; }\n", b"a{top:0 1px}\n"),
        ("site/a.css", b'a ::after,\n b { content: " ; }" ; }', b'a :after,b{content:" ; }"}\n'),
        ("site/a.js", b"if (a) {\n  go();\n\n}\n", b"a&&go();\n"),
        ("site/a.js", b'  // why\nfetch("https://x"); // here\n', b'fetch("https://x");\n'),
        # other files call it by its name
        ("site/a.js", b"function laid(card) { return card; }", b"function laid(n){return n}\n"),
        ("site/a.js", "say('Grüße');".encode(), 'say("Grüße");\n'.encode()),
        ("npm/a/index.css", b"/* its licence */\n", b"/* its licence */\n"),
        ("django_htmx/a.js", b"// its licence\n", b"// its licence\n"),
        ("site/a.svg", b"/* no style */", b"/* no style */"),
    ],
)
def test_our_own_comments_stay_here_and_those_of_others_go_with_them(path, data, served):
    assert as_served(path, data) == served


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
        "staticfiles": {"BACKEND": "deploy.staticfiles.CollectedStorage"},
    }
    settings.STATICFILES_FINDERS = ["deploy.staticfiles.AppFinder"]
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


def test_the_sheet_of_every_page_is_its_font_and_its_parts_in_their_order(
    settings, tmp_path, monkeypatch
):
    settings.BASE_DIR = tmp_path
    monkeypatch.setattr("deploy.staticfiles.STYLES", tmp_path)
    for name in ("02-forms", "01-tokens"):
        (tmp_path / f"{name}.css").write_text(f".{name[3:]} {{}}\n")
    finder = JoinedFinder()

    assert Path(finder.find(SITE_SHEET)).read_text().endswith("\n.tokens {}\n\n.forms {}\n")
    (tmp_path / "02-forms.css").write_text(".other {}\n")
    path, storage = next(finder.list(None))
    assert Path(storage.path(path)).read_text().endswith("\n.tokens {}\n\n.other {}\n")
    assert not finder.find("site/other.css")


def test_the_script_of_a_tables_page_is_its_parts_in_their_order():
    script = Path(finders.find(TABLE_SCRIPT)).read_text()

    assert script.index("// Number pads") < script.index("// One question at a time")
    assert TABLE_SCRIPT in [path for path, _storage in JoinedFinder().list(None)]


def test_the_first_script_has_the_blank_font_in_it():
    script = Path(finders.find(FIRST_SCRIPT)).read_text()

    assert b64encode(Path(finders.find(BLANK)).read_bytes()).decode() in script
    assert "{{" not in script


def test_a_site_from_the_wheel_serves_its_files_as_the_wheel_has_them(monkeypatch):
    monkeypatch.setattr("deploy.minified.IS_INSTALLED", True)

    assert as_served("site/a.css", b"a { top: 0 }") == b"a { top: 0 }"


@pytest.mark.long
def test_the_sheet_names_fonts_that_can_be_had():
    sheet = Path(finders.find(SITE_SHEET)).read_text()

    places = re.findall(r'url\("?([^")]+woff2)"?\)', sheet)
    fonts = [urljoin(f"/{SITE_SHEET}", place)[1:] for place in places]
    assert len(fonts) == 8
    assert {"site/inter-latin.woff2", "npm/" + INTER_EXTENDED} < set(fonts)
    # one that comes late moves nothing on the page that is being read
    assert "swap" not in sheet.partition("Inter fallback")[0]
    assert [place for place in fonts if not finders.find(place)] == []


def test_collected_files_keep_the_address_that_was_given_for_them(tmp_path):
    manifest = {"version": "1.1", "paths": {"site/a.css": "site/a.0123.css"}, "hash": ""}
    (tmp_path / "staticfiles.json").write_text(json.dumps(manifest))
    storage = CollectedStorage(location=str(tmp_path), base_url="/static/")

    assert [storage.url("site/a.css") for _ in range(2)] == ["/static/site/a.0123.css"] * 2
    for _ in range(2):
        with pytest.raises(ValueError, match="Missing staticfiles manifest entry"):
            storage.url("site/b.css")


def test_files_that_no_installed_release_names_are_removed(monkeypatch, tmp_path):
    for name in ("1.1.0", "1.2.0"):
        (tmp_path / name / "lib" / "python3.13" / "site-packages").mkdir(parents=True)
    code = tmp_path / "1.2.0" / "lib" / "python3.13" / "site-packages"
    monkeypatch.setattr("deploy.files.IS_INSTALLED", True)
    monkeypatch.setattr("deploy.files.CODE", code)
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
