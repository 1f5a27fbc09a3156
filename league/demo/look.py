"""The demo club's colours and its logo, drawn here: a spade over the water."""

from datetime import datetime
from io import BytesIO

from PIL import Image, ImageDraw

from league.clubs import services as clubs
from league.clubs.logos import read_logo
from league.clubs.models import Club
from league.journal.actor import Actor

SEA, SHALLOWS, FOAM = "#123f5e", "#0b6e75", "#e9f4f8"
SIDE = 192
FINER = 4  # drawn larger and made smaller, so that its edges are smooth


def give_look(club: Club, desk: Actor, at: datetime) -> None:
    clubs.change_club(club=club, main_colour=SEA, accent_colour=SHALLOWS, actor=desk, at=at)
    clubs.set_logo(club=club, picture=read_logo(_logo()), actor=desk, at=at)


def _logo() -> bytes:
    """Return the logo as PNG; a unit is a hundredth of its side."""
    unit = SIDE * FINER / 100
    picture = Image.new("RGBA", (SIDE * FINER, SIDE * FINER))
    draw = ImageDraw.Draw(picture)

    def round_(x: float, y: float, radius: float, colour: str) -> None:
        box = [x - radius, y - radius, x + radius, y + radius]
        draw.ellipse([value * unit for value in box], fill=colour)

    def corners(*points: tuple[float, float], colour: str) -> None:
        draw.polygon([(x * unit, y * unit) for x, y in points], fill=colour)

    round_(50, 50, 49, SEA)
    corners((50, 14), (74, 44), (50, 58), (26, 44), colour=FOAM)
    round_(37, 48, 13, FOAM)
    round_(63, 48, 13, FOAM)
    corners((50, 50), (58, 70), (42, 70), colour=FOAM)
    for x in range(22, 79, 14):
        round_(x, 78, 8, FOAM)
        round_(x, 74, 8, SEA)
    out = BytesIO()
    picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()
