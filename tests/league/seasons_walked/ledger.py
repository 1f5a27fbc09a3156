"""The ledger: what each person was to be notified of, against the mails that came, one by one.

A line of it is (who, what, concerning what). A mail is read by its Message-ID: which notices are in
it stands in the database; that it says them is looked for in its text.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from league.calendar.match_dates.models import MatchDate
from league.clubs.models import User
from league.foundation.outbox.models import MessageState, OutboxMessage, Way
from league.office.associations.models import AssociatedClub, Registration, Transfer
from league.office.notifications.models import Notification
from league.office.notifications.topics import What
from league.play.events.models import Entry, Event, Stage
from league.play.events.names import name_of
from league.play.rounds.models import Placement, Round, Table

# a new day is one thing to those who play then, whoever set it
SAME = {What.DATE_CHANGED: What.DATE}


class Letter(NamedTuple):
    """A mail as it came: to whom, with what Message-ID, subject and text together."""

    to: str
    message_id: str
    text: str


class Line(NamedTuple):
    who: str
    what: str
    concerning: str


class Ledger:
    """`expect` writes what is to be sent; `check` compares it with the letters that came."""

    def __init__(self) -> None:
        self.expected: Counter[Line] = Counter()
        self.came: Counter[Line] = Counter()
        self._names: dict[tuple[str, int], tuple[str, ...]] = {}
        self._read: set[str] = set()

    def expect(self, people: Iterable[User], what: str, *concerning: str) -> None:
        """`concerning` are the names of what it is about, those of both teams for a match."""
        about = " – ".join(sorted(concerning))
        self.expected.update(Line(user.email, what, about) for user in people)

    def check(self, letters: Iterable[Letter]) -> None:
        """Nothing lacks, nothing came twice, and nothing else came."""
        self.learn_names()
        for letter in letters:
            self._enter(letter)
        lacking, besides = self.expected - self.came, self.came - self.expected
        assert not lacking, f"was not notified: {sorted(lacking.items())}"
        assert not besides, f"was notified besides, or twice: {sorted(besides.items())}"

    def learn_names(self) -> None:
        """Remember what tables are called that may be gone when a mail is read."""
        for key, names in _names_now():
            if len(names) > len(self._names.get(key, ())):
                self._names[key] = names

    def _enter(self, letter: Letter) -> None:
        # one whose worker died after the mail server had taken it comes again under the same id
        if letter.message_id in self._read:
            return
        self._read.add(letter.message_id)
        notices = notices_in(letter)
        assert notices, f"a mail of nothing: {letter.text}"
        for notice in notices:
            names = self._names[notice.about, notice.subject]
            lacking = [name for name in names if name not in letter.text]
            assert not lacking, f"{notice.what} of {names} reads: {letter.text}"
            what = What(notice.what)
            about = " – ".join(sorted(names))
            self.came[Line(letter.to, SAME.get(what, what), about)] += 1


def notices_in(letter: Letter) -> list[Notification]:
    """Return what a mail tells, by its Message-ID; all of it is noted as sent to its reader."""
    sent = OutboxMessage.objects.filter(way=Way.MAIL, state=MessageState.SENT)
    rows = sent.filter(notification__isnull=False).select_related("notification__user")
    found = [row.notification for row in rows if row.message_id == letter.message_id]
    assert {notice.user.email for notice in found} <= {letter.to}
    return found


def _names_now() -> Iterable[tuple[tuple[str, int], tuple[str, ...]]]:
    """Yield what notices can be about, with the names by which people know it."""
    placed: dict[int, list[str]] = {}
    tables: dict[tuple[int, int], list[str]] = {}
    for placement in Placement.objects.filter(table__isnull=False).select_related("entry", "table"):
        assert placement.table is not None
        placed.setdefault(placement.table.pk, []).append(name_of(placement.entry))
        tables.setdefault((placement.round_id, placement.table.number), []).append(
            name_of(placement.entry)
        )
    for table in Table.objects.all():
        yield ("table", table.pk), tuple(placed.get(table.pk, ()))
    for date in MatchDate.objects.all():
        yield ("match_date", date.pk), tuple(tables.get((date.round_id, date.number), ()))
    for round in Round.objects.select_related("stage__event"):
        yield ("round", round.pk), (f"round {round.number} of {round.stage.event.name}",)
    for stage in Stage.objects.select_related("event"):
        yield ("stage", stage.pk), (stage.event.name,)
    for event in Event.objects.all():
        yield ("event", event.pk), (event.name,)
    for entry in Entry.objects.all():
        yield ("entry", entry.pk), (name_of(entry),)
    yield from _names_between_clubs()


def _names_between_clubs() -> Iterable[tuple[tuple[str, int], tuple[str, ...]]]:
    for associated_club in AssociatedClub.objects.select_related("club", "association__club"):
        names = (associated_club.association.club.name, associated_club.club.name)
        for kind in ("invited", "asked", "joined"):
            yield (f"association.club_{kind}", associated_club.pk), names
    for event in Event.objects.all():
        yield ("association.club_withdrawn", event.pk), (event.name,)
    for row in Registration.objects.select_related("club", "season"):
        yield ("registration", row.pk), (row.club.name, row.season.name)
    for transfer in Transfer.objects.select_related("from_club", "to_club"):
        yield ("transfer", transfer.pk), (transfer.from_club.name, transfer.to_club.name)
