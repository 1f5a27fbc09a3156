"""Of the npm packages only what pages load can be had."""

import pytest
from django.contrib.staticfiles import finders

from deploy.staticfiles import ALLOWED, NpmFinder


def test_every_allowed_pattern_finds_a_file(settings):
    for pattern in ALLOWED:
        assert list(settings.NPM_ROOT.glob(pattern)), pattern


def test_an_allowed_file_is_found_below_npm(settings):
    name = "@fontsource-variable/inter/index.css"

    assert finders.find(f"npm/{name}") == str(settings.NPM_ROOT / name)


@pytest.mark.parametrize(
    "path",
    [
        "npm/@picocss/pico/package.json",
        "npm/@picocss/pico/scss/index.scss",
        "npm/@fontsource-variable/inter/files/../package.json",
        "npm/../package.json",
        "npm//etc/passwd",
        "@picocss/pico/css/pico.min.css",
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
