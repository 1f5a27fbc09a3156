import gzip
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import translation

PAGE_LIMIT = 60_000  # bytes of compressed HTML, styles and scripts besides fonts


@pytest.mark.long
def test_the_page_of_the_look_shows_every_component() -> None:
    answer = Client().get("/styleguide/")
    html = answer.content.decode()
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex"
    used = Path(settings.BASE_DIR, "templates/public/styleguide.html").read_text(encoding="utf-8")
    frame = {"header", "footer", "mark", "language", "toasts", "account_menu", "club_bar", "tour"}
    frame |= {"club_logo", "club_look", "link_preview", "main_pages", "theme_switch"}
    frame |= {"language_buttons", "head_files", "head_icons", "head_scripts", "oembed_link"}
    parts = {
        "answer",
        "badge",
        "choice_or_number",
        "choices",
        "errors",
        "players_datalist",
        "progress",
        "standings_head",
    }  # shown inside others
    every = {path.stem for path in Path(settings.BASE_DIR, "templates/components").glob("*.html")}
    shown = set(re.findall(r'"components/(\w+)\.html"', used))
    assert every - shown - frame - parts == set()
    folder = Path(settings.BASE_DIR, "templates/components/pictures")
    pictures = {path.stem for path in folder.glob("*.html") if not path.stem.startswith("_")}
    drawn = set(re.findall(r'"components/pictures/(\w+)\.html"', used))
    # the others are of the kind of the cross table or the lines, or stand in the standings
    assert pictures - drawn == {"against", "met", "race", "round_table", "sparkline"}
    assert "{%" not in html


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_page_weighs_less_than_the_limit(language: str) -> None:
    with translation.override(language):
        html = Client(HTTP_ACCEPT_LANGUAGE=language).get("/styleguide/").content
    # the rules of the Japanese font come later, as part of the font
    names = re.findall(r'(?:href|src)="/static/([^"]+\.(?:css|js|svg))"', html.decode())
    found = {name: finders.find(unquote(name)) for name in names}
    assert all(isinstance(path, str) for path in found.values()), found
    weight = len(gzip.compress(html)) + sum(
        len(gzip.compress(Path(path).read_bytes())) for path in found.values()
    )
    assert weight < PAGE_LIMIT
