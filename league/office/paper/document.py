"""Writes a PDF: a thin layer over fpdf2 with the fonts and the two paper sizes of the site.

Lengths are millimetres from the top left corner of the page, sizes of type are points.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from PIL import Image

from league.clubs.models import Club
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import File
from league.office.paper.lettering import (
    BOLD,
    MM_OF_POINT,
    RED_SUITS,
    REGULAR,
    Lettering,
    Piece,
    direction_of,
    plain,
)

Align = Literal["start", "middle", "end"]
PaperSize = Literal["a4", "letter"]

MARGIN = 15.0
FOOT = 12.0
BLACK, GREY, RED = (0, 0, 0), (85, 85, 85), (170, 20, 35)
# QR codes: the grey of a light square (0) and of a dark one (1), and the pixels along its side
SHADES = bytes([255, *[0] * 255])
SHARP = 8
LINE, STRONG_LINE = 0.15, 0.4  # millimetres thick


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The title and metadata of a document; `at` is when it was made."""

    title: str
    club: str
    language: str
    at: datetime
    paper: PaperSize = "a4"
    # under the title and in the foot of each page: the event, say
    subject: str = ""


class Document:
    """A document of pages. Text, lines and boxes are drawn on the newest page."""

    def __init__(self, about: About, *, is_wide: bool = False) -> None:
        from fpdf import FPDF  # noqa: PLC0415 - takes long to read, and most processes print nothing

        self.about = about
        self.pdf = FPDF(orientation="L" if is_wide else "P", unit="mm", format=about.paper)
        self.pdf.set_auto_page_break(False)
        self.pdf.set_margin(0)
        self.pdf.c_margin = 0
        self.pdf.set_title(about.title)
        self.pdf.set_author(about.club)
        self.pdf.set_subject(about.subject)
        self.pdf.set_lang(about.language)
        self.pdf.set_creator("Tricktable")
        self.pdf.set_creation_date(about.at)
        self.width, self.height = float(self.pdf.w), float(self.pdf.h)
        self.letters = Lettering(self.pdf)
        self._with_foot: list[int] = []

    @property
    def left(self) -> float:
        return MARGIN

    @property
    def right(self) -> float:
        return self.width - MARGIN

    @property
    def inner(self) -> float:
        """Return the width between the margins."""
        return self.right - self.left

    @property
    def bottom(self) -> float:
        """Return where the text of a page ends and its foot begins."""
        return self.height - MARGIN - FOOT / 2

    @property
    def pages(self) -> int:
        return int(self.pdf.pages_count)

    def new_page(self, *, foot: bool = True) -> float:
        """Begin a page and return where its text begins; its foot says which page it is."""
        self.pdf.add_page()
        if foot:
            self._with_foot.append(self.pages)
        return MARGIN

    def heading(self, top: float, title: str, over: str = "", lead: str = "") -> float:
        """Write the title, `over` small above and `lead` below it; return where the rest begins."""
        y = top
        if over:
            y += 4
            self.text(self.left, y, over, size=9.5, colour=GREY, width=self.inner)
        y += 8
        self.text(self.left, y, title, size=18, weight=BOLD, width=self.inner)
        y += 3
        if lead:
            y = self.paragraph(self.left, y + 1, self.inner, lead, size=9.5, colour=GREY)
        return y + 3

    def text(
        self,
        x: float,
        base: float,
        text: str,
        *,
        size: float = 10,
        weight: int = REGULAR,
        width: float | None = None,
        align: Align = "start",
        colour: tuple[int, int, int] = BLACK,
    ) -> float:
        """Write one line on its base line and return how long it became.

        With `width`, what is too long is written smaller, and at last shortened with an ellipsis.
        """
        text = plain(text)
        if width is not None:
            text, size = self.letters.fitted(text, width, size, weight)
        length = self.letters.length(text, size, weight)
        room = width if width is not None else length
        x += {"start": 0.0, "middle": (room - length) / 2, "end": room - length}[align]
        for piece in self.letters.pieces(text, weight):
            self.pdf.set_font(piece.font, size=size)
            self.pdf.set_text_color(*(RED if piece.text[0] in RED_SUITS else colour))
            if piece.is_shaped:
                self._shaped(x, base, piece)
            else:
                self.pdf.text(x, base, piece.text)
            x += piece.em * size * MM_OF_POINT
        return length

    def _shaped(self, x: float, base: float, piece: Piece) -> None:
        """Write letters whose forms depend on their neighbours."""
        self.pdf.set_text_shaping(direction=direction_of(to_left=piece.to_left))
        # a cell without height has its middle a part of the type's size above the base line
        self.pdf.set_xy(x, base - 0.3 * self.pdf.font_size)
        self.pdf.cell(h=0, text=piece.text)
        self.pdf.set_text_shaping(False)

    def paragraph(
        self,
        x: float,
        top: float,
        width: float,
        text: str,
        *,
        size: float = 10,
        weight: int = REGULAR,
        colour: tuple[int, int, int] = BLACK,
    ) -> float:
        """Write a text in as many lines as it takes and return where it ends."""
        y = top
        for line in self.letters.lines(text, width, size, weight):
            y += size * MM_OF_POINT * 1.35
            self.text(x, y, line, size=size, weight=weight, width=width, colour=colour)
        return y + size * MM_OF_POINT * 0.35

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, thick: float = LINE, dash: float = 0
    ) -> None:
        self.pdf.set_line_width(thick)
        self.pdf.set_draw_color(*BLACK)
        self.pdf.set_dash_pattern(dash, dash)
        self.pdf.line(x1, y1, x2, y2)

    def box(
        self, x: float, y: float, width: float, height: float, *, thick: float = LINE, grey: int = 0
    ) -> None:
        """Draw a rectangle; it is filled with `grey` per cent."""
        self.pdf.set_line_width(thick)
        self.pdf.set_draw_color(*BLACK)
        self.pdf.set_dash_pattern()
        self.pdf.set_fill_color(255 - round(2.55 * grey))
        self.pdf.rect(x, y, width, height, style="DF" if grey else "D")

    def squares(self, x: float, y: float, side: float, rows: Sequence[bytes]) -> None:
        """Draw a QR code from its rows of squares, 1 for dark; the file stores equal ones once."""
        shades = b"".join(rows).translate(SHADES)
        picture = Image.frombytes("L", (len(rows[0]), len(rows)), shades)
        # many points a square, so that no viewer blurs its edges
        sharp = picture.resize((len(rows[0]) * SHARP, len(rows) * SHARP), Image.Resampling.NEAREST)
        self.pdf.image(sharp, x, y, side, side)

    def to_bytes(self) -> bytes:
        """Write the feet, now that the number of pages is known, and return the file."""
        for page in self._with_foot:
            self._foot(page)
        file = bytes(self.pdf.output())
        self.letters.close()
        return file

    def _foot(self, page: int) -> None:
        self.pdf.page = page
        # each page says for itself which font it writes in
        self.pdf.font_family = ""
        base = self.height - FOOT / 2
        named = " · ".join(part for part in (self.about.club, self.about.subject) if part)
        number = _("Page %(page)d of %(pages)d") % {"page": page, "pages": self.pages}
        length = self.letters.length(number, 8)
        self.text(self.left, base, named, size=8, colour=GREY, width=self.inner - length - 5)
        self.text(self.right - length, base, number, size=8, colour=GREY)


