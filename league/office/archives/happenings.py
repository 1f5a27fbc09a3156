"""The journal's words for archives made and read."""

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds

SENTENCES = {
    "archive.made": _("%(actor)s made an archive of %(of)s"),
    "archive.made_with_addresses": _(
        "%(actor)s made an archive of %(of)s, with people’s e-mail addresses"
    ),
    "archive.read": _(
        "%(actor)s read an archive of %(of)s: %(made)d records added, %(updated)d updated"
    ),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, is_fact=True)
