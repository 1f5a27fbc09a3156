"""The words of a person taken out of texts: what stands for them is put in their place.

Plain Python: texts and JSON in, the same with other words out.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

# alphabets in which words are parted by spaces: "Ann" is no part of "Hannah". Japanese is written
# without spaces: there a name is found wherever it stands
LETTER = r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]"


class Words:
    """Words of one person and what stands for them; longer ones are found first.

    Small and large letters are one, and so are one space and several, and both apostrophes.
    """

    def __init__(self, words: Iterable[str], instead: str) -> None:
        wanted = {" ".join(word.split()) for word in words}
        self.words: Sequence[str] = sorted(wanted - {""}, key=lambda word: (-len(word), word))
        self.instead = instead
        # what stands for them is found first, and stays: a word of it may be one of theirs
        patterns = [re.escape(instead), *map(_pattern, self.words)]
        self._found = re.compile("|".join(patterns) if self.words else r"(?!)", re.IGNORECASE)

    def are_in(self, value: Any) -> bool:
        return bool(self.replaced(value) != value)

    def replaced(self, value: Any) -> Any:
        """Return a text, or JSON with its keys, without the words."""
        match value:
            case str():
                return self._found.sub(lambda _found: self.instead, value)
            case list() | tuple():
                return [self.replaced(part) for part in value]
            case dict():
                return {self.replaced(key): self.replaced(part) for key, part in value.items()}
        return value

    def fitting(self, text: str, most: int | None) -> str:
        """Return the text without the words, cut to so many characters; not empty if it was not."""
        changed: str = self.replaced(text)
        return changed if most is None else changed[:most].rstrip() or changed[:most]


def _pattern(word: str) -> str:
    parts = r"\s+".join(map(re.escape, word.split(" "))).replace("'", "['’]")
    before = rf"(?<!{LETTER})" if re.match(LETTER, word[0]) else ""
    after = rf"(?!{LETTER})" if re.match(LETTER, word[-1]) else ""
    if word[-1].isdigit():
        after = r"(?!\d)"
    if word[0].isdigit():
        before = r"(?<!\d)"
    return before + parts + after
