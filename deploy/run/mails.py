"""Mails of the demo: nobody sends them, so the terminal shows them."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class Mails:
    folder: Path
    shown: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.shown = {path.name for path in self._files()}

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("*.log"))

    def read_aloud(self) -> None:
        """Print each mail that was not printed before."""
        for path in self._files():
            if path.name not in self.shown:
                self.shown.add(path.name)
                print(f"\nA mail that a real site would have sent ({path}):\n", flush=True)
                print(path.read_text(errors="replace"), flush=True)
