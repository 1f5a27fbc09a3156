"""Players are forgotten: results stay under "Former player 3", and the name is nowhere.

It has two parts. The person's own rows change in the transaction of the request, with an `Erasure`
that has the words to look for. Then a worker takes these words out of every text of the club, and
out of the `Erasure` at last; cut off anywhere, it is done again from the beginning.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.calendar.availability.models import Availability
from league.clubs.models import (
    Club,
    Erased,
    Erasure,
    Invitation,
    JoinRequest,
    KeptApart,
    Member,
    Player,
    PublicName,
    Role,
    User,
)
from league.clubs.selectors import doubles_of
from league.clubs.services.clubs import lock_club
from league.clubs.services.members import remove_member
from league.clubs.services.players import journal_player
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Progress
from league.foundation.jobs.kinds import Kind, Outcome
from league.foundation.jobs.models import Job, JobFile, JobState
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.selectors import happenings_about
from league.foundation.lists import listed
from league.foundation.once.models import KeyedRequest
from league.foundation.outbox.models import OutboxMessage
from league.foundation.refusal import Refused
from league.office.archives.services.archive_jobs import delete_archives_of
from league.office.associations.models import Registration, Transfer
from league.office.associations.two_journals import journal_forgotten_at_home
from league.office.imports.models import Upload
from league.office.kitty.money import shown
from league.office.kitty.selectors import own_balances
from league.office.notifications.models import Preference
from league.office.personal_data.services.replacing import (
    replace_words,
    rows_about,
    rows_with,
)
from league.office.personal_data.site_cache import forget_kept_pages
from league.office.personal_data.words import Words
from league.play.events.models import Entry, Event
from league.play.events.models.events import TO_BE_PLAYED
from league.tables.seasons.models import OwnHandicap

MOST_WORDS = 20
LONGEST_WORD = 120
SHORTEST_WORD = 2
# a worker that was asked is at it; longer ago, nobody is
IN_HAND = timedelta(minutes=10)
NO_REASON = "–"


class CannotForget(Refused):
    """Something has to be settled first: a role in the club, or words that are too short."""

    code = "cannot_forget"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What forgetting a player will do.

    `played` is the number of entries whose results stay, `to_be_played` the events in which the
    player is still entered, `namesakes` the words that are somebody else's in the club too.
    `registered` are associations in which the person stays, as they forget their own players
    themselves: each with the name there. `owes` is what the player owes the kitty, "" for nothing.
    """

    played: int
    to_be_played: Sequence[str]
    namesakes: Sequence[str]
    account: str
    obstacle: str
    registered: Sequence[tuple[str, str]]
    owes: str


def preview_forgetting(player: Player) -> Preview:
    """Say what forgetting would do; nothing is changed."""
    people = _rows_of_person(player)
    pks = [one.pk for one in people]
    entries = Entry.objects.filter(members__player__in=pks).distinct()
    running = Event.objects.filter(
        state__in=TO_BE_PLAYED,
        entries__members__player__in=pks,
        entries__members__left_at=None,
    )
    words = _words_of(people, ())
    return Preview(
        played=entries.count(),
        to_be_played=list(running.distinct().order_by("pk").values_list("name", flat=True)),
        namesakes=sorted(_shared(player.club_id, pks, words)),
        account=str(player.user or ""),
        obstacle=_obstacle(player),
        registered=registered_elsewhere(pks),
        owes=_owed(people),
    )


def registered_elsewhere(players: Iterable[int]) -> list[tuple[str, str]]:
    """Return the associations that know players of a club, by name, each with the name there."""
    rows = Registration.objects.filter(home_player__in=list(players))
    rows = rows.exclude(player__in=list(players))
    named = rows.values_list("season__club__name", "player__name").distinct()
    return sorted(named)


def _owed(people: Iterable[Player]) -> str:
    balances = [(kitty, amount) for _one, kitty, amount in own_balances(people) if amount]
    return listed(shown(abs(amount), kitty.currency) for kitty, amount in balances if amount > 0)


@transaction.atomic
def forget_player(
    *,
    player: Player,
    words: Iterable[str] = (),
    even_members: bool = False,
    by: Act,
) -> Erasure:
    """Forget a player and the rows merged into it; a worker then takes the name out of all texts.

    `words` are more that name the person: nicknames, wrong spellings. `even_members`: whoever has
    a role in the club is unlinked and keeps it. Forgotten twice it is forgotten once. Raises
    CannotForget.
    """
    club = lock_club(player.club_id)
    stored = Player.objects.select_related("user", "club").get(pk=player.pk)
    stored = stored if stored.merged_into is None else stored.merged_into
    known = erasure_of(Erased.PLAYER, stored)
    if known is not None:
        return known
    obstacle = _obstacle(stored)
    if obstacle and not even_members:
        raise CannotForget(obstacle)
    people = _rows_of_person(stored)
    journal_forgotten_at_home(people, by.at)
    wanted = _words_of(people, _checked(words))
    erasure = _note(people, club, wanted, by.at)
    if not obstacle:
        _leave_club(stored, by)
    _empty(people, erasure.number)
    named = Player.objects.get(pk=stored.pk)
    journal_player("player.forgotten", named, by)
    jobs.enqueue(kind=FORGET.name, club_id=club.pk, subject_id=stored.pk, by=by)
    return erasure


