"""What whoever asks may see. What one may not see is not there: 404, never 403."""

from typing import TypeAlias, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, Q, QuerySet, Sum
from django.db.models.expressions import Combinable, Expression
from django.http import Http404
from rest_framework.request import Request

from league.clubs.models import Club, Player, User
from league.clubs.selectors import know_role, role_of, roles_of
from league.faces.api.authentication import table_link
from league.foundation.compiled_queries import CompiledQuery
from league.play.events.models import Entry, Event, EventCount, EventState, Stage, Visibility
from league.play.events.selectors import STAFF_ROLES
from league.play.prepared.hiding import NOTHING_HIDDEN, HiddenDeals, hidden_in_stages, hidden_of
from league.play.results.models import LIVE, Submission
from league.play.rounds.models import Round, Table

Viewer: TypeAlias = User | AnonymousUser
Row = TypeVar("Row", bound=Model)


def viewer_of(request: Request) -> Viewer:
    return request.user


def sees_full_names(request: Request, club: Club) -> bool:
    """The club's own people see names in full; everybody else what players show the public."""
    user = viewer_of(request)
    if isinstance(user, AnonymousUser):
        return False
    return sees_all(user) or role_of(user, club) is not None


def sees_all(user: Viewer) -> bool:
    """Staff of the site do, unless they came with a token of one club."""
    return user.is_staff and not (isinstance(user, User) and user.only_club is not None)


def listed_events(user: Viewer) -> "QuerySet[Event]":
    """Return the events of all clubs that this person finds in lists, newest first."""
    with_all = ("club", "season", "of_division__division")
    events = Event.objects.select_related(*with_all).order_by("-starts_on", "-id")
    return events.filter(_listed_for(user))


def count_listed_events(user: Viewer) -> int:
    """Return how many `listed_events` there are, of the counts that are kept for each club."""
    counts = EventCount.objects.filter(_listed_for(user))
    return counts.aggregate(sum=Sum("events"))["sum"] or 0


def _listed_for(user: Viewer) -> Q:
    """Say of an event, or of a count of events, that this person finds it in lists."""
    if sees_all(user):
        return Q()
    shown = ~Q(state=EventState.DRAFT)
    listed = shown & Q(visibility=Visibility.PUBLIC)
    if isinstance(user, User):
        clubs = roles_of(user).values("club")
        runs = roles_of(user).filter(role__in=STAFF_ROLES).values("club")
        listed |= shown & ~Q(visibility=Visibility.HIDDEN) & Q(club__in=clubs)
        listed |= Q(club__in=runs)
    return listed


def get_or_404(rows: "QuerySet[Row]", **lookup: object) -> Row:
    """Return the one row, or raise Http404."""
    row = rows.filter(**lookup).first()
    if row is None:
        raise Http404
    return row


def club_at(slug: str) -> Club:
    return get_or_404(Club.objects.all(), slug=slug)


def event_at(request: Request, pk: int) -> Event:
    event = get_or_404(
        Event.objects.select_related("club", "season", "of_division__division"), pk=pk
    )
    check_sees_event(request, event)
    return event


def check_sees_event(request: Request, event: Event) -> None:
    if not viewer_of(request).has_perm("events.view_event", event):
        raise Http404


def stage_at(request: Request, pk: int, **known: Expression | Combinable) -> Stage:
    """Return a stage that one may see; `known` are values to be read with it, by name."""
    stages = Stage.objects.select_related("event__club", "standings", "qualifying")
    stage = get_or_404(stages.annotate(**known), pk=pk)
    check_sees_event(request, stage.event)
    return stage


ROUND = CompiledQuery(
    lambda value: Round.objects.filter(pk=value("pk")).select_related("stage__event__club")
)


def round_at(request: Request, pk: int, asked: CompiledQuery[Round] = ROUND) -> Round:
    """Return a round that one may see, as `asked` reads it with its event and club."""
    round = asked.first(pk=pk)
    if round is None:
        raise Http404
    if not viewer_of(request).has_perm("rounds.view_round", round):
        raise Http404
    return round


def table_at(request: Request, pk: int) -> Table:
    """Return a table that one may see; with a link, its own table whatever the event's visibility.

    A drawn round's tables are for those who run it, until it opens.
    """
    link = table_link(request)
    if link is not None and link.table.pk == pk:
        return link.table  # read a moment ago, to see whether the link is good
    table = get_or_404(Table.objects.select_related("round__stage__event__club"), pk=pk)
    check_sees_table(request, table)
    return table


def check_sees_table(request: Request, table: Table) -> None:
    link = table_link(request)
    if link is not None and link.table.pk == table.pk:
        return
    user = viewer_of(request)
    if isinstance(user, User) and not user.is_staff:  # of staff nobody asks for the role
        know_role(user, table.round.stage.event.club)
    if not user.has_perm("results.view_sheet", table):
        raise Http404


def submission_at(request: Request, pk: int) -> Submission:
    """Return a submission; what was corrected or taken back is seen by those who run the event."""
    submission = get_or_404(
        Submission.objects.select_related("deal", "table__round__stage__event__club"), pk=pk
    )
    check_sees_table(request, submission.table)
    if submission.state not in LIVE and not scores(request, submission.table):
        raise Http404
    if submission.number in hidden_from(request, submission.table).places(submission.table_id):
        raise Http404
    return submission


def hidden_from(request: Request, table: Table) -> HiddenDeals:
    """Return what others have still to play at a table and this person must not see.

    Those who play at the table and those who run the event see its sheet.
    """
    link = table_link(request)
    inside = (link is not None and link.table.pk == table.pk) or scores(request, table)
    if inside or not table.deal_numbers:
        return NOTHING_HIDDEN
    if viewer_of(request).has_perm("results.play_table", table):
        return NOTHING_HIDDEN
    return hidden_of([table])


def hidden_in_round(request: Request, round: Round) -> HiddenDeals:
    """Return what this person must not see of a round's tables; players read theirs by itself."""
    if viewer_of(request).has_perm("results.view_room", round):
        return NOTHING_HIDDEN
    return hidden_in_stages([round.stage_id])


def scores(request: Request, table: Table) -> bool:
    return bool(viewer_of(request).has_perm("results.view_room", table))


def entry_at(request: Request, pk: int) -> Entry:
    entry = get_or_404(Entry.objects.select_related("event__club"), pk=pk)
    check_sees_event(request, entry.event)
    return entry


def shown_players(request: Request, club: Club) -> "QuerySet[Player]":
    """Return the club's players; strangers see those who play in an event listed for them."""
    players = club.players.filter(merged_into__isnull=True).order_by("sort_key", "id")
    if sees_full_names(request, club):
        return players
    events = listed_events(viewer_of(request)).filter(club=club).order_by().values("pk")
    seen = Q(entry_members__event__in=events) | Q(doubles__entry_members__event__in=events)
    return players.filter(pk__in=Player.objects.filter(seen).values("pk"))
