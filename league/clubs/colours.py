"""The shades of a club's colours: any colour may be chosen, and every text stays readable.

A colour keeps its hue; its lightness moves until the contrast is that of WCAG 2.2 AA (1.4.3), in
the light and in the dark pages. Lightness and chroma are those of OKLCH (Björn Ottosson, "A
perceptual color space for image processing", 2020), so that a yellow and a blue that are moved the
same look moved the same.
"""

import re
from functools import lru_cache
from hashlib import sha256
from math import cbrt, hypot
from typing import NamedTuple, TypeAlias

Tokens: TypeAlias = dict[str, str]

HEX = re.compile(r"#[0-9a-f]{6}")
READABLE = 4.5  # WCAG 1.4.3, text of any size

# what texts stand on in the site's stylesheet (deploy/site/styles/01-tokens.css)
LIGHT_GROUNDS = {"bg": "#f5f4ee", "surface": "#ffffff", "sunken": "#edebe2"}
DARK_GROUNDS = {"bg": "#101614", "surface": "#19211e", "sunken": "#0b100e"}
STEP = 0.01


class Oklch(NamedTuple):
    """Lightness 0..1, and how far and in which direction (a, b) it is from grey."""

    lightness: float
    a: float
    b: float

    def at(self, lightness: float, most_chroma: float = 1.0) -> "Oklch":
        chroma = hypot(self.a, self.b)
        scale = min(1.0, most_chroma / chroma) if chroma else 1.0
        return Oklch(lightness, self.a * scale, self.b * scale)


def is_colour(text: str) -> bool:
    """Return whether it is a colour as it is stored: "#" and six hexadecimal digits, lower case."""
    return HEX.fullmatch(text) is not None


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=256)
def shades(main: str, accent: str = "", *, dark: bool) -> Tokens:
    """Return the site's colour tokens in a club's colours, by name, as "#rrggbb".

    Without an accent the main colour is that as well. Raises ValueError for what is no colour.
    """
    stripe = accent or main
    tokens = _felt(_read(main), dark=dark) | _accent(_read(stripe), dark=dark)
    return tokens | {"club-stripe": stripe}


def stylesheet(main: str, accent: str = "") -> str:
    """Return the stylesheet that gives a page the club's colours on a screen, light and dark."""
    light = _rule(shades(main, accent, dark=False))
    dark = _rule(shades(main, accent, dark=True))
    return (
        "@media screen{"
        f":root{{{light}}}"
        f':root[data-theme="dark"]{{{dark}}}'
        f'@media (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{dark}}}}}'
        "}"
    )


def sample_stylesheet(main: str, accent: str = "") -> str:
    """Return the shades for two samples beside each other on one page: .look-light, .look-dark."""
    light = LIGHT_GROUNDS | {"ink": "#18201c", "ink-2": "#545e58", "line": "#dedbd0"}
    dark = DARK_GROUNDS | {"ink": "#e9ede9", "ink-2": "#a5b0aa", "line": "#2d3833"}
    return "".join(
        f".look-{name}{{{_rule(grounds | shades(main, accent, dark=name == 'dark'))}}}"
        for name, grounds in (("light", light), ("dark", dark))
    )


def digest_of(main: str, accent: str = "") -> str:
    """Return what names the stylesheet's content in its address."""
    return sha256(stylesheet(main, accent).encode()).hexdigest()[:12]


def _rule(tokens: Tokens) -> str:
    return "".join(f"--{name}:{value};" for name, value in tokens.items())


def _felt(main: Oklch, *, dark: bool) -> Tokens:
    """Return the ground of headers and card tables; dark always, as the suits' colours need it."""
    text, quiet = _hex(main.at(0.97, 0.012)), _hex(main.at(0.85, 0.035))
    lightness = max(0.16, min(main.lightness, 0.30 if dark else 0.50))
    while True:
        felt, raised = _hex(main.at(lightness)), _hex(main.at(lightness + 0.06))
        if contrast(quiet, raised) >= READABLE:
            return {"felt": felt, "felt-2": raised, "on-felt": text, "on-felt-2": quiet}
        lightness -= STEP


def _accent(colour: Oklch, *, dark: bool) -> Tokens:
    """Return the colour of links and buttons, readable on every ground and with text on it."""
    soft = _hex(colour.at(0.30, 0.05) if dark else colour.at(0.95, 0.03))
    grounds = [*(DARK_GROUNDS if dark else LIGHT_GROUNDS).values(), soft]
    text = _hex(colour.at(0.20, 0.05)) if dark else "#ffffff"
    away, hover = (STEP, 0.06) if dark else (-STEP, -0.07)
    lightness = max(colour.lightness, 0.70) if dark else min(colour.lightness, 0.55)
    while True:
        accent = _hex(colour.at(lightness))
        if all(contrast(accent, ground) >= READABLE for ground in (*grounds, text)):
            return {
                "accent": accent,
                "accent-hover": _hex(colour.at(lightness + hover)),
                "on-accent": text,
                "accent-soft": soft,
            }
        lightness += away


def _read(colour: str) -> Oklch:
    if not is_colour(colour):
        raise ValueError(f"{colour!r} is no colour like #0d3f33")
    red, green, blue = _linear(colour)
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return Oklch(
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _hex(colour: Oklch) -> str:
    """Return the colour as a screen can show it: as much of its chroma as there is room for."""
    low, high = 0.0, 1.0
    if _shows(_rgb(colour)):
        low = 1.0
    else:
        for _turn in range(12):
            half = (low + high) / 2
            fits = _shows(_rgb(_greyer(colour, half)))
            low, high = (half, high) if fits else (low, half)
    parts = (round(255 * _curved(part)) for part in _rgb(_greyer(colour, low)))
    return "#" + "".join(f"{min(255, max(0, part)):02x}" for part in parts)


def _greyer(colour: Oklch, share: float) -> Oklch:
    return Oklch(min(1.0, max(0.0, colour.lightness)), colour.a * share, colour.b * share)


def _shows(rgb: tuple[float, float, float]) -> bool:
    return all(-0.0005 <= part <= 1.0005 for part in rgb)


def _rgb(colour: Oklch) -> tuple[float, float, float]:
    """Return linear red, green and blue, 0..1 where a screen can show them."""
    lightness, a, b = colour
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def _linear(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _straight(red), _straight(green), _straight(blue)


def _straight(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _curved(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
