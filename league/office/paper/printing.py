"""A document that is laid out step by step, so that its progress can be shown."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from league.office.paper.document import About, Document

Steps = Iterator[None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """A document that can be laid out: `lay` yields once a step, of which there are `steps`."""

    about: About
    steps: int
    lay: Callable[[Document], Steps]
    is_wide: bool = False

    def pieces(self) -> Iterator[bytes]:
        """Lay the document out: yield nothing (`b""`) after each step, and the file at the end."""
        document = Document(self.about, is_wide=self.is_wide)
        for _step in self.lay(document):
            yield b""
        yield document.to_bytes()

    def to_bytes(self) -> bytes:
        """Return the whole file."""
        return b"".join(self.pieces())
