"""The journal's words for what happens to a kitty."""

from datetime import date
from typing import Any

from django.utils import formats
from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds
from league.office.kitty.money import shown

SENTENCES = {
    "kitty.switched_on": _("%(actor)s switched the kitty on, in %(currency)s"),
    "kitty.switched_off": _("%(actor)s switched the kitty off"),
    "kitty.amounts_changed": _(
        "%(actor)s set the club’s amounts from %(day)s: %(evening_fee)s for an evening, "
        "%(set_amount)s for a set"
    ),
    "kitty.amounts_withdrawn": _("%(actor)s withdrew the club’s amounts from %(day)s"),
    "kitty.event_amounts_changed": _(
        "%(actor)s changed the amounts of %(event)s: its fee is %(fee)s"
    ),
    "kitty.payment": _("%(actor)s noted that %(player)s paid %(amount)s"),
    "kitty.payout": _("%(actor)s paid %(amount)s out to %(player)s"),
    "kitty.waiver": _("%(actor)s waived %(amount)s for %(player)s"),
    "kitty.charge": _("%(actor)s charged %(player)s %(amount)s: %(note)s"),
    "kitty.expense": _("%(actor)s noted an expense of %(amount)s: %(note)s"),
    "kitty.income": _("%(actor)s noted other income of %(amount)s: %(note)s"),
    "kitty.prizes": _("%(actor)s awarded prizes of %(amount)s for %(event)s"),
    "kitty.reversed": _("%(actor)s reversed booking %(reversed)d of %(amount)s"),
}
AMOUNTS = ("amount", "fee", "evening_fee", "set_amount")


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, amounts_in_words, is_fact=True)


def amounts_in_words(data: kinds.Data) -> dict[str, Any]:
    """Write amounts and days as the reader's language does."""
    currency = data.get("currency", "")
    words: dict[str, Any] = {name: shown(data[name], currency) for name in AMOUNTS if name in data}
    if "from" in data:
        words["day"] = formats.date_format(date.fromisoformat(data["from"]), "DATE_FORMAT")
    return words
