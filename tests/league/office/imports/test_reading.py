"""Files read: letters guessed and what is lost named, workbooks without formulas, bombs refused."""

from datetime import date
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH

from league.office.imports.choices import Choices
from league.office.imports.reading.acblscore_text import read_acblscore
from league.office.imports.reading.delimited import decoded, guessed
from league.office.imports.reading.ical import read_calendar
from league.office.imports.reading.spreadsheet import read_spreadsheet
from league.office.imports.reading.unreadable import FileUnreadable

JAPANESE = "名前,番号\n山田 太郎,7\n佐藤 花子,8\n"
WESTERN = "name,club\nKäthe Schäfer,Zürich\nJosé Núñez,Málaga\n"


def workbook(*rows, sheets=("Results",)):
    book = openpyxl.Workbook()
    book.active.title = sheets[0]
    for row in rows:
        book.active.append(row)
    for name in sheets[1:]:
        book.create_sheet(name).append(["name", name])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def read(content, **choices):
    return read_spreadsheet(content, Choices(**choices))


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "euc_jp", "iso2022_jp", "utf-16"])
def test_japanese_letters_are_guessed(encoding):
    content = JAPANESE.encode(encoding)
    assert guessed(content) == encoding
    assert decoded(content).text.lstrip("\ufeff") == JAPANESE


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (WESTERN.encode("utf-8-sig"), WESTERN),
        (WESTERN.encode("utf-16"), WESTERN),
        (JAPANESE.encode("utf-8-sig"), JAPANESE),
        ("name\nｱﾝ ﾘｰ\n山田\n".encode("cp932"), "name\nｱﾝ ﾘｰ\n山田\n"),
        (b"name\nAnn\n", "name\nAnn\n"),
        ("name\nJosé Müller\n".encode("cp1252"), "name\nJosé Müller\n"),
    ],
)
def test_other_ways_to_write_a_text_are_guessed(content, text):
    assert decoded(content).text == text


@pytest.mark.parametrize(
    ("encoding", "text"), [("utf-8", WESTERN), ("utf-8", JAPANESE), ("cp932", JAPANESE * 3)]
)
def test_one_bad_byte_changes_nothing_but_its_line(encoding, text):
    content = text.encode(encoding) + b"X\xffY,1\nZoe,2\n"

    found = decoded(content)

    assert found.encoding == encoding
    assert [lost.text for lost in found.lost] == ["X\ufffdY,1"]
    assert found.text.startswith(text)


CASE_32 = (
    "Member No;Name;Club;Score\r\n00417;Zoë O’Brien;Köln;12,5\r\n"
    '00418;"Müller; Jr., Max";Köln;7\r\n'
)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8", "cp1252", "utf-16"])
@pytest.mark.parametrize("line_end", ["\r\n", "\r", "\n"])
def test_semicolons_and_commas_in_any_encoding(encoding, line_end):
    text = CASE_32.replace("\r\n", line_end)
    for content in (text.encode(encoding), text.rstrip().encode(encoding)):
        grid = read(content)

        assert [cells for _line, cells in grid.lines] == [
            ["Member No", "Name", "Club", "Score"],
            ["00417", "Zoë O’Brien", "Köln", "12,5"],
            ["00418", "Müller; Jr., Max", "Köln", "7"],
        ]
        assert (grid.encoding, grid.delimiter) == (encoding.removesuffix("-sig"), ";")


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Players 2026\n\nName;No\nLee, Ann;1\n", ";"),
        ("Players 2026\nName,No\nAnn,1\n", ","),
        ("Name\nLee, Ann\nRay, Bob\n", "\t"),
        ("Name\nAnn\nBob\n", "\t"),
    ],
)
def test_a_title_above_does_not_hide_what_parts_the_columns(text, delimiter):
    assert read(text.encode()).delimiter == delimiter


