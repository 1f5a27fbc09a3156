"""Names as people write them: how they are stored, when two are the same, when they are alike."""

import re
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import models

# phones and word processors write each of these where a keyboard has one
APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼ＇´`′"), "'")
# joiners shape the letters of some scripts, and emoji; behind other letters nobody sees them
JOINERS = re.compile("(?<![\u0600-\u1fff\u2600-\U0010ffff\ufe0f])[\u200c\u200d]")


def clean_name(text: str) -> str:
    """Return a name as it is stored: composed letters, plain spaces, one kind of apostrophe.

    Control characters and other invisible ones are left out. Done again it changes nothing.
    """
    if not (text.isascii() and text.isprintable()):
        text = JOINERS.sub("", "".join(map(_visible, text)))
        text = unicodedata.normalize("NFC", text)
    return " ".join(text.translate(APOSTROPHES).split())


def has_control(text: str) -> bool:
    """Say whether a text has control characters other than spaces: then it is no name."""
    return any(unicodedata.category(letter) == "Cc" for letter in "".join(text.split()))


def _visible(letter: str) -> str:
    match unicodedata.category(letter):
        case "Cc" | "Zl" | "Zp":
            return " "
        case "Cf" if letter not in "\u200c\u200d":
            return ""
        case "Cs":
            return ""
    return letter


def name_key(text: str) -> str:
    """Return what is the same for two ways to write a name, or a number."""
    return clean_name(text).casefold()


# Names that are alike: each letter without its marks, in one case, width and kind of kana. The
# database follows the same lists (`Alike`).

SPELT_OUT = {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
KANA = {
    **{chr(code): chr(code - 0x60) for code in range(0x30A1, 0x30F7)},  # katakana
    **dict(zip("ぁぃぅぇぉっゃゅょゎ", "あいうえおつやゆよわ", strict=True)),
    **dict(zip("ァィゥェォッャュョヮ", "あいうえおつやゆよわ", strict=True)),
}
OTHERS = {
    **dict(zip("øłđðıħς", "olddihσ", strict=True)),
    **dict.fromkeys("-‐‑‒–—―−", " "),
}
LEFT_OUT = ["'", ".", "’", "\u200c", "\u200d"]
MARKS = [(0x0300, 0x036F), (0x1DC0, 0x1DFF), (0x3099, 0x309A)]  # from and to
PLAIN = {
    **KANA,
    **OTHERS,
    **dict.fromkeys(LEFT_OUT, ""),
    **{chr(code): "" for first, last in MARKS for code in range(first, last + 1)},
}
# what kana are made from: their blocks, those of half width, and in squares and circles
WITH_KANA = re.compile("[\u3041-\u33ff\uff66-\uff9f\U0001f200-\U0001f2ff]")
LETTERS = str.maketrans(PLAIN)


def alike_key(text: str) -> str:
    """Return what is the same for names that differ only in accents, apostrophes and hyphens.

    Two people can have such names: who is meant is asked, and a search shows them all.
    """
    plain = unicodedata.normalize("NFKD", clean_name(text)).lower()
    for letter, spelt in SPELT_OUT.items():
        plain = plain.replace(letter, spelt)
    return " ".join(plain.translate(LETTERS).split())


class Alike(models.Transform):
    """The `alike_key` of a column, as in `name__alike=alike_key(text)`.

    An index of players is made from the same lists: who changes them rebuilds it. `translate`
    looks at each letter of its list for each one of a name: marks are taken out by an expression,
    and kana looked for only where there are some.
    """

    lookup_name = "alike"
    output_field = models.CharField()

    def as_sql(self, compiler: Any, connection: Any, *_args: Any, **_context: Any) -> Any:
        lhs, lhs_params = compiler.compile(self.lhs)
        sql, params = f"lower(normalize({lhs}, NFKD))", list(lhs_params)
        for pair in SPELT_OUT.items():
            sql, params = f"replace({sql}, %s, %s)", [*params, *pair]
        marks = "".join(f"{chr(first)}-{chr(last)}" for first, last in MARKS)
        left_out = f"[{''.join(LEFT_OUT)}{marks}]"
        sql, params = f"regexp_replace({sql}, %s, '', 'g')", [*params, left_out]
        sql, params = _translated(sql, params, OTHERS)
        in_kana, params_in_kana = _translated(sql, params, KANA)
        sql = f"CASE WHEN {lhs} ~ %s THEN {in_kana} ELSE {sql} END"
        params = [*lhs_params, WITH_KANA.pattern, *params_in_kana, *params]
        return f"btrim(regexp_replace({sql}, ' +', ' ', 'g'))", tuple(params)


def _translated(sql: str, params: list[Any], letters: Mapping[str, str]) -> tuple[str, list[Any]]:
    """Return an expression in which each letter is replaced by another one."""
    return f"translate({sql}, %s, %s)", [*params, "".join(letters), "".join(letters.values())]


if TYPE_CHECKING:
    _CharField = models.CharField[str, str]
else:
    _CharField = models.CharField


class NameField(_CharField):
    """A column of names: whoever writes it or looks something up in it, the name is clean."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return clean_name(text) if isinstance(text, str) else text

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = getattr(model_instance, self.attname)
        if isinstance(value, str):
            value = clean_name(value)
            setattr(model_instance, self.attname, value)
        return value

    def deconstruct(self) -> Any:
        """For migrations it is a column of characters like any other."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


NameField.register_lookup(Alike)


def has_word(word: str, column: str = "name") -> models.Q:
    """Say that a column of names has the word; accents, apostrophes and width aside."""
    plain = alike_key(word)
    if not plain:
        return models.Q(**{f"{column}__contains": word})
    return models.Q(**{f"{column}__alike__contains": plain})


def clean_names(
    model: models.Model | type[models.Model], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the values with clean ones of those columns that have names."""
    names = {field.name for field in model._meta.fields if isinstance(field, NameField)}
    return {
        name: clean_name(value) if name in names and isinstance(value, str) else value
        for name, value in values.items()
    }
