"""What a notification says, in the language in force: a first line that says it all, and more.

It is made to be forwarded: names are those that the public sees, the club and the event are named,
and the address at its end is one that everybody may open who may see the event.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.embedding import absolute
from league.events.models import Event
from league.journal.models import Happening
from league.journal.selectors import sentence_of
from league.notifications.models import DirectorMessage, Notification
from league.notifications.selectors import unfinished_tables
from league.notifications.topics import What
from league.rounds.models import Round, Table
from league.rounds.selectors import rounds_of_event, side_names, table_with_names
from league.standings.models import SnapshotRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """`title` says everything in a line; `lines` more of it; `url` is the page of it."""

    title: str
    lines: tuple[str, ...] = ()
    url: str


Says: TypeAlias = Callable[[Notification], Said]


def _moment(at: datetime) -> str:
    """Return a moment by the club's clock, which is in force."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")


def _of_event(told: Notification) -> dict[str, str]:
    assert told.event is not None, "every notification of an event knows it"  # noqa: S101
    return {"event": told.event.name, "club": told.club.name}


def _page(name: str, event: Event, *more: int) -> str:
    return absolute(reverse(f"public:{name}", args=[event.club.slug, event.slug, *more]))


def _round_page(round: Round) -> str:
    return _page("round", round.stage.event, round.stage.number, round.number)


def _table_page(table: Table) -> str:
    return _page("table", table.round.stage.event, table.pk)


def _terms(table: Table) -> tuple[str, ...]:
    """Return until when and where the match is played, as far as that is known."""
    lines = []
    if table.round.deadline:
        lines.append(_("Play it by %(deadline)s.") % {"deadline": _moment(table.round.deadline)})
    club = table.round.stage.event.club
    if club.where_we_play:
        lines.append(_("The club plays here: %(place)s") % {"place": club.where_we_play})
    return tuple(lines)


def _about(table: Table) -> dict[str, str]:
    """Return the table, its round and its event as sentences name them."""
    event = table.round.stage.event
    return {
        "table": table.shown_number,
        "round": str(table.round.number),
        "event": event.name,
        "club": event.club.name,
        "sides": _(" – ").join(side_names(table, public=True)),
    }


def _at_table(told: Notification, sentence: str, *, with_terms: bool = True) -> Said:
    table = table_with_names(told.subject)
    lines = _terms(table) if with_terms else ()
    return Said(title=sentence % _about(table), lines=lines, url=_table_page(table))


def match(told: Notification) -> Said:
    return _at_table(
        told,
        _("%(sides)s: round %(round)s of %(event)s at table %(table)s (%(club)s)"),
    )


def moved(told: Notification) -> Said:
    return _at_table(
        told,
        _("Changed: %(sides)s now play round %(round)s of %(event)s at table %(table)s (%(club)s)"),
    )


def stands_in(told: Notification) -> Said:
    return _at_table(
        told,
        _("You stand in at table %(table)s in round %(round)s of %(event)s (%(club)s): %(sides)s"),
    )


def bye(told: Notification) -> Said:
    round = _round(told)
    sentence = _("You have no match in round %(round)d of %(event)s (%(club)s)")
    return Said(
        title=sentence % (_of_event(told) | {"round": round.number}), url=_round_page(round)
    )


def _round(told: Notification) -> Round:
    round = Round.objects.select_related("stage__event__club").get(pk=told.subject)
    return round


def deadline_set(told: Notification) -> Said:
    round = _round(told)
    sentence = _("Round %(round)d of %(event)s is now to be played by %(deadline)s (%(club)s)")
    values = {"round": round.number, "deadline": _moment(round.deadline or told.made_at)}
    return Said(title=sentence % (_of_event(told) | values), url=_round_page(round))


def result_waits(told: Notification) -> Said:
    said = _at_table(
        told,
        _(
            "A score waits for your confirmation: table %(table)s in round %(round)s of %(event)s "
            "(%(club)s), %(sides)s"
        ),
        with_terms=False,
    )
    more = _("Open your table’s page and say whether it is right, or tell the director.")
    return Said(title=said.title, lines=(more,), url=said.url)


def by_the_journal(told: Notification) -> Said:
    """Say what happened as the club's log does: who, what, and the reason that was given."""
    happening = Happening.objects.get(pk=told.happening_id or 0)
    title = _("%(sentence)s (%(club)s)") % {
        "sentence": sentence_of(happening),
        "club": told.club.name,
    }
    if told.about == "table":
        return Said(title=title, url=_table_page(table_with_names(told.subject)))
    assert told.event is not None, "a decision is of an event"  # noqa: S101
    return Said(title=title, url=_page("standings", told.event))


