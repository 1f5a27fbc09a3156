"""What a user has chosen about a file: how it is read, what its columns are, whom names mean."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Empty texts and None are not chosen: then it is guessed.

    `columns` are the fields by the number of their column from 0, "" for a column left out.
    `people` are whom a name means, by its key: the id of a player, or NEW.
    """

    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    has_headings: bool | None = None
    columns: Mapping[int, str] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, int] = field(default_factory=dict)
    language: str = ""  # of who brought the file

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Choices":
        """Return the choices as `as_json` has written them."""
        columns = stored.get("columns")
        return cls(
            encoding=stored.get("encoding", ""),
            delimiter=stored.get("delimiter", ""),
            sheet=stored.get("sheet", ""),
            has_headings=stored.get("has_headings"),
            columns=None if columns is None else {int(k): v for k, v in columns.items()},
            options=stored.get("options", {}),
            people=stored.get("people", {}),
            language=stored.get("language", ""),
        )

    def as_json(self) -> dict[str, Any]:
        stored = asdict(self)
        if self.columns is not None:
            # as they come back from the database
            stored["columns"] = {str(number): name for number, name in self.columns.items()}
        return stored


NEW = 0  # in `people`: nobody of the club is meant
