"""Which letters the bytes of a file mean: UTF-8, Western European or Japanese spreadsheets."""

import re

JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
# one such sign alone between Latin letters is more likely an accented letter of a Western file
LONELY = re.compile(r"(?<=[A-Za-z])[\u4e00-\u9fff\uff61-\uff9f](?=[A-Za-z\s,;\t]|$)", re.MULTILINE)
CHOICES = ("utf-8", "cp1252", "cp932")


class NotText(ValueError):
    """The bytes are no text in the encoding asked for."""


def decode(data: bytes, encoding: str = "") -> str:
    """Return the text of a file; without an encoding the likeliest one is used.

    Raises NotText for something that is no text, such as a spreadsheet's own format.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _strict(data, "utf-16")
    if b"\x00" in data:
        raise NotText
    if encoding:
        return _strict(data, "utf-8-sig" if encoding == "utf-8" else encoding)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _without_mark(data)


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        raise NotText from None


def _without_mark(data: bytes) -> str:
    """Decide between Japanese and Western: both give some text for most bytes."""
    try:
        japanese = data.decode("cp932")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
    signs = len(JAPANESE.findall(japanese))
    lonely = len(LONELY.findall(japanese))
    if signs and lonely * 2 < signs:
        return japanese
    return data.decode("cp1252", errors="replace")
