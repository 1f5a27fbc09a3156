"""The codes of refusals say the same in docs/, on the site's page and in the API."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from games.services import code_groups
from league.foundation.languages import CODES
from tests.league.faces.api.factories import V1, client_of

pytestmark = pytest.mark.django_db
DOCS = Path(__file__).parents[4] / "docs"


def in_docs(name: str) -> dict[str, str]:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", (DOCS / name).read_text(), re.MULTILINE)
    return dict(rows)


def in_api(language: str) -> dict[str, str]:
    groups: list[dict[str, Any]] = client_of().get(f"{V1}/rule-codes").json()["results"]
    return {one["code"]: one["look_at"][language] for group in groups for one in group["codes"]}


def on_page(language: str) -> dict[str, str]:
    answer = client_of().get("/games/rule-codes/", HTTP_ACCEPT_LANGUAGE=language)
    rows = re.findall(
        r'id="(\w+)"><dt><a href="#\w+"><code>\w+</code></a></dt><dd>(.*?)</dd>',
        unescape(answer.content.decode()),
    )
    return dict(rows)


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "page"),
    [("en", "rule-codes.md"), ("de", "rule-codes.de.md"), ("ja", "rule-codes.ja.md")],
)
def test_docs_page_and_api_agree(language: str, page: str) -> None:
    codes = [code for group in code_groups() for code in group.codes]

    sentences = in_api(language)

    assert list(sentences) == codes
    assert in_docs(page) == sentences
    assert on_page(language) == sentences


@pytest.mark.long
def test_japanese_is_not_english() -> None:
    english, japanese = in_api("en"), in_api("ja")
    assert not [code for code, words in japanese.items() if words == english[code]]


def test_groups_are_named_in_all_languages() -> None:
    groups = client_of().get(f"{V1}/rule-codes").json()["results"]
    assert all(set(group["label"]) == set(CODES) for group in groups)


@pytest.mark.long
def test_a_refused_deal_says_what_to_look_at() -> None:
    deal = {"variant": "pitch", "players": 4, "dealer": 0, "summary": {"passed_out": "maybe"}}
    error = client_of().post(f"{V1}/score", deal).json()
    assert error["look_at"] == in_api("en")[error["rule"]]
    error = client_of().post(f"{V1}/score", deal, HTTP_ACCEPT_LANGUAGE="ja").json()
    assert error["look_at"] == in_api("ja")[error["rule"]]
