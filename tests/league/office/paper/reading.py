"""Reads our PDFs back: the text of each page, by the fonts' own ToUnicode tables."""

import re
from zlib import decompress

OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)endobj", re.S)
SHOWN = re.compile(rb"/F(\d+) [\d.]+ Tf|\(((?:\\.|[^\\)])*)\) Tj", re.S)
MAPPED = re.compile(rb"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]{4,})>")
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pages_of(pdf: bytes) -> list[str]:
    """Return the text of each page without any space: lines are pieces of several fonts."""
    objects = {int(number): body for number, body in OBJECT.findall(pdf)}
    # a page names only the fonts it uses, by the same names as the others
    fonts = {
        int(name): _unicode_of(objects, int(number))
        for body in objects.values()
        for name, number in re.findall(rb"/F(\d+) (\d+) 0 R", body)
    }
    contents = [
        int(found[1])
        for body in objects.values()
        if b"/Type /Page\n" in body and (found := re.search(rb"/Contents (\d+) 0 R", body))
    ]
    return [_text(_stream(objects[number]), fonts) for number in contents]


def text_of(pdf: bytes) -> str:
    return "".join(pages_of(pdf))


def joined(text: str) -> str:
    """Return the text as `pages_of` has it."""
    return "".join(text.split())


def widths_of(pdf: bytes) -> tuple[float, float]:
    """Return width and height of the pages in points."""
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert found
    return float(found[1]), float(found[2])


def _stream(body: bytes) -> bytes:
    head, data = body.split(b"stream\n", 1)
    data = data.rsplit(b"\nendstream", 1)[0]
    return decompress(data) if b"FlateDecode" in head else data


def _unicode_of(objects: dict[int, bytes], font: int) -> dict[int, str]:
    found = re.search(rb"/ToUnicode (\d+) 0 R", objects[font])
    assert found
    return {
        int(glyph, 16): bytes.fromhex(code.decode()).decode("utf-16-be")
        for glyph, code in MAPPED.findall(_stream(objects[int(found[1])]))
    }


def _text(content: bytes, fonts: dict[int, dict[int, str]]) -> str:
    text, font = "", fonts[min(fonts)]
    for name, shown in SHOWN.findall(content):
        if name:
            font = fonts[int(name)]
            continue
        raw = re.sub(rb"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), shown, flags=re.S)
        glyphs = (int.from_bytes(raw[n : n + 2], "big") for n in range(0, len(raw), 2))
        text += "".join(font.get(glyph, "\N{REPLACEMENT CHARACTER}") for glyph in glyphs)
    return joined(text)