def test_what_is_lost_is_named_with_its_line():
    found = decoded(WESTERN.encode("cp1252"), "utf-8")
    assert [(lost.line, lost.text) for lost in found.lost] == [
        (2, "K\ufffdthe Sch\ufffdfer,Z\ufffdrich"),
        (3, "Jos\ufffd N\ufffd\ufffdez,M\ufffdlaga"),
    ]
    assert decoded(WESTERN.encode("cp1252"), "cp1252").lost == ()


def test_a_workbook_gives_values_and_dates_as_texts():
    grid = read(workbook(["name", "day", "points"], ["Ann", date(2026, 3, 14), 7.0], ["Bob"]))
    assert grid.lines == [
        (1, ["name", "day", "points"]),
        (2, ["Ann", "2026-03-14", "7"]),
        (3, ["Bob"]),
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        ("00417", "General", "00417"),
        (417, "00000", "00417"),
        (417.0, "00000", "00417"),
        (12345, "000-000", "012-345"),
        (1234567, "00000", "1234567"),
        (417, "General", "417"),
        (12.5, "0.00", "12.5"),
        (0.5833, "0.00%", "58.33%"),
        (0.1 + 0.2, "General", "0.3"),
        (-50, "General", "-50"),
        (999_999_999_999_999, "0", "999999999999999"),
        (1.9143100000101e18, "General", "191431000001010\ufffd\ufffd\ufffd\ufffd"),
        (True, "General", "yes"),
    ],
)
def test_a_number_of_a_workbook_is_what_is_seen(value, number_format, text):
    book = openpyxl.Workbook()
    book.active.append(["no", value])
    book.active["B1"].number_format = number_format
    file = BytesIO()
    book.save(file)

    grid = read(file.getvalue())

    assert grid.lines == [(1, ["no", text])]


@pytest.mark.parametrize("epoch", [WINDOWS_EPOCH, MAC_EPOCH])
def test_a_day_is_the_same_in_both_calendars_of_workbooks(epoch):
    book = openpyxl.Workbook()
    book.epoch = epoch
    book.active.append(["no", date(2026, 10, 5)])
    file = BytesIO()
    book.save(file)

    assert read(file.getvalue()).lines == [(1, ["no", "2026-10-05"])]


def test_a_formula_is_never_calculated():
    grid = read(workbook(["name", "points"], ["Ann", "=1+1"]))
    assert grid.lines[1] == (2, ["Ann"])


def bomb():
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 70_000_000)
    return file.getvalue()


def many_parts():
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for number in range(600):
            archive.writestr(f"{number}", b"")
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (bomb(), "unpacks to more than"),
        (many_parts(), "unpacks to more than"),
        (b"PK\x03\x04broken", "cannot be read as a workbook"),
        (workbook(["a"])[:-200], "cannot be read as a workbook"),
        (b"\xd0\xcf\x11\xe0old", "old Excel file"),
        (b"\x00\x01binary", "cannot be read in this encoding"),
        (b"\n\n", "The list is empty"),
        (b'a,"b\n' * 3, None),
        (b"a\n" * 50_010, "more than 50000 lines"),
    ],
)
def test_what_cannot_be_read_says_what_to_do(content, sentence):
    if sentence is None:
        read(content)
        return
    with pytest.raises(FileUnreadable, match=sentence):
        read(content)


def test_entities_of_a_workbook_do_not_grow():
    file = BytesIO(workbook(["a", "b"]))
    bad = BytesIO()
    with ZipFile(file) as old, ZipFile(bad, "w") as new:
        for part in old.infolist():
            content = old.read(part)
            if part.filename.endswith("workbook.xml"):
                content = b'<!DOCTYPE x [<!ENTITY a "aaaa">]>' + content
            new.writestr(part.filename, content)
    with pytest.raises(FileUnreadable):
        read(bad.getvalue())


REPORT = """\
WEDNESDAY PAIRS  Wednesday Eve Session  March 14, 2025
Scores after 24 boards  Average:   60.0      Section  A  North-South
Pair    Pct   Score  Section Rank   Overall Rank    MPs
                     A     B        A     B
  1   58.33   70.00  1              2             0.45(OA)   Ann Lee - Bob Ray
  2   41.67   50.00                                          Cy Fox - Di Orr
Section  A  East-West
  3   62.50   75.00  1     1        1     1       0.80(OA)   Jean-Luc Roy - Mary O'Hara
  4   41.67   50.00                                          Ed Poe - Flo Quin
"""


