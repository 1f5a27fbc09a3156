"""What costs the readers most, at the largest size that a request reads at once.

`python -m tests.league.office.imports.worst_cases` reads them all, and writes as JSON which are
read at once, and how many seconds of the processor each took.
"""

import json
import sys
import time
from collections.abc import Iterator

from tests.league.office.imports.workbooks import text_cell, workbook_of

BYTES, LINES, LETTERS = 64_000, 2_000, 1_000


def full(line: str, *, head: str = "", encoding: str = "utf-8") -> bytes:
    """Return the line as often as a request reads it."""
    once = len(f"{line}\n".encode(encoding))
    count = min(LINES, (BYTES - len(head.encode(encoding)) - 1) // once)
    return (f"{head}\n" + f"{line}\n" * (count - 1)).encode(encoding)


TEXTS = {
    "nothing between": "b" * LETTERS,
    "many cells": "a," * (LETTERS // 2),
    "quotes": '"a""b",' * (LETTERS // 7),
    "blanks": " " * (LETTERS - 1) + "b",
    "signs": "<(@;" * (LETTERS // 4),
    "addresses": "a@b " * (LETTERS // 4),
    "short lines": "a,b,c,a@example.org,7",
}
REPORTS = {
    "names without an end": " 1 55.55 100 " + "a - " * 70 + "1",
    "figures": " 1 55.55 100 " + "1 " * 140,
    "strata": " 1 55.55 100 " + "(A) " * 70,
    "months": "Jan" * (LETTERS // 3),
    "brackets": " 1 55.55 100 " + "(" * 250 + "a - b",
}
APPOINTMENTS = {
    "never, by days": "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "never, by weeks": "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=9",
    "never, by years": "RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE;BYSETPOS=300",
    "always": "RRULE:FREQ=DAILY",
    "exceptions": "RRULE:FREQ=DAILY\nEXDATE:" + "20260101," * 100 + "20260101",
    "zones": "EXDATE;TZID=/a/b/c/d/e/f:20260101T190000",
}
WORKBOOKS = {
    "cells of a row": workbook_of("<row>" + "<c/>" * 16_000 + "</row>"),
    "cells": workbook_of(("<row>" + "<c/>" * 60 + "</row>") * 320),
    "rows": workbook_of("<row/>" * 19_500),
    "texts": workbook_of(("<row>" + text_cell("Ann Lee") * 9 + "</row>") * 525),
    "strings": workbook_of("<row/>", strings="<si><t/></si>" * 9_900),
    "one long string": workbook_of(
        ("<row>" + '<c t="s"><v>0</v></c>' * 10 + "</row>") * 925,
        strings="<si><t>" + "a b " * 80_000 + "</t></si>",
    ),
    "formats": workbook_of("<row/>", styles="<cellXfs>" + "<xf/>" * 1_450 + "</cellXfs>"),
    "a long format": workbook_of(
        ("<row>" + '<c s="1"><v>1</v></c>' * 10 + "</row>") * 850,
        styles=f'<numFmts><numFmt numFmtId="200" formatCode="{"0" * 500_000}"/></numFmts>'
        '<cellXfs><xf/><xf numFmtId="200"/></cellXfs>',
    ),
    "fonts": workbook_of("<row/>", styles="<fonts>" + "<font/>" * 1_450 + "</fonts>"),
}
SPREADSHEETS = ("players", "past_results", "ratings", "pianola", "tabbycat_teams")


ADDITIONS = 200_000


def cases() -> Iterator[tuple[str, str, bytes]]:
    """Go through the kinds of imports, with a name and a file that costs much."""
    for kind in (*SPREADSHEETS, "tabbycat_people", "invitations"):
        head = "name,speaker1_name" if kind == "tabbycat_people" else "email,name"
        for name, line in TEXTS.items():
            yield kind, name, full(line, head=head)
        for encoding in ("cp932", "euc_jp", "utf-16"):
            yield kind, encoding, full("山田太郎," * 20, encoding=encoding)
        yield kind, "letters", (bytes(range(128, 255)) * 7 + b"\n") * 70
        for name, content in WORKBOOKS.items():
            yield kind, f"workbook, {name}", content
    for name, line in {**TEXTS, **REPORTS}.items():
        yield "acblscore", name, full(line)
    for name, rule in APPOINTMENTS.items():
        event = f"BEGIN:VEVENT\nDTSTART:20260101T190000\n{rule}\nEND:VEVENT"
        count = min(BYTES // (len(event) + 1), LINES // (event.count("\n") + 1))
        yield "calendar", name, "\n".join([event] * count).encode()
    yield "calendar", "nested", "\n".join(["BEGIN:VEVENT"] * LINES).encode()
    yield "calendar", "folded", ("SUMMARY:\n" + " a\n" * (LINES - 2)).encode()


def read_all_of(wanted: str) -> list[dict[str, object]]:
    """Read every case of a kind; return what each took, in additions of two numbers."""
    from league.office.imports.choices import Choices
    from league.office.imports.kinds import kind_called
    from league.office.imports.reading.unreadable import FileUnreadable
    from league.office.imports.reading.workbook import is_workbook, sheet_as_csv
    from league.office.imports.reading_apart import is_read_at_once
    from league.office.imports.services import LARGEST_UNPACKED

    taken: list[dict[str, object]] = []
    for kind, name, content in cases():
        if kind != wanted:
            continue
        reader = kind_called(kind)
        assert reader is not None
        before = seconds_of_an_addition()
        began = time.process_time()
        at_once = is_read_at_once(content)
        try:
            text = sheet_as_csv(content)[0] if is_workbook(content) else content
            if len(text) <= LARGEST_UNPACKED:  # what is larger a worker reads
                reader.read(text, Choices())
        except FileUnreadable:
            pass
        seconds = time.process_time() - began
        additions = 2 * seconds / (before + seconds_of_an_addition())
        taken.append({"case": name, "at_once": at_once, "additions": additions})
    return taken


def seconds_of_an_addition() -> float:
    """Return what one takes now: on a busy machine everything costs more of the processor."""
    began, total = time.process_time(), 0
    for number in range(ADDITIONS):
        total += number
    return (time.process_time() - began) / ADDITIONS


if __name__ == "__main__":
    import django

    django.setup()
    json.dump(read_all_of(sys.argv[1]), sys.stdout)
