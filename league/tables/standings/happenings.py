"""The journal's words for who goes through from stage to stage, and for play-offs."""

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds
from league.play.events.happenings import stage_in_words

SENTENCES = {
    "stage.filled": _(
        "%(actor)s put %(count)d entries through to %(stage)s of %(event)s: %(coming)s"
    ),
    "stage.filled_again": _(
        "%(actor)s filled %(stage)s of %(event)s again: %(coming)s instead of %(leaving)s"
    ),
    "stage.seeded_again": _(
        "%(actor)s filled %(stage)s of %(event)s again: the same entries with other seeds or points"
    ),
    "stage.lot_drawn": _(
        "A lot with the seed %(seed)d put %(through)s through to %(stage)s of %(event)s; "
        "level were %(level)s"
    ),
    "stage.played_off": _(
        "%(actor)s recorded that %(through)s won the play-off for %(stage)s of %(event)s; "
        "level: %(level)s"
    ),
    "play_off.noted": _("%(actor)s recorded the play-off of %(stage)s of %(event)s: %(result)s"),
    "play_off.revoked": _(
        "%(actor)s cancelled the play-off result of %(stage)s of %(event)s: %(result)s"
    ),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, stage_in_words, is_fact=True)
