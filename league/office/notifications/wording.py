"""What a notification says, in the language in force: a first line that says it all, and more.

It is made to be forwarded: names are those that the public sees, the club and the event are named,
and the address at its end is one that everybody may open who may see the event.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeAlias

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from league.calendar.match_dates.models import DateProposal, MatchDate, ProposalState
from league.calendar.match_dates.selectors import is_home_second
from league.calendar.stand_ins.models import AskedPlayer, StandInRequest
from league.calendar.stand_ins.selectors import asked_in, requests_with_asked
from league.calendar.stand_ins.services import answer_url
from league.clubs.permissions import is_director
from league.foundation.embedding import absolute
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.office.associations.models import Registration, Transfer, TransferState
from league.office.associations.selectors import is_of_person
from league.office.associations.two_journals import FORGOTTEN_AT_HOME
from league.office.notifications.between_clubs import WAITS
from league.office.notifications.choice_links import captains_page, is_captain_at, own_page
from league.office.notifications.dated_matches import (
    calendar_link,
    date_of,
    day_and_time,
    describe_time_and_place,
    matches_of,
    own_side,
    published_dates,
    tables_of_match,
    terms_of,
)
from league.office.notifications.models import DirectorMessage, Notification
from league.office.notifications.selectors import unfinished_tables
from league.office.notifications.topics import OF_CAPTAINS, What
from league.play.events.entry_names import named
from league.play.events.models import Entry, EntryMember, EntryState, Event
from league.play.events.names import called_after, name_of
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.selectors import rounds_of_event, side_names, table_with_names
from league.tables.standings.models import SnapshotRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """`title` says everything in a line; `lines` more of it; `url` is the page of it.

    `calendar` is an address to which calendars subscribe, where a day is what it is about.
    `own_url` is the page of this person alone, in place of `url`: it asks them to sign in, or
    whoever has it answers for them.
    """

    title: str
    lines: tuple[str, ...] = ()
    url: str
    calendar: str = ""
    own_url: str = ""


Says: TypeAlias = Callable[[Notification], Said]


def _moment(at: datetime) -> str:
    """Return a moment by the club's clock, which is in force."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")


def _event_values(notification: Notification) -> dict[str, str]:
    assert notification.event is not None, "every notification of an event knows it"  # noqa: S101
    return {"event": notification.event.name, "club": notification.club.name}


def _page(name: str, event: Event, *more: int) -> str:
    return absolute(reverse(f"public:{name}", args=[event.club.slug, event.slug, *more]))


def _round_page(round: Round) -> str:
    return _page("round", round.stage.event, round.stage.number, round.number)


def _table_page(table: Table) -> str:
    return _page("table", table.round.stage.event, table.pk)


def _terms(table: Table) -> tuple[str, ...]:
    """Return until when and where the match is played, as far as that is known."""
    dated = date_of(table)
    if dated is not None:
        return terms_of(dated)
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
        "sides": _(" – ").join(_home_first(table)),
    }


def _home_first(table: Table) -> list[str]:
    """Return the sides, the one at home first, as the calendar of a league has them."""
    names = side_names(table, public=True)
    return names[::-1] if is_home_second(table, date_of(table)) else names


def _say_at_table(notification: Notification, sentence: str, *, with_terms: bool = True) -> Said:
    table = table_with_names(notification.subject)
    lines = _terms(table) if with_terms else ()
    return Said(title=sentence % _about(table), lines=lines, url=_table_page(table))


def match(notification: Notification) -> Said:
    return _say_at_table(
        notification,
        _("%(sides)s: round %(round)s of %(event)s at table %(table)s (%(club)s)"),
    )


def moved(notification: Notification) -> Said:
    return _say_at_table(
        notification,
        _("Changed: %(sides)s now play round %(round)s of %(event)s at table %(table)s (%(club)s)"),
    )


