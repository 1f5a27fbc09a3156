"""Workbooks written by hand, with parts that no spreadsheet would write."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
PARTS = {
    "worksheets/sheet1.xml": "worksheet",
    "styles.xml": "styles",
    "sharedStrings.xml": "sharedStrings",
}


def workbook_of(rows: str, *, strings: str = "", styles: str = "") -> bytes:
    """Return a workbook with these rows, shared strings and styles, all as XML."""
    overrides = "".join(
        f'<Override PartName="/xl/{part}" ContentType="{KINDS}.{kind}+xml"/>'
        for part, kind in {**PARTS, "workbook.xml": "sheet.main"}.items()
    )
    relations = "".join(
        f'<Relationship Id="r{number}" Type="{OFFICE}/{kind}" Target="{part}"/>'
        for number, (part, kind) in enumerate(PARTS.items())
    )
    parts = {
        "[Content_Types].xml": "<Types xmlns="
        f'"http://schemas.openxmlformats.org/package/2006/content-types">{overrides}</Types>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{relations}'
        "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="Sheet" sheetId="1" r:id="r0"/></sheets></workbook>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>'
        "</worksheet>",
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{strings}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>',
    }
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def text_cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'
