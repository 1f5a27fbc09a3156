"""The journal's words for what happens to events and their entries."""

from datetime import date
from typing import Any

from django.utils import formats
from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds
from league.play.events.rulesets import rule_from_json, rule_in_words

SENTENCES = {
    "event.created": _("%(actor)s created the event %(event)s"),
    "event.copied": _("%(actor)s made %(event)s from %(source)s"),
    "event.changed": _("%(actor)s changed the set-up of %(event)s"),
    "event.reserves_changed": _("%(actor)s changed the reserves of %(event)s: now %(count)d"),
    "event.discarded": _("%(actor)s discarded the draft of %(event)s"),
    "event.opened": _("%(actor)s opened %(event)s for entries; its rules are frozen"),
    "event.setup_reopened": _("%(actor)s moved %(event)s back to set-up"),
    "event.started": _("%(actor)s started %(event)s"),
    "event.finished": _("%(actor)s finished %(event)s"),
    "event.resumed": _("%(actor)s resumed %(event)s"),
    "event.archived": _("%(actor)s archived %(event)s"),
    "event.brought_back": _("%(actor)s brought %(event)s back from the archive"),
    "stage.changed": _("%(actor)s changed the format or the rounds of %(event)s"),
    "season.added": _("%(actor)s added the season %(season)s"),
    "entry.added": _("%(actor)s entered %(entry)s for %(event)s"),
    "entry.signed_up": _("%(actor)s signed %(entry)s up for %(event)s"),
    "entry.partner_agreed": _("%(partner)s agreed to join the entry %(entry)s of %(event)s"),
    "entry.changed": _("%(actor)s changed the entry %(before)s of %(event)s to %(entry)s"),
    "entry.accepted": _("%(actor)s accepted %(entry)s for %(event)s"),
    "entry.withdrawn": _("%(actor)s withdrew %(entry)s from %(event)s"),
    "entry.reinstated": _("%(actor)s reinstated %(entry)s in %(event)s"),
    "entry.removed": _("%(actor)s removed the entry %(entry)s from %(event)s"),
    "entry.restored": _("%(actor)s put the removed entry %(entry)s back into %(event)s"),
    "entries.seeded": _("%(actor)s seeded %(count)d entries of %(event)s"),
}

ABOUT_REQUESTS = {
    "entry.partner_asked": _(
        "%(actor)s invited %(partner)s to join the entry %(entry)s of %(event)s"
    ),
    "entry.partner_declined": _("%(partner)s declined to join the entry %(entry)s of %(event)s"),
}

ABOUT_STAGES = {
    "stage.added": _("%(actor)s added the stage %(stage)s to %(event)s"),
    "stage.removed": _("%(actor)s removed the stage %(stage)s from %(event)s"),
    "stage.restored": _("%(actor)s put the removed stage %(stage)s back into %(event)s"),
    "stage.qualifying_changed": _(
        "%(actor)s changed who goes through to %(stage)s of %(event)s, or what they carry over"
    ),
}

ABOUT_EVENINGS = {
    "evening.opened": _("%(actor)s opened the evening of %(day)s"),
    "evening.changed": _("%(actor)s changed the game or the times of the evening of %(day)s"),
    "evening.link_renewed": _("%(actor)s renewed the check-in code for the evening of %(day)s"),
    "presence.noted": _("%(actor)s marked %(player)s as present on %(day)s"),
    "presence.by_phone": _("%(player)s checked in by phone on %(day)s"),
    "presence.taken_back": _("%(actor)s marked %(player)s as absent on %(day)s"),
    "presence.together": _("%(actor)s put %(names)s together on %(day)s"),
    "presence.apart": _("%(actor)s split up %(names)s on %(day)s"),
}

EVENING_STARTED = _("%(actor)s started %(event)s with %(count)d players, drawn by lot %(lot)d")
SUBSTITUTES_CHANGED = _("%(actor)s changed the rule on substitutes of %(event)s: %(rule)s")


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, is_fact=True)
    for kind, sentence in ABOUT_REQUESTS.items():
        kinds.register(kind, sentence, is_fact=False)
    kinds.register(
        "event.substitutes_changed", SUBSTITUTES_CHANGED, substitutes_in_words, is_fact=True
    )
    for kind, sentence in ABOUT_STAGES.items():
        kinds.register(kind, sentence, stage_in_words, is_fact=True)
    kinds.register("evening.started", EVENING_STARTED, day_in_words, is_fact=True)
    for kind, sentence in ABOUT_EVENINGS.items():
        kinds.register(kind, sentence, day_in_words, is_fact=False)


def stage_in_words(data: kinds.Data) -> dict[str, Any]:
    """Name a stage without a name by its number, in the reader's language."""
    if data.get("stage") or "number" not in data:
        return {}
    return {"stage": _("Stage %(number)d") % {"number": data["number"]}}


def day_in_words(data: kinds.Data) -> dict[str, Any]:
    """Write the day as the reader's language does."""
    if "day" not in data:
        return {"day": ""}
    return {"day": formats.date_format(date.fromisoformat(data["day"]), "DATE_FORMAT")}


def substitutes_in_words(data: kinds.Data) -> dict[str, Any]:
    """Tell the rule on substitutes as it became."""
    if "rule" not in data:
        return {}
    return {"rule": rule_in_words(rule_from_json(data["rule"]))}
