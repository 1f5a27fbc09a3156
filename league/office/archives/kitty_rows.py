"""The money of an archive: which kitty it goes into, and which of it stands there already.

It goes into a club that keeps no kitty yet, or whose kitty came from the same club. One that keeps
its own is left alone: money in its box is not that of another. What people booked is added once;
what follows from a fact is left out where the fact was charged here.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.office.archives.archived import Line
from league.office.archives.models import Origin
from league.office.archives.reading_report import Report
from league.office.archives.references import Known, References
from league.office.archives.row_values import NUMBER
from league.office.kitty.models import Account, EventCharges, Kitty, Transaction
from league.play.events.models import Event, EventState

Values = Mapping[str, Any]
PLAYED = (EventState.RUNNING, EventState.FINISHED, EventState.ARCHIVED)


def hold_kitty_of(club: Club) -> Kitty | None:
    """Return the club's kitty, held until the transaction ends, so that nothing is booked."""
    return Kitty.objects.select_for_update(no_key=True).filter(club=club).first()


def settle(kind: str, lines: list[Line], references: References, *, has_people: bool) -> None:
    """Make lines fit the kitty that is here, and find the accounts that are here already."""
    if kind == "kitties":
        _settle_kitty(lines, references, has_people=has_people)
    elif kind == "kitty_accounts":
        _find_accounts(lines, references)


def _settle_kitty(lines: Sequence[Line], references: References, *, has_people: bool) -> None:
    """A kitty stays on or off as it is here; a club that played without one looks at it first."""
    here = Kitty.objects.filter(club=references.club).first()
    for line in lines:
        if here is not None:
            line["is_on"] = here.is_on
        elif has_people:
            line["is_on"] = False


def _find_accounts(lines: Sequence[Line], references: References) -> None:
    players = {line["player"] for line in lines if isinstance(line.get("player"), int)}
    find = references.finder({"players": players})
    rows = Account.objects.filter(kitty__club=references.club)
    here: dict[tuple[str, int | None], int] = {
        (kind, player): pk for kind, player, pk in rows.values_list("kind", "player_id", "pk")
    }
    known = references.known("kitty_accounts", [line[NUMBER] for line in lines])
    found = {}
    for line in lines:
        number = line.get("player")
        player = find("players", number) if isinstance(number, int) else None
        there = here.get((str(line.get("kind")), player))
        if there is not None and line[NUMBER] not in known:
            found[line[NUMBER]] = Known(there)
    references.note("kitty_accounts", found)


# What has no place here.


def without_place(
    kind: str, rows: Mapping[int, Values], references: References, report: Report
) -> set[int]:
    """Return the numbers of the rows that have no place in the club's kitty."""
    look = _WITHOUT_PLACE.get(kind)
    return look(rows, references, report) if look else set()


def _kitties(rows: Mapping[int, Values], references: References, report: Report) -> set[int]:
    here = Kitty.objects.filter(club=references.club).first()
    known = references.known("kitties", rows)
    out = set()
    for number, values in rows.items():
        if here is not None and known.get(number, Known(0)).id != here.pk:
            out.add(number)
            report.note(
                _(
                    "The archive’s kitty was left out, with all that was booked in it: the club "
                    "keeps a kitty of its own."
                )
            )
        elif here is not None and here.currency != values["currency"]:
            out.add(number)
            report.note(
                _(
                    "What the archive has booked in %(theirs)s was left out: the club’s kitty is "
                    "in %(here)s."
                )
                % {"theirs": values["currency"], "here": here.currency}
            )
        elif here is None and not values["is_on"]:
            report.note(
                _(
                    "The kitty comes switched off, so that no event of the club is charged "
                    "unseen: look at its amounts, then switch it on in the settings."
                )
            )
    return out


def _event_amounts(rows: Mapping[int, Values], references: References, _report: Report) -> set[int]:
    return set(rows) if references.left_out.get("kitties") else set()