def stands_in(notification: Notification) -> Said:
    return _say_at_table(
        notification,
        _("You stand in at table %(table)s in round %(round)s of %(event)s (%(club)s): %(sides)s"),
    )


def bye(notification: Notification) -> Said:
    round = _round(notification)
    sentence = _("You have no match in round %(round)d of %(event)s (%(club)s)")
    return Said(
        title=sentence % (_event_values(notification) | {"round": round.number}),
        lines=_why_off(notification, round),
        url=_round_page(round),
    )


def _why_off(notification: Notification, round: Round) -> tuple[str, ...]:
    """Return who withdrew from a match that is off, and when it was to be played."""
    because = Happening.objects.filter(pk=notification.happening_id or 0).first()
    if because is None or because.kind not in ("round.replanned", "round.edited"):
        return ()
    left = Entry.objects.filter(pk=because.data.get("entry_id", 0)).first()
    lines = []
    if because.kind == "round.replanned":
        if left is None or left.state != EntryState.WITHDRAWN:
            return ()
        name = name_of(left, public=True)
        lines.append(_("%(entry)s has withdrawn: your match is not played.") % {"entry": name})
    return (*lines, *_planned_for(notification, round, because))


def _planned_for(notification: Notification, round: Round, because: Happening) -> tuple[str, ...]:
    """Return when the person's match that ended with that was to be played, if it had a day."""
    own = EntryMember.objects.filter(
        notification.person.is_in("player"), event=round.stage.event_id
    )
    entries = set(own.values_list("entry", flat=True))
    off = Happening.objects.filter(
        kind="match.called_off", stage_id=round.stage_id, at=because.at, data__round=round.number
    )
    return tuple(
        _("It was planned for %(when)s.") % {"when": _old_day(one)}
        for one in off.order_by("pk")
        if entries.intersection(one.data["entries"])
    )


def _old_day(off: Happening) -> str:
    return day_and_time(datetime.fromisoformat(off.data["old"]["begins_at"]))


def called_off(notification: Notification) -> Said:
    """Say which match is off, as its draw was discarded, and when it was to be played."""
    because = Happening.objects.get(pk=notification.subject)
    entries = Entry.objects.filter(pk__in=because.data["entries"]).order_by("number")
    sides = _(" – ").join(name_of(entry, public=True) for entry in entries)
    sentence = _("Off: %(sides)s in round %(round)d of %(event)s (%(club)s) is not played")
    lines = (
        _("It was planned for %(when)s.") % {"when": _old_day(because)},
        _("The draw was changed: you are told of your next match as soon as it has a day."),
    )
    assert notification.event is not None, "matches are of an event"  # noqa: S101
    title = sentence % (
        _event_values(notification) | {"sides": sides, "round": because.data["round"]}
    )
    return Said(title=title, lines=lines, url=_page("event", notification.event))


def _round(notification: Notification) -> Round:
    round = Round.objects.select_related("stage__event__club").get(pk=notification.subject)
    return round


def dated(notification: Notification) -> Said:
    """Say when and where the person plays: one match in full, several one a line."""
    matches = matches_of(notification.person, notification.subject, notification.made_at)
    if not matches:
        raise MatchDate.DoesNotExist
    if len(matches) == 1:
        return _dated_match(notification, matches[0], YOU_PLAY)
    assert notification.event is not None, "a stage is of an event"  # noqa: S101
    sentence = ngettext(
        "The day of your match in %(event)s is set (%(club)s)",
        "The days of your %(count)d matches in %(event)s are set (%(club)s)",
        len(matches),
    )
    lines = tuple(_match_line(match) for match in matches)
    return Said(
        title=sentence % (_event_values(notification) | {"count": len(matches)}),
        lines=lines,
        url=_page("event", notification.event),
        calendar=calendar_link(notification.club, notification.person),
    )