def test_a_report_gives_places_by_percentage_and_the_event():
    grid = read_acblscore(REPORT.encode(), Choices())
    assert [cells for _line, cells in grid.lines] == [
        ["Place", "Name", "Score", "Percent"],
        ["1", "Jean-Luc Roy - Mary O'Hara", "75.00", "62.50"],
        ["2", "Ann Lee - Bob Ray", "70.00", "58.33"],
        ["3", "Cy Fox - Di Orr", "50.00", "41.67"],
        ["3", "Ed Poe - Flo Quin", "50.00", "41.67"],
    ]
    assert grid.suggested["day"] == "2025-03-14"
    assert grid.suggested["event"].startswith("WEDNESDAY PAIRS")


def calendar(*events):
    body = "".join(f"BEGIN:VEVENT\r\n{event}\r\nEND:VEVENT\r\n" for event in events)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n{body}END:VCALENDAR\r\n".encode()


def test_appointments_have_a_name_and_a_day():
    grid = read_calendar(
        calendar(
            "UID:1\r\nDTSTART;VALUE=DATE:20260314\r\nSUMMARY:Spring Cup",
            "UID:2\r\nDTSTART:20260301T190000\r\nSUMMARY:Club night\r\nSTATUS:CANCELLED",
        ),
        Choices(),
    )
    assert [cells for _line, cells in grid.lines[1:]] == [
        ["Club night", "2026-03-01", "cancelled"],
        ["Spring Cup", "2026-03-14"],
    ]


def test_an_appointment_that_repeats_is_several():
    grid = read_calendar(
        calendar(
            "UID:1\r\nDTSTART:20260305T190000\r\nSUMMARY:Thursday\r\n"
            "RRULE:FREQ=WEEKLY;COUNT=3\r\nEXDATE:20260312T190000"
        ),
        Choices(),
    )
    assert [cells[1] for _line, cells in grid.lines[1:]] == ["2026-03-05", "2026-03-19"]


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=SECONDLY",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31",
        "FREQ=DAILY;COUNT=100000000",
    ],
)
def test_no_rule_of_a_calendar_costs_much(rule):
    content = calendar(f"UID:1\r\nDTSTART:20260305T190000\r\nSUMMARY:X\r\nRRULE:{rule}")
    try:
        grid = read_calendar(content, Choices())
    except FileUnreadable:
        return
    assert len(grid.lines) <= 61


def test_appointments_are_counted_while_they_are_read():
    with pytest.raises(FileUnreadable, match="more than 1000 appointments"):
        read_calendar(
            calendar(*["DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY"] * 18), Choices()
        )


def test_a_zone_that_one_file_defines_means_nothing_in_the_next():
    zone = (
        "BEGIN:VTIMEZONE\r\nTZID:Club\r\nBEGIN:STANDARD\r\nDTSTART:20200101T000000\r\n"
        "TZOFFSETFROM:+0000\r\nTZOFFSETTO:+1400\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
    )
    event = "DTSTART;TZID=Club:20260314T230000\r\nSUMMARY:Spring Cup"
    own = calendar(event).replace(b"BEGIN:VEVENT", zone.encode() + b"BEGIN:VEVENT", 1)
    for content in (own, calendar(event)):
        assert read_calendar(content, Choices()).lines[1][1] == ["Spring Cup", "2026-03-14"]


@pytest.mark.parametrize("line", ["DTSTART;TZID=" + "/a" * 30, "EXDATE:" + "20260101," * 2_000])
def test_a_line_of_a_calendar_that_would_cost_much_is_refused(line):
    with pytest.raises(FileUnreadable, match="This is no calendar file"):
        read_calendar(calendar(f"DTSTART:20260101\r\n{line}:20260101"), Choices())
