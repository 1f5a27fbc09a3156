"""A logo as it is uploaded, made small and clean: what a club's pages show of it."""

import warnings
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from league.foundation.refusal import Refused

MOST_BYTES = 4 * 1024 * 1024
MOST_PIXELS = 25_000_000
LEAST_SIDE = 32
SIDE = 512
FORMATS = ("PNG", "JPEG", "WEBP")
CONTENT_TYPE = "image/webp"


class LogoUnusable(Refused):
    """A file that cannot be a logo here."""

    code = "logo_unusable"


@dataclass(frozen=True, slots=True)
class LogoPicture:
    """A WebP picture of at most SIDE pixels each way, without anything but its pixels."""

    content: bytes
    width: int
    height: int


def read_logo(content: bytes) -> LogoPicture:
    """Return an uploaded picture as it is kept. Raises LogoUnusable."""
    if len(content) > MOST_BYTES:
        raise _unusable(
            _(
                "The picture is %(size)s MB; a logo may be %(most)d MB at most. Save it "
                "smaller and choose it again."
            )
            % {"size": f"{len(content) / 1024 / 1024:.1f}", "most": MOST_BYTES // 1024 // 1024}
        )
    if _looks_like_svg(content):
        raise _unusable(
            _("An SVG picture can hold programs, so it is not accepted; save the logo as PNG.")
        )
    picture = _opened(content)
    _check_size(*picture.size)
    try:
        # a photograph of a logo is read no larger than it is needed
        picture.draft("RGB", (2 * SIDE, 2 * SIDE))
        upright = ImageOps.exif_transpose(picture).convert("RGBA")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise _unusable(_("The picture is damaged: it ends too early or cannot be read.")) from None
    upright.thumbnail((SIDE, SIDE))
    clean = Image.new("RGBA", upright.size)
    clean.paste(upright)
    out = BytesIO()
    clean.save(out, "WEBP", quality=88, method=4)
    return LogoPicture(out.getvalue(), *clean.size)


def _opened(content: bytes) -> Image.Image:
    """Return the picture by its head; its pixels are not read yet."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return Image.open(BytesIO(content), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _unusable(_too_large()) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        raise _unusable(
            _(
                "This file is not a picture that can be read here; choose a PNG, JPEG or WebP "
                "picture."
            )
        ) from None


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise _unusable(_too_large(width, height))
    if min(width, height) < LEAST_SIDE:
        raise _unusable(
            _(
                "The picture is %(width)d × %(height)d pixels; a logo needs at least %(least)d "
                "each way."
            )
            % {"width": width, "height": height, "least": LEAST_SIDE}
        )


def _too_large(width: int = 0, height: int = 0) -> str:
    most = MOST_PIXELS // 1_000_000
    if not width:
        return _("The picture has more than %(most)d million pixels; save it smaller.") % {
            "most": most
        }
    return _(
        "The picture is %(width)d × %(height)d pixels; more than %(most)d million cannot be "
        "read. Save it smaller."
    ) % {"width": width, "height": height, "most": most}


def _looks_like_svg(content: bytes) -> bool:
    return b"<svg" in content[:4_096].lower()


def _unusable(sentence: str) -> LogoUnusable:
    return LogoUnusable(sentence, field="logo")


# --- The emblem of a player or a club: a small drawing that follows from its number alone ---
# No letters and no names are in it: whoever shows initials only, or is forgotten, is given away by
# nothing. Its colours are those of the page, and so of the club.

SIZE = 48
PLAYER, CLUB = "player", "club"

# what lies on the ground, in a square of SIZE: as heralds divide a shield
DIVISIONS = (
    "M24 0H48V48H24Z",
    "M0 24H48V48H0Z",
    "M0 0H48V48Z",
    "M48 0V48H0Z",
    "M0 48L24 24L48 48Z",
    "M0 0H48L24 24Z",
    "M0 0H24V24H0ZM24 24H48V48H24Z",
    "M0 0L24 24L0 48ZM48 0L24 24L48 48Z",
    "M15 0H33V48H15Z",
    "M0 15H48V33H0Z",
    "M0 0H15L48 33V48H33L0 15Z",
    "M48 0H33L0 33V48H15L48 15Z",
    "M0 0H48V9H0ZM0 18H48V30H0ZM0 39H48V48H0Z",
    "M0 0H9V48H0ZM18 0H30V48H18ZM39 0H48V48H39Z",
    "M0 0L24 30L48 0V18L24 48L0 18Z",
    "M24 0L48 24L24 48L0 24Z",
)
# the four suits, a star, a crown, a ring and a pale star: in the middle of the square
CHARGES = (
    "M24 11C20 18 12 22 12 28.5C12 33.5 18.5 35.5 22 31.5C22 34.5 20.5 36.5 19 38H29C27.5 36.5 26 "
    "34.5 26 31.5C29.5 35.5 36 33.5 36 28.5C36 22 28 18 24 11Z",
    "M24 37C20 31 12 27 12 19.5C12 13 20.5 11 24 17.5C27.5 11 36 13 36 19.5C36 27 28 31 24 37Z",
    "M24 10L34 24L24 38L14 24Z",
    "M24 10.5A6 6 0 0 1 28.6 20.3A6 6 0 1 1 26 30.2C26 34 27.3 36.3 29 38H19C20.7 36.3 22 34 22 "
    "30.2A6 6 0 1 1 19.4 20.3A6 6 0 0 1 24 10.5Z",
    "M24 10L27.3 19.5L37.3 19.7L29.3 25.7L32.2 35.3L24 29.6L15.8 35.3L18.7 25.7L10.7 19.7L20.7 "
    "19.5Z",
    "M11 16L17.5 22L24 12L30.5 22L37 16L34.5 35H13.5Z",
    "M24 12A12 12 0 1 1 23.9 12ZM24 18.5A5.5 5.5 0 1 0 24.1 18.5Z",
    "M24 9L28 20L39 24L28 28L24 39L20 28L9 24L20 20Z",
)
# (ground, division): names of shades of the club's own colours, in people.css
FIELDS = (("deep", "main"), ("main", "deep"), ("main", "tint"), ("tint", "main"), ("deep", "tint"))
METALS = ("silver", "gold")


@dataclass(frozen=True, slots=True)
class Emblem:
    """A square of SIZE: its `ground`, the `division` over it and the `charge` in the middle.

    Both are (path, name of a shade).
    """

    ground: str
    division: tuple[str, str]
    charge: tuple[str, str]


@lru_cache(maxsize=4096)
def emblem_of(number: int, kind: str = PLAYER) -> Emblem:
    """Return the emblem of this player, or club, for ever the same one."""
    dice = int.from_bytes(sha256(f"{kind} {number}".encode()).digest()[:8])
    dice, division = divmod(dice, len(DIVISIONS))
    dice, charge = divmod(dice, len(CHARGES))
    dice, field = divmod(dice, len(FIELDS))
    ground, shade = FIELDS[field]
    metal = METALS[dice % len(METALS)]
    return Emblem(ground, (DIVISIONS[division], shade), (CHARGES[charge], metal))