YOU_PLAY = gettext_noop(
    "You play on %(when)s against %(opponents)s: round %(round)s of %(event)s (%(club)s)"
)
NOW_PLAYED = gettext_noop(
    "Changed: you now play on %(when)s against %(opponents)s: round %(round)s of %(event)s "
    "(%(club)s)"
)
NOT_FOR_NOW = gettext_noop(
    "Postponed: your match against %(opponents)s in round %(round)s of %(event)s has no day for "
    "now (%(club)s)"
)
SOON = gettext_noop(
    "Soon: you play on %(when)s against %(opponents)s, round %(round)s of %(event)s (%(club)s)"
)


AS_BEFORE = gettext_noop(
    "It stays as it was: you play on %(when)s against %(opponents)s, round %(round)s of %(event)s "
    "(%(club)s)"
)


def date_changed(notification: Notification) -> Said:
    match = _match_date(notification)
    return _dated_match(
        notification, match, _change(notification) if match.begins_at else NOT_FOR_NOW
    )


def _change(notification: Notification) -> str:
    """Return what became of a date: the first one, one that was asked for and kept, or moved."""
    why = Happening.objects.filter(pk=notification.happening_id or 0).first()
    if why is None:
        return NOW_PLAYED
    if why.kind == "match.dated":
        return YOU_PLAY
    return AS_BEFORE if why.data.get("old") == why.data.get("new") else NOW_PLAYED


def played_soon(notification: Notification) -> Said:
    return _dated_match(notification, _match_date(notification), SOON)


def _match_date(notification: Notification) -> MatchDate:
    return published_dates().get(pk=notification.subject)


def _dated_match(notification: Notification, match: MatchDate, sentence: str) -> Said:
    """Say it to the person, and below in a line that can be passed on as it is."""
    table = _table_of(match)
    values = _about(table) | {"opponents": _opponents(notification, match, table)}
    if match.begins_at is None:
        lines: tuple[str, ...] = (
            _("You are told as soon as a new day is set."),
            _match_line(match),
        )
    else:
        values["when"] = describe_time_and_place(match)
        lines = (*terms_of(match), _match_line(match))
    return Said(
        title=_(sentence) % values,
        lines=lines,
        url=_match_page(table),
        calendar=calendar_link(notification.club, notification.person),
    )


def _table_of(match: MatchDate) -> Table:
    tables = tables_of_match(match)
    if not tables:
        raise Table.DoesNotExist
    return table_with_names(tables[0])


def _opponents(notification: Notification, match: MatchDate, table: Table) -> str:
    """Return who plays against the person; the whole match for who stands in there."""
    names = side_names(table, public=True)
    side = own_side(notification.person, tables_of_match(match))
    others = [name for n, name in enumerate(names) if n != side]
    return _(" – ").join(others)


def _match_line(match: MatchDate) -> str:
    """Return the match with its day and place as one passes it on: no "you", public names."""
    about = _about(_table_of(match))
    if match.begins_at is None:
        return _("%(sides)s: postponed, no new day yet (round %(round)s)") % about
    values = about | {"when": describe_time_and_place(match)}
    return _("%(when)s: %(sides)s (round %(round)s)") % values


def _match_page(table: Table) -> str:
    """Return the page of the match; before its round is shown, that of the event."""
    if table.round.state == RoundState.DRAWN:
        return _page("event", table.round.stage.event)
    return _table_page(table)


def asked_to_stand_in(notification: Notification) -> Said:
    """Ask the person, who answers by one touch on a page of their own."""
    asked = asked_in(notification.subject, notification.person.user)
    if asked is None:
        raise AskedPlayer.DoesNotExist
    table = table_with_names(asked.request.seat.table_id)
    match = date_of(table)
    sentence = (
        _("Can you stand in on %(when)s? %(sides)s, round %(round)s of %(event)s (%(club)s)")
        if match
        else _("Can you stand in? %(sides)s, round %(round)s of %(event)s (%(club)s)")
    )
    values = _about(table) | {"when": describe_time_and_place(match) if match else ""}
    lines = (
        *_for_whom(asked.request),
        *_terms(table),
        _("The first who accepts has the seat. Answer here, yes or no; the page is yours alone:"),
    )
    return Said(
        title=sentence % values, lines=lines, url=_table_page(table), own_url=answer_url(asked)
    )