def erasure_of(kind: str, row: Player | User | Club) -> Erasure | None:
    """Return the erasure of a player, an account or a club; None: it is not erased."""
    return Erasure.objects.filter(kind=kind, subject_id=row.pk, subject_since=since_of(row)).first()


def since_of(row: Player | User | Club) -> datetime:
    return row.joined_at if isinstance(row, User) else row.created_at


def former_player(number: int, language: str) -> str:
    """Return what a forgotten player is called in the club's language."""
    with translation.override(language):
        return _("Former player %(number)d") % {"number": number}


def _rows_of_person(player: Player) -> list[Player]:
    return [player, *doubles_of(player)]


def _obstacle(player: Player) -> str:
    """Return what has to be settled first, in a sentence; "": nothing."""
    member = Member.objects.filter(club_id=player.club_id, user_id=player.user_id or 0).first()
    if member is None or member.role == Role.PLAYER:
        return ""
    return _(
        "%(player)s is linked to the account of %(account)s, who is a member of the club as "
        "%(role)s. Remove the member first, or unlink the account."
    ) % {"player": player.name, "account": player.user, "role": Role(member.role).label}


def _checked(words: Iterable[str]) -> list[str]:
    tidied = [tidied for word in words if (tidied := " ".join(word.split()))]
    if len(tidied) > MOST_WORDS:
        raise CannotForget(
            _("Enter %(most)d words or names at most.") % {"most": MOST_WORDS}, field="words"
        )
    for word in tidied:
        if not SHORTEST_WORD <= len(word) <= LONGEST_WORD:
            raise CannotForget(
                _(
                    "“%(word)s” has %(count)d characters: each word needs %(least)d to %(most)d, "
                    "so that no other text is changed."
                )
                % {
                    "word": word[:LONGEST_WORD],
                    "count": len(word),
                    "least": SHORTEST_WORD,
                    "most": LONGEST_WORD,
                },
                field="words",
            )
    return tidied


def _words_of(people: Sequence[Player], more: Iterable[str]) -> list[str]:
    """Return what names the person: names of now and of before, addresses, the account's."""
    found = {*more}
    for player in people:
        found |= {player.name, player.plain_name, player.sort_name, player.email, player.phone}
        if player.user is not None:
            found |= {player.user.name, player.user.email}
        for happening in happenings_about("player", player.pk):
            found |= _former_words(happening.data)
    emails = Invitation.objects.filter(player__in=people).values_list("email", flat=True)
    for name, email in JoinRequest.objects.filter(player__in=people).values_list("name", "email"):
        found |= {name, email}
    return sorted((found | set(emails)) - {""})


def _former_words(data: dict[str, Any]) -> set[str]:
    """Return the names of before that an entry of the journal about the player has."""
    noted = data.get("changes")
    changes: dict[str, Any] = noted if isinstance(noted, dict) else {}
    pairs = [changes[name] for name in ("name", "sort_name") if name in changes]
    names = [name for pair in pairs for name in pair]
    return {name for name in names if isinstance(name, str) and len(name) >= SHORTEST_WORD}


def _note(people: Sequence[Player], club: Club, words: list[str], at: datetime) -> Erasure:
    """Write that the player, and all rows merged into it, are forgotten under one number."""
    others = Erasure.objects.filter(kind=Erased.PLAYER, club_id=club.pk)
    number = (others.aggregate(last=Max("number"))["last"] or 0) + 1
    rows = [
        Erasure(
            kind=Erased.PLAYER,
            subject_id=player.pk,
            subject_since=player.created_at,
            club_id=club.pk,
            number=number,
            clubs=[club.pk],
            words=[] if place else words,
            erased_at=at,
            finished_at=at if place else None,
        )
        for place, player in enumerate(people)
    ]
    return Erasure.objects.bulk_create(rows)[0]


def _leave_club(player: Player, by: Act) -> None:
    member = Member.objects.filter(club_id=player.club_id, user_id=player.user_id or 0).first()
    if member is not None:
        remove_member(member=member, by=by)


def _empty(people: Sequence[Player], number: int) -> None:
    """Take what is the person's own out of the rows about them."""
    pks = [player.pk for player in people]
    club = people[0].club
    emails = {player.email for player in people} | {
        player.user.email for player in people if player.user is not None
    }
    theirs = Q(player__in=pks) | Q(club=club, email__in=emails - {""})
    JoinRequest.objects.filter(theirs).delete()
    Invitation.objects.filter(theirs).delete()
    KeptApart.objects.filter(Q(one__in=pks) | Q(other__in=pks)).delete()
    Availability.objects.filter(player__in=pks).delete()
    OwnHandicap.objects.filter(player__in=pks).update(reason=NO_REASON)
    # the player of an association keeps the name there: nothing may lead from one to the other
    Registration.objects.filter(home_player__in=pks).update(home_player=None)
    Transfer.objects.filter(home_player__in=pks).update(home_player=None)
    users = {player.user_id for player in people} - {None}
    Preference.objects.filter(club=club, user__in=users).delete()
    for player in people:
        player.name = former_player(number, club.language)
        player.sort_name = player.family_name = player.told_apart_by = ""
        player.member_number = player.email = player.phone = ""
        player.user, player.public_name, player.is_active = None, PublicName.FULL, False
        player.save()