def _transactions(rows: Mapping[int, Values], references: References, report: Report) -> set[int]:
    """Leave out what was charged here for the same fact, and what reverses something twice."""
    new = {number: rows[number] for number in new_transactions(rows, references)}
    sources = _charged_here({one["source"] for one in new.values()} - {""}, references)
    reversed_here = _reversed_here({one["reverses_id"] for one in new.values()}, references)
    out = {
        number
        for number, one in new.items()
        if one["source"] in sources or one["reverses_id"] in reversed_here
    }
    if out:
        report.note(
            _(
                "Bookings that follow facts which were charged here too were left out: %(count)d. "
                "Nothing is charged twice."
            )
            % {"count": len(out)}
        )
    return out


def _charged_here(sources: Collection[str], references: References) -> set[str]:
    """Return those of the sources for which something was booked here, and not by the archive."""
    rows = Transaction.objects.filter(kitty__club=references.club, source__in=sources)
    booked = dict(rows.values_list("pk", "source"))
    read = Origin.objects.filter(
        club=references.club,
        source=references.source,
        kind="transactions",
        local_id__in=booked,
    )
    from_archive = set(read.values_list("local_id", flat=True))
    return {source for pk, source in booked.items() if pk not in from_archive}


def _reversed_here(numbers: Collection[int | None], references: References) -> set[int]:
    """Return the numbers of transactions that were reversed here already."""
    known = references.known("transactions", [one for one in numbers if one is not None])
    ids = [one.id for one in known.values()]
    done = set(Transaction.objects.filter(reverses__in=ids).values_list("reverses_id", flat=True))
    return {number for number, one in known.items() if one.id in done}


_WITHOUT_PLACE: Mapping[str, Callable[[Mapping[int, Values], References, Report], set[int]]] = {
    "kitties": _kitties,
    "event_amounts": _event_amounts,
    "transactions": _transactions,
}


# Numbers of bookings.


def new_transactions(numbers: Collection[int], references: References) -> list[int]:
    """Return those of the numbers in the archive that are not booked here, in their order."""
    known = references.known("transactions", numbers)
    ids = [one.id for one in known.values()]
    rows = Transaction.objects.filter(kitty__club=references.club, pk__in=ids)
    here = set(rows.values_list("pk", flat=True))
    return sorted(one for one in numbers if one not in known or known[one].id not in here)


def give_free_numbers(rows: Mapping[int, dict[str, Any]], references: References) -> None:
    """Give new transactions the next numbers here, in their order, from the first taken one on."""
    booked = Transaction.objects.filter(kitty__club=references.club)
    new = [rows[number] for number in new_transactions(rows, references)]
    wanted = [values["number"] for values in new]
    taken = set(booked.filter(number__in=wanted).values_list("number", flat=True))
    last = booked.aggregate(last=Max("number"))["last"] or 0
    is_renumbering = False
    for values in new:
        is_renumbering = is_renumbering or values["number"] in taken
        values["number"] = last + 1 if is_renumbering else values["number"]
        last = max(last, values["number"])


def after_reading(references: References, *, before: Kitty | None, events: Sequence[int]) -> None:
    """Count on from the last booking. `events` were made by reading.

    Those that were played are not charged again where the club kept its own kitty `before`.
    """
    kitty = Kitty.objects.filter(club=references.club).first()
    if kitty is None:
        return
    last = kitty.transactions.aggregate(last=Max("number"))["last"] or 0
    Kitty.objects.filter(pk=kitty.pk, last_number__lt=last).update(last_number=last)
    if before is not None and not references.is_own and not _is_of_archive(kitty, references):
        _note_charged_elsewhere(events)


def _is_of_archive(kitty: Kitty, references: References) -> bool:
    read = Origin.objects.filter(club=references.club, source=references.source, kind="kitties")
    return read.filter(local_id=kitty.pk).exists()


def _note_charged_elsewhere(events: Sequence[int]) -> None:
    played = Event.objects.filter(pk__in=events, state__in=PLAYED).values_list("pk", flat=True)
    EventCharges.objects.bulk_create(
        [EventCharges(pk=pk, is_charged_elsewhere=True) for pk in played], ignore_conflicts=True
    )