def _for_whom(request: StandInRequest) -> tuple[str, ...]:
    asker = request.asked_by.name if request.asked_by else ""
    absent = called_after(request.absent).shown_name if request.absent else ""
    lines = []
    if asker:
        lines.append(_("%(name)s asks you.") % {"name": asker})
    if absent:
        lines.append(_("The seat is that of %(name)s, who cannot play.") % {"name": absent})
    return tuple(lines)


def stand_in_found(notification: Notification) -> Said:
    request = requests_with_asked().get(pk=notification.subject)
    player = request.seat.player
    sentence = _(
        "%(player)s stands in at table %(table)s in round %(round)s of %(event)s (%(club)s): "
        "%(sides)s"
    )
    values = {"player": called_after(player).shown_name if player else "–"}
    table = table_with_names(request.seat.table_id)
    return Said(
        title=sentence % (_about(table) | values), lines=_terms(table), url=_table_page(table)
    )


def nobody_stands_in(notification: Notification) -> Said:
    """Lead whoever asked to the page on which they ask others, or take the request back."""
    request = requests_with_asked().get(pk=notification.subject)
    table = table_with_names(request.seat.table_id)
    sentence = ngettext(
        "Nobody stands in yet: the player asked has declined. %(sides)s, table %(table)s in round "
        "%(round)s of %(event)s (%(club)s)",
        "Nobody stands in yet: all %(count)d players asked have declined. %(sides)s, table "
        "%(table)s in round %(round)s of %(event)s (%(club)s)",
        notification.version,
    )
    return Said(
        title=sentence % (_about(table) | {"count": notification.version}),
        lines=(*_terms(table), _("Ask others here, or tell the other side:")),
        url=_table_page(table),
        own_url=absolute(reverse("account:stand_in_own", args=[request.seat_id])),
    )


def deadline_set(notification: Notification) -> Said:
    round = _round(notification)
    sentence = _("Round %(round)d of %(event)s is now to be played by %(deadline)s (%(club)s)")
    values = {"round": round.number, "deadline": _moment(round.deadline or notification.made_at)}
    return Said(title=sentence % (_event_values(notification) | values), url=_round_page(round))


def result_waits(notification: Notification) -> Said:
    said = _say_at_table(
        notification,
        _(
            "A score waits for your confirmation: table %(table)s in round %(round)s of %(event)s "
            "(%(club)s), %(sides)s"
        ),
        with_terms=False,
    )
    own = captains_page(notification.person, table_with_names(notification.subject))
    more = (
        _("Say here whether it is right or wrong:")
        if own
        else _("Open your table’s page and say whether it is right, or tell the director.")
    )
    return Said(title=said.title, lines=(more,), url=said.url, own_url=own)


def by_the_journal(notification: Notification) -> Said:
    """Say what happened as the club's log does: who, what, and the reason that was given."""
    happening = Happening.objects.get(pk=notification.happening_id or 0)
    title = _("%(sentence)s (%(club)s)") % {
        "sentence": sentence_of(happening),
        "club": notification.club.name,
    }
    if notification.about == "table":
        return _link_own_page(notification, table_with_names(notification.subject), title)
    assert notification.event is not None, "a decision is of an event"  # noqa: S101
    return Said(title=title, url=_page("standings", notification.event))


def _link_own_page(
    notification: Notification, table: Table, title: str, lines: tuple[str, ...] = ()
) -> Said:
    """Lead captains and organisers to the page on which they act, others to that of the table."""
    own = own_page(notification.person, table) if notification.what in OF_CAPTAINS else ""
    return Said(title=title, lines=lines, url=_table_page(table), own_url=own)


