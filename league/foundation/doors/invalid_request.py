"""What a door says to a request that has no answer."""

from typing import Literal, Self

from games.sentences import Sentence

Kind = Literal["malformed", "impossible"]


class InvalidRequest(ValueError):
    """A request that cannot be read ("malformed") or cannot be done ("impossible").

    `code` is stable and meant for programs, `path` is the place in the request, such as
    `history[1].sides[1]`, and `sentence` says to a person what is wrong and what is possible.
    """

    def __init__(
        self, code: str, sentence: Sentence, *, path: str = "", kind: Kind = "malformed"
    ) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.path = path
        self.kind: Kind = kind

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        return str(self.sentence)

    @classmethod
    def because_of(cls, fault: "InvalidRequest") -> Self:
        return cls(fault.code, fault.sentence, path=fault.path, kind=fault.kind)

    def as_json(self) -> dict[str, object]:
        """Return the `error` answer of the doors."""
        return {
            "error": {
                "kind": self.kind,
                "rule": self.code,
                "path": self.path,
                "message": self.message,
            }
        }
