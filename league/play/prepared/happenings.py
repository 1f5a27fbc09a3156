"""The journal's words for what happens to prepared deals."""

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds

SENTENCES = {
    "deals.prepared": _(
        "%(actor)s prepared %(deals)d deals for %(event)s; the commitment is %(commitment)s"
    ),
    "deals.more_prepared": _("%(actor)s prepared more deals for %(event)s: %(deals)d now"),
    "deals.looked_at": _(
        "%(actor)s looked at deal %(numbers)s of %(event)s before everybody had played: %(reason)s"
    ),
    "deals.released": _("%(actor)s published the seed of the prepared deals of %(event)s"),
    "deals.released_early": _(
        "%(actor)s published the seed of the prepared deals of %(event)s although deal %(numbers)s "
        "was still to be played: %(reason)s"
    ),
    "weekly.entered": _("%(actor)s entered the deal of the week for %(table)s"),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, is_fact=True)
