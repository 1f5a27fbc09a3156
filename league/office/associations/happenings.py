"""The journal's words for what happens in associations, for both sides of it."""

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds
from league.office.associations.two_journals import FORGOTTEN_AT_HOME

SENTENCES = {
    "association.founded": _("%(actor)s made %(association)s an association of clubs"),
    "association.ended": _("%(actor)s ended the association: %(association)s is a club alone"),
    "association.rules_changed": _("%(actor)s changed the rules of %(association)s for transfers"),
    "association.club_invited": _("%(actor)s invited %(club)s to join %(association)s"),
    "association.club_asked": _("%(actor)s asked for %(club)s to join %(association)s"),
    "association.club_joined": _("%(actor)s accepted: %(club)s joined %(association)s"),
    "association.club_declined": _("%(actor)s declined: %(club)s does not join %(association)s"),
    "association.club_left": _("%(actor)s noted that %(club)s left %(association)s"),
    "association.step_undone": _(
        "%(actor)s undid the last step between %(club)s and %(association)s"
    ),
    "registration.made": _("%(actor)s registered %(player)s for %(club)s in %(season)s"),
    "registration.ended": _(
        "%(actor)s ended the registration of %(player)s for %(club)s in %(season)s"
    ),
    FORGOTTEN_AT_HOME: _(
        "%(club)s forgot a player at the person’s wish, who is number %(number)d of your players"
    ),
    "transfer.asked": _(
        "%(actor)s asked for the transfer of %(player)s from %(from_club)s to %(to_club)s in "
        "%(season)s"
    ),
    "transfer.done": _(
        "%(actor)s transferred %(player)s from %(from_club)s to %(to_club)s in %(season)s"
    ),
    "transfer.refused": _(
        "%(actor)s refused the transfer of %(player)s from %(from_club)s to %(to_club)s in "
        "%(season)s"
    ),
    "transfer.taken_back": _(
        "%(actor)s took back the transfer of %(player)s from %(from_club)s to %(to_club)s in "
        "%(season)s"
    ),
    "association.club_withdrawn": _("%(actor)s withdrew %(club)s from %(event)s: %(reason)s"),
    "championship.filled": _("%(actor)s filled %(event)s from %(sources)s: %(count)d entries"),
    "championship.filling_undone": _(
        "%(actor)s undid the filling of %(event)s: entries removed: %(count)d"
    ),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, is_fact=True)
