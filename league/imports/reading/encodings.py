"""Which letters the bytes of a text mean: guessed, or chosen, with what is lost by it."""

from dataclasses import dataclass

from charset_normalizer import from_bytes

from league.clubs.services.player_list import NotText, decode
from league.imports.reading.grid import Lost

# what a user can choose; the labels are names that are the same in every language, or translated
ENCODINGS = ("utf-8", "cp1252", "cp1250", "cp932", "euc_jp", "iso2022_jp", "utf-16")
# Japanese ones that are told from the others by their bytes alone
JAPANESE_BY_BYTES = ("euc_jp", "iso2022_jp")
MOST_LOST = 20
LOST = "\ufffd"
SAMPLE = 60  # characters of a line with something lost
GUESSED_FROM = 100_000  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    text: str
    encoding: str
    lost: tuple[Lost, ...] = ()


def decoded(content: bytes, encoding: str = "") -> Decoded:
    """Return the text of a file in the encoding, or in the likeliest one.

    What cannot be read becomes �, and is named. Raises NotText for what is no text.
    """
    chosen = encoding or guessed(content)
    if chosen != "utf-16" and b"\x00" in content:
        raise NotText
    name = "utf-8-sig" if chosen == "utf-8" else chosen
    text = content.decode(name, errors="replace")
    return Decoded(text=text, encoding=chosen, lost=_lost(text))


def guessed(content: bytes) -> str:
    """Return the likeliest encoding of a text. Raises NotText."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if b"\x00" in content:
        raise NotText
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return "iso2022_jp" if b"\x1b$" in content else "utf-8"
    likeliest = from_bytes(
        content[:GUESSED_FROM], cp_isolation=["cp932", "cp1252", *JAPANESE_BY_BYTES]
    ).best()
    if likeliest is not None and likeliest.encoding in JAPANESE_BY_BYTES:
        return likeliest.encoding
    # between Japanese and Western both give some text for most bytes: the names decide
    return "cp932" if decode(content) == content.decode("cp932", errors="replace") else "cp1252"


def _lost(text: str) -> tuple[Lost, ...]:
    if LOST not in text:
        return ()
    lines = [
        Lost(number, line[:SAMPLE])
        for number, line in enumerate(text.splitlines(), start=1)
        if LOST in line
    ]
    return tuple(lines[:MOST_LOST])
