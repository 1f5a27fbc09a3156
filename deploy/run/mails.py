"""Mails of the demo: nobody sends them, so the terminal shows what they lead to."""

import re
from dataclasses import dataclass, field
from email import message_from_bytes, policy
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
                print(in_short(path), flush=True)


def in_short(path: Path) -> str:
    """Return to whom a mail goes, what it is about, where it leads, and where all of it is."""
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    body = mail.get_body(preferencelist=("plain",))
    text = body.get_content() if body is not None else ""
    way = re.search(r"https?://\S+", text)
    leads_to = f"\n    {way[0]}" if way else ""
    return f"\nA mail to {mail['To']}, “{mail['Subject']}” (all of it: {path}){leads_to}"
