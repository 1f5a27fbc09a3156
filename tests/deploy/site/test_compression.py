"""What is text is compressed for whoever takes it, and is the same text; the rest is as it was."""

import gzip

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from deploy.site.compression import CompressionMiddleware

TAKES_GZIP = {"Accept-Encoding": "gzip, deflate, br"}
TEXT = "<li>Harbour Street Card Club</li>" * 40


def answer_of(content_type, headers):
    made = HttpResponse(TEXT, content_type=content_type, headers={"ETag": '"a"'})
    request = RequestFactory().get("/", headers=headers)
    return CompressionMiddleware(lambda _request: made)(request)


@pytest.mark.parametrize(
    "content_type",
    ["text/html; charset=utf-8", "application/json", "application/problem+json", "image/svg+xml"],
)
def test_text_is_compressed_for_whoever_takes_it(content_type):
    answer = answer_of(content_type, TAKES_GZIP)

    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content).decode() == TEXT
    assert int(answer["Content-Length"]) == len(answer.content) < len(TEXT) / 4
    assert "Accept-Encoding" in answer["Vary"]
    # the same content in other bytes
    assert answer["ETag"] == 'W/"a"'


def test_the_length_of_one_answer_says_nothing_of_a_secret_in_it():
    """Else whoever can have words of their own shown in a page could guess the rest of it."""
    lengths = {len(answer_of("text/html", TAKES_GZIP).content) for _ in range(40)}

    assert len(lengths) > 10


@pytest.mark.django_db
def test_a_page_of_the_site_is_compressed_and_known_again(client):
    page = client.get("/", headers=TAKES_GZIP)

    assert page["Content-Encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(page.content)
    again = client.get("/", headers={**TAKES_GZIP, "If-None-Match": page["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