def line_up_waits(notification: Notification) -> Said:
    table = table_with_names(notification.subject)
    sentence = _("Name your line-up by %(due)s: %(sides)s, round %(round)s of %(event)s (%(club)s)")
    title = sentence % (_about(table) | {"due": _moment(_version_moment(notification))})
    more = _("After that only the organiser can enter it. Choose the players here:")
    return _link_own_page(notification, table, title, (*_terms(table), more))


def answer_waits(notification: Notification) -> Said:
    table = table_with_names(notification.subject)
    sentence = _(
        "Dates are proposed to you, answer by %(due)s: %(sides)s, round %(round)s of %(event)s "
        "(%(club)s)"
    )
    title = sentence % (_about(table) | {"due": _moment(_version_moment(notification))})
    more = _("If nobody agrees on a date by then, the organiser decides. Answer here:")
    proposals = _open_proposals(table)
    lines = [day_and_time(proposal.begins_at) for proposal in proposals]
    lines += _about_proposals(proposals)
    return _link_own_page(notification, table, title, (*lines, more))


def _open_proposals(table: Table) -> list[DateProposal]:
    rows = DateProposal.objects.filter(
        match_date__round=table.round_id,
        match_date__number=table.number,
        state=ProposalState.OPEN,
    )
    return list(rows.select_related("match_date").order_by("begins_at", "pk"))


def _about_proposals(proposals: Sequence[DateProposal]) -> list[str]:
    """Say in place of which date others are proposed, and why."""
    reasons = dict.fromkeys(proposal.reason for proposal in proposals if proposal.reason)
    lines = [_("Why: %(reason)s") % {"reason": reason} for reason in reasons]
    if proposals and (before := proposals[0].match_date.begins_at) is not None:
        lines.append(_("Date until now: %(day)s") % {"day": day_and_time(before)})
    return lines


def unconfirmed(notification: Notification) -> Said:
    table = table_with_names(notification.subject)
    sentence = _(
        "Not confirmed by %(due)s: the result of %(sides)s, round %(round)s of %(event)s (%(club)s)"
    )
    title = sentence % (_about(table) | {"due": _moment(_version_moment(notification))})
    more = (
        _("Say here whether it is right or wrong; the organiser has been told too:")
        if is_captain_at(notification.person, table)
        else _("Ask the captain of the other side, or settle the result at the desk.")
    )
    return _link_own_page(notification, table, title, (more,))


def _version_moment(notification: Notification) -> datetime:
    return datetime.fromtimestamp(notification.version, UTC)


def describe_match(notification: Notification) -> Said:
    """Say what happened as the club's log does, and which match that is: the log counts them."""
    words = by_the_journal(notification)
    if notification.about != "table":
        return words
    table = table_with_names(notification.subject)
    proposes = Happening.objects.filter(
        pk=notification.happening_id or 0, kind="match_date.proposed"
    )
    about = _about_proposals(_open_proposals(table)) if proposes.exists() else []
    return replace(words, lines=(match(notification).title, *about, *words.lines))


def deadline_near(notification: Notification) -> Said:
    return _by_deadline(
        notification,
        _("To be played by %(deadline)s: %(sides)s, round %(round)s of %(event)s (%(club)s)"),
    )


def overdue(notification: Notification) -> Said:
    return _by_deadline(
        notification,
        _(
            "Overdue since %(deadline)s: %(sides)s, round %(round)s of %(event)s (%(club)s). "
            "The directors have been told."
        ),
    )


def _by_deadline(notification: Notification, sentence: str) -> Said:
    table = table_with_names(notification.subject)
    deadline = _moment(table.round.deadline or notification.made_at)
    return Said(title=sentence % (_about(table) | {"deadline": deadline}), url=_table_page(table))


def overdue_round(notification: Notification) -> Said:
    round = _round(notification)
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
        "deadline": _moment(round.deadline or notification.made_at),
    }
    lines = [_("Table %(table)s: %(sides)s") % _about(table) for table in tables]
    more = _("Set a later deadline, or decide these matches at the desk.")
    return Said(
        title=sentence % (_event_values(notification) | values),
        lines=(*lines, more),
        url=_desk_page(round),
    )


