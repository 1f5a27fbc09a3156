"""The journal's words for what happens to events and their entries."""

from django.utils.translation import gettext_lazy as _

from league.journal import kinds

SENTENCES = {
    "event.created": _("%(actor)s created the event %(event)s"),
    "event.changed": _("%(actor)s changed the set-up of %(event)s"),
    "event.discarded": _("%(actor)s threw away the draft of %(event)s"),
    "event.opened": _("%(actor)s opened %(event)s for entries; its rules are frozen"),
    "event.setup_reopened": _("%(actor)s took %(event)s back to the set-up"),
    "event.started": _("%(actor)s started %(event)s"),
    "event.finished": _("%(actor)s finished %(event)s"),
    "event.resumed": _("%(actor)s resumed %(event)s"),
    "event.archived": _("%(actor)s put %(event)s into the archive"),
    "event.brought_back": _("%(actor)s brought %(event)s back from the archive"),
    "stage.added": _("%(actor)s added the stage %(stage)s to %(event)s"),
    "stage.changed": _("%(actor)s changed the format or the rounds of %(event)s"),
    "season.added": _("%(actor)s added the season %(season)s"),
    "entry.added": _("%(actor)s entered %(entry)s for %(event)s"),
    "entry.signed_up": _("%(actor)s signed %(entry)s up for %(event)s"),
    "entry.changed": _("%(actor)s changed the entry %(before)s of %(event)s to %(entry)s"),
    "entry.accepted": _("%(actor)s let %(entry)s take part in %(event)s"),
    "entry.withdrawn": _("%(actor)s withdrew %(entry)s from %(event)s"),
    "entry.reinstated": _("%(actor)s took %(entry)s back into %(event)s"),
    "entry.removed": _("%(actor)s removed the entry %(entry)s from %(event)s"),
    "entries.seeded": _("%(actor)s seeded %(count)d entries of %(event)s"),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence)
