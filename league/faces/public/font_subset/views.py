"""Fonts of a few characters, for the Japanese names on pages in other languages."""

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.office.paper.lettering import part_with, static_part

# --- A font of a few characters: names in Japanese on a page that is in another language ---
# The shipped font is cut into parts of 20 kB by how often a character is used, and the characters
# of one name lie in several of them. A font of just these characters has 300 bytes for each.

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

FAMILY = "noto-sans-jp"
LEAST_CODE = 0x3000  # what lies before it is Latin, which every page has
WEIGHTS = (400, 700)
MOST = 48  # with more of them the parts weigh no more, and serve the next page too
CACHE_SIZE = 64  # fonts
LICENSE = "SIL Open Font License, Version 1.1"


def can_be_made(characters: str) -> bool:
    """Return whether these are few, each of them once, in order, and some in the shipped font."""
    return (
        1 <= len(characters) <= MOST
        and list(characters) == sorted(set(characters))
        and all(ord(character) >= LEAST_CODE for character in characters)
        and any(map(_part_with, characters))
    )


def _part_with(character: str) -> Path | None:
    part = part_with(character)
    return part if part is not None and part.name.startswith(FAMILY) else None


@lru_cache(maxsize=CACHE_SIZE)
def font_of(characters: str, weight: int) -> bytes:
    """Return a WOFF2 font of those of the characters that the shipped font has, at a weight.

    Raises ValueError where `can_be_made` says no.
    """
    if not can_be_made(characters):
        raise ValueError("these are not a few characters of the shipped font")
    return joined_font(characters, weight)


def joined_font(characters: str, weight: int) -> bytes:
    """Return a WOFF2 font of those of the characters that the shipped font has, at any weight."""
    parts = {character: part for character in characters if (part := _part_with(character))}
    return _joined({one: _opened(part, weight) for one, part in parts.items()})


def _opened(part: Path, weight: int) -> "TTFont":
    # takes long to read, and is needed for Japanese names alone
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    return TTFont(static_part(part, weight))


def _joined(fonts: "dict[str, TTFont]") -> bytes:
    """Return one font with the outline of each character from the font that has it."""
    from fontTools.fontBuilder import FontBuilder  # noqa: PLC0415

    like = next(iter(fonts.values()))
    built = FontBuilder(like["head"].unitsPerEm, isTTF=True)
    names = {ord(one): f"u{ord(one):04X}" for one in fonts}
    built.setupGlyphOrder([".notdef", *names.values()])
    built.setupCharacterMap(names)
    outlines = {names[ord(one)]: _outline(font, one) for one, font in fonts.items()}
    unknown = _drawn(like.getGlyphSet(), ".notdef")
    built.setupGlyf({".notdef": unknown, **{name: one for name, (one, _) in outlines.items()}})
    widths = {name: width for name, (_, width) in outlines.items()}
    built.setupHorizontalMetrics({".notdef": like["hmtx"][".notdef"], **widths})
    lines = {"ascent": like["hhea"].ascent, "descent": like["hhea"].descent}
    built.setupHorizontalHeader(**lines)
    built.setupOS2(sTypoAscender=lines["ascent"], sTypoDescender=lines["descent"])
    rights = {"copyright": like["name"].getDebugName(0), "licenseDescription": LICENSE}
    built.setupNameTable({"familyName": "Noto Sans JP", "styleName": "Few", **rights})
    built.setupPost(keepGlyphNames=False)
    return packed(built)


def _outline(font: "TTFont", character: str) -> tuple[Any, tuple[int, int]]:
    """Return the character's glyph, its width and where its ink begins, in units of the font."""
    name = font.getBestCmap()[ord(character)]
    return _drawn(font.getGlyphSet(), name), font["hmtx"][name]


def _drawn(glyphs: Any, name: str) -> Any:
    """Return the outline by itself, whatever other glyphs it is put together from."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen  # noqa: PLC0415
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # noqa: PLC0415

    drawn, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
    glyphs[name].draw(drawn)
    drawn.replay(pen)
    return pen.glyph()


def packed(built: Any) -> bytes:
    """Return what a FontBuilder has built, as WOFF2."""
    built.font.flavor = "woff2"
    made = BytesIO()
    built.font.save(made)
    return made.getvalue()


def characters_of(texts: Iterable[str]) -> str:
    """Return the characters of these texts that Latin fonts do not have, each once and in order."""
    return "".join(sorted({one for text in texts for one in text if ord(one) >= LEAST_CODE}))


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
