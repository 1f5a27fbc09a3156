"""Who did it: a person with an account, a phone at a table, or the service itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """`via` is the face it came through: desk, table, api, public or system."""

    user_id: int | None = None
    name: str
    via: str

    def __post_init__(self) -> None:
        if self.via not in ("desk", "table", "api", "public", "system"):
            raise ValueError(f"unknown face {self.via!r}")


SYSTEM = Actor(name="Tricktable", via="system")