# --- A document that is laid out step by step, so that its progress can be shown ---

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


# --- A document as an answer or as the file of a job: its size of paper, its name ---

PDF = "application/pdf"
# where letters are written on Letter; the cities of South America use A4
LETTER_ZONES = ("US/", "Canada/", "Pacific/Honolulu", "America/")
A4_ZONES = ("America/Argentina/", "America/Sao_Paulo", "America/Montevideo", "America/Lima")


def paper_size(asked: str, time_zone: str) -> PaperSize:
    """Return the requested size ("a4", "letter"), else the usual one in the club's country."""
    if asked in ("a4", "letter"):
        return "letter" if asked == "letter" else "a4"
    is_letter = time_zone.startswith(LETTER_ZONES) and not time_zone.startswith(A4_ZONES)
    return "letter" if is_letter else "a4"


def about(
    request: HttpRequest, title: str, *, at: datetime, club: Club | None = None, subject: str = ""
) -> About:
    """Return what a document says of itself, in the reader's language, on the club's paper."""
    return about_on(request.GET.get("paper", ""), title, at=at, club=club, subject=subject)


def about_on(
    asked: str, title: str, *, at: datetime, club: Club | None = None, subject: str = ""
) -> About:
    """Do what `about` does, on the size of paper that was asked for ("": that of the club)."""
    return About(
        title=title,
        club=club.name if club else "Tricktable",
        language=get_language() or "en",
        at=at,
        paper=paper_size(asked, club.time_zone if club else "UTC"),
        subject=subject,
    )


def pdf(printing: Printing, *names: str, is_secret: bool = False) -> HttpResponse:
    """Answer with the file. `is_secret`: no cache may keep it (links of tables, hidden cards)."""
    response = mark_as_pdf(HttpResponse(printing.to_bytes()), *names)
    response["Cache-Control"] = "no-store" if is_secret else "private, no-cache"
    return response


def mark_as_pdf(response: HttpResponse, *names: str) -> HttpResponse:
    """Mark an answer as a PDF and give it the name under which it is saved.

    The browser shows it; names that have no Latin letters are left out of the file's name.
    """
    if response.status_code == 200:
        response["Content-Type"] = PDF
    response["Content-Disposition"] = f'inline; filename="{file_name(*names)}.pdf"'
    return response


def file_name(*names: str) -> str:
    return "-".join(filter(None, (slugify(name) for name in names))) or "tricktable"


# Documents that take long to lay out, made by a worker while people see how far that is.


def as_file(printing: Printing, *names: str, progress: Progress) -> File:
    """Return the whole file under a name made of `names`. Raises Cancelled."""
    pieces = []
    progress.step(_("Writing the pages"), printing.steps)
    for done, piece in enumerate(printing.pieces(), start=1):
        pieces.append(piece)
        if done == printing.steps:
            progress.step(_("Putting the file together"))
        elif done < printing.steps:
            progress.report(done)
    progress.step("")  # the last moment at which nothing need be kept
    return File(name=f"{file_name(*names)}.pdf", content=b"".join(pieces))
