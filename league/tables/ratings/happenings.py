"""The journal's words for ratings that a club brought along."""

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds

SENTENCES = {
    "ratings.imported": _("%(actor)s imported starting ratings of players: %(count)d"),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, is_fact=True)
