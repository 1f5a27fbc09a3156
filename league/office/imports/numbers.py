"""How the numbers of a file are written: as its user says, as it shows, or as in a language."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.office.imports.cells import decimal_sign, is_unclear, number_in
from league.office.imports.kind import Material, Option

NUMBERS = Option(
    name="numbers",
    label=gettext_lazy("Numbers are written"),
    input="numbers",
    help=gettext_lazy("Whether 1.234 is more than a thousand, or a little more than one."),
)


def decimal_of(material: Material, *fields: str) -> str:
    """Return what stands before the decimals in these columns."""
    if material.is_workbook:
        return "."  # numbers of workbooks are written by us
    chosen = material.options.get(NUMBERS.name, "")
    return chosen or decimal_sign(_texts(material, fields), material.language)


def unclear_numbers(material: Material, *fields: str) -> Iterator[str]:
    """Yield a sentence on how a number was read that can be another one, if nobody has said so."""
    if material.is_workbook or material.options.get(NUMBERS.name):
        return
    texts = list(_texts(material, fields))
    unclear = next(filter(is_unclear, texts), None)
    if unclear is None:
        return
    number = number_in(unclear, decimal_sign(texts, material.language))
    yield _(
        "“%(text)s” is read as %(number)s. If that is wrong, choose under “Change how it is read” "
        "how numbers are written."
    ) % {"text": unclear, "number": f"{number:f}".rstrip("0").rstrip(".")}


def _texts(material: Material, fields: Iterable[str]) -> Iterator[str]:
    return (row.get(field) for row in material.rows for field in fields)