# The second part: the words leave all texts of the clubs.


def finish(erasure: Erasure, *, at: datetime, progress: Progress | None = None) -> int:
    """Take the words of a forgotten person out of all texts. Returns in how many rows they stood.

    Call it outside of a transaction. Done again, or beside itself, it comes to the same.
    """
    if erasure.finished_at is not None:
        return 0
    changed = sum(_finish_in(club_id, erasure) for club_id in erasure.clubs)
    _forget_answers(erasure)
    forget_kept_pages()
    with transaction.atomic():
        Erasure.objects.filter(pk=erasure.pk).update(words=[], finished_at=at)
        player = Player.objects.filter(pk=erasure.subject_id).select_related("club").first()
        if erasure.kind == Erased.PLAYER and player is not None:
            journal_player("player.words_erased", player, Act(SYSTEM, at), count=changed)
    return changed


def finish_all(at: datetime) -> int:
    """Finish what no worker is at: it ended, or its message was lost. Returns how many."""
    rows = Erasure.objects.filter(finished_at=None, erased_at__lte=at - IN_HAND)
    unfinished = list(rows.order_by("erased_at"))
    for erasure in unfinished:
        finish(erasure, at=at)
    return len(unfinished)


def _finish_in(club_id: int, erasure: Erasure) -> int:
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        return 0
    pks = _players_of(erasure)
    shared = _shared(club_id, pks, erasure.words)
    instead = instead_of(erasure, club.language)
    own = Words(set(erasure.words) - shared, instead)
    changed = replace_words(club_id, own)
    if shared and pks:
        changed += replace_words(club_id, Words(shared, instead), of=rows_about(pks))
    return changed


def instead_of(erasure: Erasure, language: str) -> str:
    if erasure.kind == Erased.PLAYER:
        return former_player(erasure.number, language)
    with translation.override(language):
        return _("Former member %(number)d") % {"number": erasure.subject_id}


def _players_of(erasure: Erasure) -> list[int]:
    if erasure.kind != Erased.PLAYER:
        return []
    rows = Erasure.objects.filter(
        kind=Erased.PLAYER, club_id=erasure.club_id, number=erasure.number
    )
    return list(rows.values_list("subject_id", flat=True))


def _shared(club_id: int, pks: Sequence[int], words: Iterable[str]) -> set[str]:
    """Return those of the words that are the name of somebody else in the club, too."""
    others = Player.objects.filter(club_id=club_id).exclude(pk__in=pks)
    users = User.objects.filter(memberships__club_id=club_id).exclude(players__in=pks)
    taken: set[str] = set()
    for word in words:
        called = Q(name__iexact=word) | Q(email__iexact=word)
        is_players = others.filter(called | Q(sort_name__iexact=word)).exists()
        if is_players or users.filter(called).exists():
            taken.add(word)
    return taken


def _forget_answers(erasure: Erasure) -> None:
    """Delete what is kept for hours or days, where the words stand in it; the clubs' files all."""
    words = Words(erasure.words, "")
    JobFile.objects.filter(job__club_id__in=erasure.clubs).delete()
    Upload.objects.filter(club__in=erasure.clubs).delete()
    for club_id in erasure.clubs:
        delete_archives_of(club_id)
    # of a job that runs the data go when it ends
    jobs_of_clubs = Job.objects.filter(club_id__in=erasure.clubs).exclude(state=JobState.RUNNING)
    addresses = Words([word for word in words.words if "@" in word], "")
    _delete_with(words, jobs_of_clubs, "actor", "data", "step", "sentence", "result")
    _delete_with(words, KeyedRequest.objects.all(), "body", "location")
    _delete_with(addresses, OutboxMessage.objects.all(), "data")


def _delete_with(words: Words, rows: "QuerySet[Any]", *names: str) -> None:
    found = [row.pk for row in rows_with(rows, names, words)]
    rows.filter(pk__in=found).delete()


def carry_out(job: Job, progress: Progress, at: datetime) -> Outcome:
    """Finish the forgetting of the player that the job is about."""
    erasure = Erasure.objects.filter(
        kind=Erased.PLAYER, subject_id=job.subject_id, club_id=job.club_id
    ).last()
    changed = 0 if erasure is None else finish(erasure, at=at, progress=progress)
    sentence = ngettext(
        "The player is forgotten; %(count)d text of the club was changed.",
        "The player is forgotten; %(count)d texts of the club were changed.",
        changed,
    )
    return Outcome(sentence=sentence % {"count": changed})


FORGET = Kind(
    name="forget",
    label=gettext_lazy("Forgetting a player"),
    permission="clubs.forget_player",
    carry_out=carry_out,
    left=lambda _done, _total: _("It goes on by itself within the hour."),
)
