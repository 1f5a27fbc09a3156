"""Fonts of a few characters, for the Japanese names on pages in other languages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.faces.public.font_subset.font_made import WEIGHTS, can_be_made, font_of

# the same address is the same font until the package changes, which hardly shows
CACHED_SECONDS = 30 * 24 * 3_600


@require_safe
def font_subset(_request: HttpRequest, weight: int, characters: str) -> HttpResponse:
    """Answer with the font of these characters, each once and in order, at one of two weights."""
    if weight not in WEIGHTS or not can_be_made(characters):
        raise Http404("there is no such font")
    answer = HttpResponse(font_of(characters, weight), content_type="font/woff2")
    answer["Cache-Control"] = f"public, max-age={CACHED_SECONDS}"
    return answer
