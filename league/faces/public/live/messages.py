"""Server-sent events as bytes, made once and sent to everybody."""

from dataclasses import dataclass

RETRY_MS = 3_000
KEEPALIVE = b": still here\n\n"
# what a part may be of; behind a hyphen follows the id of the stage, round, event or club;
# 0 behind those of the start page, the number of a further page behind its clubs
KINDS = (
    *("standings", "lines", "outlook", "round", "room", "evening"),
    *("screen", "now", "rounds", "tables", "club", "wall"),
    *("front", "clubs"),
)
GREETING = b"retry: %d\n\n" % RETRY_MS

# sent to a page in the place of a stream: it asks for its parts every 15 seconds instead, and
# browsers that do not know the word come back as often
FULL = b"retry: 15000\nevent: full\ndata: 15\n\n"


@dataclass(frozen=True, slots=True)
class Part:
    """What one reader may follow: a name such as standings-3, in one language, for one audience.

    `full_names`: for the club's own people, who see names that the public does not.
    """

    name: str
    language: str
    full_names: bool


def event_bytes(*, name: str, version: int, data: str) -> bytes:
    """Return one event of the stream; its id is the version that a reconnect starts from."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines() or [""])
    return f"id: {version}\nevent: {name}\n{lines}\n".encode()
