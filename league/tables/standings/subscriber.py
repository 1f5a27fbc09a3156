"""The journal's reader "standings": turns what happened into stages whose standings are wanted."""

from collections.abc import Collection, Sequence

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from league.foundation.journal.models import Happening
from league.play.events.models import EntryMember, Stage
from league.play.results.kinds_changing_results import MERGES
from league.play.rounds.happenings import CLOCK_SENTENCES
from league.play.rounds.models import Table
from league.tables.standings.live_channel import announce
from league.tables.standings.methods import FACTS_OF_DEALS, TIEBREAKS
from league.tables.standings.models import StageStandings
from league.tables.standings.services.rebuilding import bump_live_version, mark_standings_stale

NAME = "standings"

# open pages show these, but no standings are made from them
NOT_COUNTED = frozenset(
    {
        "table.links_renewed",
        "place_codes.renewed",
        "round.deadline_set",
        "deals.compared",
        "deals.flag_accepted",
        "deals.entry_refused",
        *CLOCK_SENTENCES,
    }
)

# with one of these a table may end, and none is taken from its end
DEALS = frozenset({"deal.submitted", "deal.confirmed"})

# happenings of the club that change how people are called: open pages show it, standings do not
NAMES_CHANGED = frozenset({"player.changed", "player.forgotten", "player.words_erased"})


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Mark the stages that the happenings are about; runs in the reader's own transaction.

    Points of substitutes go to the entry that they are in, so after merges standings are built.

    May be handed the same happenings twice: a stage is then built twice, to the same standings.
    """
    wanted = {
        happening.stage_id
        for happening in happenings
        if happening.stage_id and happening.kind not in NOT_COUNTED | DEALS
    }
    heard = {happening.stage_id for happening in happenings if happening.stage_id} - wanted
    whole_events = {
        happening.event_id
        for happening in happenings
        if happening.event_id and not happening.stage_id
    }
    wanted |= _stages_of(whole_events | _events_of(happenings, MERGES))
    heard |= _stages_of(_events_of(happenings, NAMES_CHANGED))
    deals = [happening for happening in happenings if happening.kind in DEALS]
    events, counting = _read_stages(wanted | heard, deals)
    wanted |= counting
    heard -= wanted
    now = timezone.now()
    if heard and wanted:
        _lock(events)
    mark_standings_stale(stage_ids=sorted(events.keys() & wanted), at=now)
    bump_live_version(stage_ids=sorted(events.keys() & heard))
    announce(sorted(set(events.values())))


def _read_stages(
    stage_ids: Collection[int], deals: Sequence[Happening]
) -> tuple[dict[int, int], set[int]]:
    """Return the event of each stage, and the stages whose standings one of these deals changes.

    A deal of a table that is still played changes none, but where deals are compared or hidden, or
    a tie-break counts deals. What ended the table meanwhile, or opened it again, is heard too.
    """
    tables = {happening.subject_id for happening in deals if happening.subject_id}
    counts = Q(result__is_complete=True) | ~Q(deal_numbers=[])
    counting = Table.objects.filter(counts, pk__in=tables, round__stage=OuterRef("pk"))
    rows = Stage.objects.filter(id__in=stage_ids).annotate(has_counting=Exists(counting))
    events, changed = {}, set()
    of_deals = {happening.stage_id for happening in deals}
    for stage, event, tiebreaks, has_counting in rows.values_list(
        "id", "event_id", "event__tiebreaks", "has_counting"
    ):
        events[stage] = event
        if has_counting or (stage in of_deals and _count_deals(tiebreaks)):
            changed.add(stage)
    return events, changed


def _count_deals(tiebreaks: Collection[str]) -> bool:
    return any(TIEBREAKS[name].needs in FACTS_OF_DEALS for name in tiebreaks if name in TIEBREAKS)


def _lock(stage_ids: Collection[int]) -> None:
    """Take the rows in one order first: deliveries at once then never wait for each other both."""
    rows = StageStandings.objects.filter(pk__in=stage_ids).order_by("pk")
    list(rows.select_for_update(no_key=True).values_list("pk"))


def _events_of(happenings: Sequence[Happening], kinds: Collection[str]) -> set[int]:
    """Return the events that the players were in whom happenings of these kinds are about."""
    players = {
        happening.subject_id
        for happening in happenings
        if happening.kind in kinds and happening.subject_id
    }
    if not players:
        return set()
    theirs = Q(player_id__in=players) | Q(player__merged_into_id__in=players)
    return set(EntryMember.objects.filter(theirs).values_list("event_id", flat=True))


def _stages_of(event_ids: Collection[int]) -> set[int]:
    if not event_ids:
        return set()
    return set(Stage.objects.filter(event_id__in=event_ids).values_list("id", flat=True))
