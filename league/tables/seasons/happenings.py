"""The journal's words for what happens to a season's table."""

from decimal import Decimal, InvalidOperation

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds
from league.foundation.shown_numbers import figure

SENTENCES = {
    "season.rules_changed": _("%(actor)s changed how the table of %(season)s is counted"),
    "season.divided": _("%(actor)s changed the divisions of %(season)s"),
    "season.placed": _("%(actor)s changed the status of %(names)s in %(season)s"),
    "season.handicap_set": _(
        "%(actor)s set the handicap of %(player)s in %(season)s to %(value)s: %(reason)s"
    ),
    "season.handicap_worked_out": _(
        "%(actor)s went back to the calculated handicap of %(player)s in %(season)s: %(reason)s"
    ),
    "season.handicap_withdrawn": _(
        "%(actor)s withdrew the handicap set for %(player)s in %(season)s"
    ),
    "season.move_decided": _(
        "%(actor)s decided where %(name)s goes after %(season)s: %(where)s, %(reason)s"
    ),
    "season.move_left": _("%(actor)s left the move of %(name)s after %(season)s to the table"),
    "season.signed": _("%(actor)s signed the moves after %(season)s"),
    "season.signature_taken_back": _(
        "%(actor)s withdrew the signature of the moves after %(season)s"
    ),
    "event.divided": _("%(actor)s put %(event)s into division %(division)s"),
    "event.undivided": _("%(actor)s took %(event)s out of division %(division)s"),
    "season.copied": _("%(actor)s created %(next)s from %(season)s"),
}


def _value_in_words(data: kinds.Data) -> kinds.Data:
    """Return the handicap as the reader writes it: "12.5", as it is kept, reads 12,5 in German."""
    try:
        return {"value": figure(Decimal(data["value"]))}
    except (KeyError, TypeError, InvalidOperation):
        return {}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        words = _value_in_words if kind == "season.handicap_set" else None
        kinds.register(kind, sentence, words, is_fact=True)