def _desk_page(round: Round) -> str:
    event = round.stage.event
    args = [event.club.slug, event.slug, round.stage.number, round.number]
    return absolute(reverse("desk:room", args=args))


def final(notification: Notification) -> Said:
    """Say where the person's own entry ended; the page has the others."""
    assert notification.event is not None, "standings are of an event"  # noqa: S101
    row = _own_row(notification)
    if row is None:
        title = _("The final standings of %(event)s are there (%(club)s)") % _event_values(
            notification
        )
    else:
        title = _("Final standings of %(event)s (%(club)s): %(entry)s, place %(rank)d") % (
            _event_values(notification) | {"entry": row.names.public, "rank": row.rank}
        )
    return Said(title=title, url=_page("standings", notification.event))


def _own_row(notification: Notification) -> SnapshotRow | None:
    """Return the entry's line of the last standings of the last stage; None if it has none."""
    last = rounds_of_event(notification.event).last() if notification.event else None
    if last is None:
        return None
    rows = named(SnapshotRow.objects.all()).filter(
        notification.person.is_in("entry__members__player"),
        snapshot__stage=last.stage_id,
        snapshot__round_number=last.number,
        entry__members__left_at__isnull=True,
    )
    return rows.order_by("position").first()


def message(notification: Notification) -> Said:
    """Say what the director wrote, and to whom it went."""
    written = DirectorMessage.objects.select_related("event__club").get(pk=notification.subject)
    title = _("%(event)s (%(club)s): %(title)s") % (
        _event_values(notification) | {"title": written.title}
    )
    return Said(
        title=title, lines=tuple(written.text.splitlines()), url=_page("event", written.event)
    )


# Between clubs.


def between_clubs(notification: Notification) -> Said:
    """Say what happened as the log does; who is to act is led to the page on which they do."""
    happening = Happening.objects.get(pk=notification.happening_id or 0)
    url = absolute(reverse("public:club", args=[notification.club.slug]))
    pages = {
        "association.club_invited": "desk:associations",
        "association.club_asked": "desk:association_clubs",
    }
    title = sentence_of(happening)
    if notification.about == FORGOTTEN_AT_HOME:
        asked = _("If the person wishes it of you too, forget the player here:")
        own = absolute(
            reverse("desk:player_forget", args=[notification.club.slug, notification.subject])
        )
        return Said(title=title, lines=(asked,), url=url, own_url=own)
    if notification.about not in pages:
        return Said(title=title, url=url)
    own = absolute(reverse(pages[notification.about], args=[notification.club.slug]))
    return Said(title=title, lines=(_("Accept or decline here:"),), url=url, own_url=own)


def registration(notification: Notification) -> Said:
    """Say it to the player; to a club it is said as its log does."""
    row = Registration.objects.select_related("season__club", "club").get(pk=notification.subject)
    url = absolute(reverse("public:club", args=[row.season.club.slug]))
    if not is_of_person(row, notification.account):
        return Said(
            title=sentence_of(Happening.objects.get(pk=notification.happening_id or 0)), url=url
        )
    sentence = (
        _("You are registered for %(club)s in %(season)s (%(association)s)")
        if notification.version == WAITS
        else _("You are no longer registered for %(club)s in %(season)s (%(association)s)")
    )
    names = {"club": row.club.name, "season": row.season.name, "association": row.season.club.name}
    return Said(title=sentence % names, url=url)


