"""The journal's words for what happens to rounds, their clocks, tables and seats."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from league.foundation.journal import kinds
from league.play.events.happenings import stage_in_words
from league.play.rounds.models import ByeWorth, number_in_words

SENTENCES = {
    "round.drawn": _("%(actor)s drew round %(numbers)s of %(event)s"),
    "round.undrawn": _("%(actor)s discarded the draw of round %(numbers)s of %(event)s"),
    "round.draw_restored": _("%(actor)s brought back the draw of round %(numbers)s of %(event)s"),
    "round.edited": _("%(actor)s changed table %(tables)s in round %(round)d of %(event)s by hand"),
    "round.edit_undone": _(
        "%(actor)s undid the last change to table %(tables)s in round %(round)d of %(event)s"
    ),
    "round.replanned": _(
        "Round %(numbers)s of %(event)s was redrawn after %(actor)s changed who takes part"
    ),
    "round.opened": _("%(actor)s opened round %(round)d of %(event)s"),
    "round.closed": _("%(actor)s closed round %(round)d of %(event)s"),
    "round.reopened": _("%(actor)s reopened round %(round)d of %(event)s"),
    "round.deadline_set": _("%(actor)s changed the deadline of round %(round)d of %(event)s"),
    "bye.asked_for": _(
        "%(actor)s recorded the bye asked for by %(entry)s in round %(round)d of %(event)s: "
        "%(worth)s"
    ),
    "bye.request_taken_back": _(
        "%(actor)s cancelled the bye of %(entry)s in round %(round)d of %(event)s"
    ),
    "seat.substituted": _(
        "%(actor)s changed who sits at table %(table)s in round %(round)d of %(event)s: "
        "%(player)s instead of %(before)s"
    ),
    "seat.substituted_by_exception": _(
        "%(actor)s let %(player)s sit at table %(table)s in round %(round)d of %(event)s instead "
        "of %(before)s, against the event’s rule on substitutes: %(reason)s"
    ),
    "place_codes.renewed": _("%(actor)s renewed the codes of all tables of %(event)s"),
    "table.links_renewed": _(
        "%(actor)s renewed the link of table %(table)s in round %(round)d of %(event)s"
    ),
}

CLOCK_SENTENCES = {
    "clock.started": _("%(actor)s started the clock of round %(round)d of %(event)s, at %(left)s"),
    "clock.paused": _("%(actor)s paused the clock of round %(round)d of %(event)s at %(left)s"),
    "clock.resumed": _("%(actor)s resumed the clock of round %(round)d of %(event)s at %(left)s"),
    "clock.extended": _(
        "%(actor)s changed the clock of round %(round)d of %(event)s by %(by)s min, to %(left)s"
    ),
    "clock.ended": _("%(actor)s ended the clock of round %(round)d of %(event)s, at %(left)s"),
}


GROUPED = _("%(actor)s put the entries of %(stage)s of %(event)s into groups (%(sizes)s)")


def register() -> None:
    kinds.register("stage.grouped", GROUPED, stage_in_words, is_fact=True)
    for kind, sentence in SENTENCES.items():
        words = worth_in_words if kind.startswith("bye.") else table_in_words
        kinds.register(kind, sentence, words, is_fact=True)
    for kind, sentence in CLOCK_SENTENCES.items():
        kinds.register(kind, sentence, table_in_words, is_fact=False)


def worth_in_words(data: kinds.Data) -> dict[str, Any]:
    """Say what a bye is worth in the reader's language."""
    worth = data.get("worth")
    return {"worth": ByeWorth(worth).label} if worth in ByeWorth.values else {}


def table_in_words(data: kinds.Data) -> dict[str, Any]:
    """Name a table with its room, where its match has two, in the reader's language."""
    if "table" not in data or not data.get("room"):
        return {}
    return {"table": number_in_words(data["table"], data["room"])}
