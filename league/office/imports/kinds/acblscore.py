"""A report of ACBLscore, or one that looks like it, as text."""

from django.utils.translation import gettext_lazy

from league.office.imports.kind import Kind
from league.office.imports.kinds.past_results import FIELDS, OPTIONS, carry_out, plan
from league.office.imports.reading.acblscore_text import read_acblscore

ACBLSCORE = Kind(
    name="acblscore",
    label=gettext_lazy("ACBLscore (text)"),
    help=gettext_lazy(
        "The text report of an evening with percentages, scores and names. The places are those "
        "of the percentages."
    ),
    fields=FIELDS,
    read=read_acblscore,
    plan=plan,
    carry_out=carry_out,
    options=OPTIONS,
)
