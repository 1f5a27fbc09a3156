"""The journal's words for requests to stand in. Who was asked is seen by whoever asked."""

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds

SENTENCES = {
    "stand_in.asked": _(
        "%(actor)s asked for a substitute at table %(table)s in round %(round)d of %(event)s "
        "(players asked: %(count)d)"
    ),
    "stand_in.accepted": _(
        "%(player)s accepted to stand in at table %(table)s in round %(round)d of %(event)s"
    ),
    "stand_in.declined": _(
        "%(player)s declined to stand in at table %(table)s in round %(round)d of %(event)s"
    ),
    "stand_in.taken_back": _(
        "%(actor)s took back the request for a substitute at table %(table)s in round %(round)d "
        "of %(event)s"
    ),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, is_fact=False)
