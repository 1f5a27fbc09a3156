"""Answers are compressed for browsers that take it: a page is a quarter as long.

Whoever can read the length of an encrypted answer that has both a secret and words of their own
in it may guess the secret, letter by letter (BREACH). Django's middleware gives each answer up to
a hundred bytes by chance, and its form tokens are other ones in each answer.
"""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

# pictures, PDFs and spreadsheets are compressed as they are
TEXTS = ("text/", "application/json", "application/vnd.oai.openapi")
ENDINGS = ("+json", "+xml")


def is_worth_it(content_type: str) -> bool:
    kind = content_type.partition(";")[0].strip()
    return kind.startswith(TEXTS) or kind.endswith(ENDINGS)


class CompressionMiddleware(GZipMiddleware):
    """Compresses what is text; files of the site itself are kept compressed by WhiteNoise."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not is_worth_it(response.headers.get("Content-Type", "")):
            return response
        compressed: HttpResponseBase = super().process_response(request, response)
        return compressed