def transfer(notification: Notification) -> Said:
    """Say it to the player; to clubs it is said as their logs do, with the page that decides."""
    row = Transfer.objects.select_related("season__club", "from_club", "to_club").get(
        pk=notification.subject
    )
    url = absolute(reverse("public:club", args=[row.season.club.slug]))
    if is_of_person(row, notification.account):
        return Said(title=_own_transfer(row, notification.version), url=url)
    title = sentence_of(Happening.objects.get(pk=notification.happening_id or 0))
    decides = notification.club_id == row.season.club_id and is_director.test(
        notification.account, notification.club
    )
    if notification.version != WAITS or not decides:
        return Said(title=title, url=url)
    own = absolute(reverse("desk:association_registrations", args=[notification.club.slug]))
    return Said(title=title, lines=(_("Consent or refuse here:"),), url=url, own_url=own)


def _own_transfer(row: Transfer, version: int) -> str:
    sentences = {
        TransferState.DONE: _(
            "You play for %(to_club)s now, no longer for %(from_club)s, in %(season)s "
            "(%(association)s)"
        ),
        TransferState.REFUSED: _(
            "Your transfer to %(to_club)s was refused: you play for %(from_club)s in %(season)s "
            "(%(association)s)"
        ),
        TransferState.TAKEN_BACK: _(
            "%(to_club)s no longer asks for your transfer: you play for %(from_club)s in "
            "%(season)s (%(association)s)"
        ),
    }
    waits = _(
        "%(to_club)s asks for your transfer from %(from_club)s in %(season)s: it waits for the "
        "consent of %(association)s"
    )
    sentence = waits if version == WAITS else sentences[TransferState(row.state)]
    return sentence % {
        "to_club": row.to_club.name,
        "from_club": row.from_club.name,
        "season": row.season.name,
        "association": row.season.club.name,
    }


SAYS: Mapping[What, Says] = {
    What.MATCH: match,
    What.BYE: bye,
    What.MOVED: moved,
    What.STANDS_IN: stands_in,
    What.DATED: dated,
    What.DATE_CHANGED: date_changed,
    What.CALLED_OFF: called_off,
    What.PLAYED_SOON: played_soon,
    What.ASKED_TO_STAND_IN: asked_to_stand_in,
    What.STAND_IN_FOUND: stand_in_found,
    What.DEADLINE_SET: deadline_set,
    What.RESULT_WAITS: result_waits,
    What.DISPUTED: describe_match,
    What.RULING: describe_match,
    What.DEADLINE_NEAR: deadline_near,
    What.OVERDUE: overdue,
    What.OVERDUE_ROUND: overdue_round,
    What.FINAL: final,
    What.MESSAGE: message,
    What.DATE: describe_match,
    What.WALKOVER: describe_match,
    What.CAPTAIN: by_the_journal,
    What.LINE_UP_WAITS: line_up_waits,
    What.ANSWER_WAITS: answer_waits,
    What.UNCONFIRMED: unconfirmed,
    What.NOBODY_STANDS_IN: nobody_stands_in,
    What.BETWEEN_CLUBS: between_clubs,
    What.REGISTRATION: registration,
    What.TRANSFER: transfer,
}

if missing := set(What) - SAYS.keys():
    raise LookupError(
        f"say in league/office/notifications/wording.py what {sorted(missing)} reads like"
    )
GONE = (
    Round.DoesNotExist,
    Table.DoesNotExist,
    Happening.DoesNotExist,
    MatchDate.DoesNotExist,
    AskedPlayer.DoesNotExist,
    StandInRequest.DoesNotExist,
    Registration.DoesNotExist,
    Transfer.DoesNotExist,
)


def said(notification: Notification) -> Said:
    """Return what it says, by the facts of now; what is gone is said to be gone."""
    try:
        words = SAYS[What(notification.what)](notification)
        # a title becomes the subject of a mail: reasons that people typed may have lines
        return replace(words, title=" ".join(words.title.split()))
    except (*GONE, DirectorMessage.DoesNotExist):
        what = What(notification.what).label
        title = _("Something about %(what)s that is no longer there (%(club)s)") % {
            "what": what,
            "club": notification.club.name,
        }
        return Said(
            title=title, url=absolute(reverse("public:club", args=[notification.club.slug]))
        )