def deadline_near(told: Notification) -> Said:
    return _by_deadline(
        told,
        _("To be played by %(deadline)s: %(sides)s, round %(round)s of %(event)s (%(club)s)"),
    )


def overdue(told: Notification) -> Said:
    return _by_deadline(
        told,
        _(
            "Overdue since %(deadline)s: %(sides)s, round %(round)s of %(event)s (%(club)s). "
            "The directors have been told."
        ),
    )


def _by_deadline(told: Notification, sentence: str) -> Said:
    table = table_with_names(told.subject)
    deadline = _moment(table.round.deadline or told.made_at)
    return Said(title=sentence % (_about(table) | {"deadline": deadline}), url=_table_page(table))


def overdue_round(told: Notification) -> Said:
    round = _round(told)
    tables = [table_with_names(pk) for pk in unfinished_tables(round.pk)]
    sentence = ngettext(
        "%(count)d match of round %(round)d of %(event)s is overdue since %(deadline)s (%(club)s)",
        "%(count)d matches of round %(round)d of %(event)s are overdue since %(deadline)s "
        "(%(club)s)",
        len(tables),
    )
    values = {
        "count": len(tables),
        "round": round.number,
        "deadline": _moment(round.deadline or told.made_at),
    }
    lines = [_("Table %(table)s: %(sides)s") % _about(table) for table in tables]
    more = _("Set a later deadline, or decide these matches at the desk.")
    return Said(
        title=sentence % (_of_event(told) | values), lines=(*lines, more), url=_desk_page(round)
    )


def _desk_page(round: Round) -> str:
    event = round.stage.event
    args = [event.club.slug, event.slug, round.stage.number, round.number]
    return absolute(reverse("desk:room", args=args))


def final(told: Notification) -> Said:
    """Say where the person's own entry ended; the page has the others."""
    assert told.event is not None, "standings are of an event"  # noqa: S101
    row = _own_row(told)
    if row is None:
        title = _("The final standings of %(event)s are there (%(club)s)") % _of_event(told)
    else:
        title = _("Final standings of %(event)s (%(club)s): %(entry)s, place %(rank)d") % (
            _of_event(told) | {"entry": row.entry_name, "rank": row.rank}
        )
    return Said(title=title, url=_page("standings", told.event))


def _own_row(told: Notification) -> SnapshotRow | None:
    """Return the entry's line of the last standings of the last stage; None if it has none."""
    last = rounds_of_event(told.event).last() if told.event else None
    if last is None:
        return None
    rows = SnapshotRow.objects.filter(
        snapshot__stage=last.stage_id,
        snapshot__round_number=last.number,
        entry__members__player__user=told.user_id,
        entry__members__left_at__isnull=True,
    )
    return rows.order_by("position").first()


def message(told: Notification) -> Said:
    """Say what the director wrote, and to whom it went."""
    written = DirectorMessage.objects.select_related("event__club").get(pk=told.subject)
    title = _("%(event)s (%(club)s): %(title)s") % (_of_event(told) | {"title": written.title})
    return Said(
        title=title, lines=tuple(written.text.splitlines()), url=_page("event", written.event)
    )


SAYS: Mapping[What, Says] = {
    What.MATCH: match,
    What.BYE: bye,
    What.MOVED: moved,
    What.STANDS_IN: stands_in,
    What.DEADLINE_SET: deadline_set,
    What.RESULT_WAITS: result_waits,
    What.DISPUTED: by_the_journal,
    What.RULING: by_the_journal,
    What.DEADLINE_NEAR: deadline_near,
    What.OVERDUE: overdue,
    What.OVERDUE_ROUND: overdue_round,
    What.FINAL: final,
    What.MESSAGE: message,
}

if missing := set(What) - SAYS.keys():
    raise LookupError(f"say in league/notifications/wording.py what {sorted(missing)} reads like")
GONE = (Round.DoesNotExist, Table.DoesNotExist, Happening.DoesNotExist)


def said(told: Notification) -> Said:
    """Return what it says, by the facts of now; what is gone is said to be gone."""
    try:
        words = SAYS[What(told.what)](told)
        # a title becomes the subject of a mail: reasons that people typed may have lines
        return replace(words, title=" ".join(words.title.split()))
    except (*GONE, DirectorMessage.DoesNotExist):
        what = What(told.what).label
        title = _("Something about %(what)s that is no longer there (%(club)s)") % {
            "what": what,
            "club": told.club.name,
        }
        return Said(title=title, url=absolute(reverse("public:club", args=[told.club.slug])))
