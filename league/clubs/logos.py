"""A logo as it is uploaded, made small and clean: what a club's pages show of it."""

import warnings
from dataclasses import dataclass
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
