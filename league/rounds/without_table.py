"""Entries that take part but have no place in a round, neither a table nor a bye, and why."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.events.missing_partners import waiting_for_partner
from league.events.models import Entry, EntryState, Event, EventState, Stage
from league.events.names import name_of, people_named
from league.events.selectors import members_with_players
from league.rounds.models import Placement, Round, RoundState
from league.rounds.selectors import kind_in_words, waiting_in
from league.rounds.stale_draws import was_there


class Reason(StrEnum):
    LATE = "late"
    LAST_ROUND = "last_round"
    NO_PLACE = "no_place"
    PARTNER = "partner"


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutTable:
    """An entry that has no place in a round, and the reason.

    `from_round` is the first round to come in which it has one, where that is drawn already.
    """

    entry: Entry
    reason: Reason
    from_round: int | None = None

    def name(self, *, public: bool = False) -> str:
        return name_of(self.entry, public=public)

    @property
    def words(self) -> str:
        """Return what is written after the name."""
        people = people_named([self.entry])
        if self.from_round is not None:
            return ngettext(
                "plays from round %(round)d on", "play from round %(round)d on", people
            ) % {"round": self.from_round}
        match self.reason:
            case Reason.PARTNER:
                return ngettext("waits for a partner", "wait for a partner", people)
            case Reason.NO_PLACE:
                return _("came too late for a place in this stage")
            case Reason.LAST_ROUND:
                return _("came too late for the last round")
            case _late:
                return ngettext(
                    "has no table yet and plays from the next draw on",
                    "have no table yet and play from the next draw on",
                    people,
                )


def without_table(
    event: Event, round: Round | None, stage: Stage | None = None
) -> list[WithoutTable]:
    """Return who is in a running event and stands nowhere in the round, by number.

    Without a round: who has no place in any round of the stage drawn so far, `stage` being the
    one that is played. Whoever was there when a round was drawn and got no place in it is out of
    a bracket or of a group that is done, unless they never had one.
    """
    if event.state != EventState.RUNNING:
        return []
    stage = round.stage if round is not None else stage
    looking = [WithoutTable(entry=e, reason=Reason.PARTNER) for e in waiting_for_partner(event)]
    missing = _missing(event, round, stage) if stage is not None else []
    return sorted([*missing, *looking], key=lambda who: who.entry.number)


def _missing(event: Event, round: Round | None, stage: Stage) -> list[WithoutTable]:
    accepted = event.entries.filter(state=EntryState.ACCEPTED)
    placements = Placement.objects.filter(round__stage__event=event)
    if round is None and not placements.exists():
        return []
    here = placements if round is None else placements.filter(round=round)
    # most often nobody: then nothing else is asked
    entries = list(
        accepted.exclude(pk__in=here.values("entry"))
        .order_by("number")
        .prefetch_related(members_with_players())
    )
    if not entries:
        return []
    to_come: dict[int, int] = {}
    begun: set[int] = set()
    rows = placements.filter(entry__in=entries, round__stage=stage).order_by("-round__number")
    for pk, state, number in rows.values_list("entry", "round__state", "round__number"):
        if state == RoundState.DRAWN:
            to_come[pk] = number
        else:
            begun.add(pk)
    in_stage = set(stage.stage_entries.values_list("entry_id", flat=True))
    without = []
    for entry in entries:
        known = round is not None and was_there(round, entry)
        if (known and entry.pk in begun) or (entry.pk not in in_stage and _has_played(entry)):
            continue
        is_out = known or entry.pk not in in_stage
        reason = Reason.NO_PLACE if is_out else _late_for(round, stage)
        without.append(WithoutTable(entry=entry, reason=reason, from_round=to_come.get(entry.pk)))
    return without


def _has_played(entry: Entry) -> bool:
    return entry.placements.exists()


def _late_for(round: Round | None, stage: Stage) -> Reason:
    if round is None or round.state == RoundState.DRAWN:
        return Reason.LATE
    if stage.rounds_planned is not None and round.number >= stage.rounds_planned:
        return Reason.LAST_ROUND
    return Reason.LATE


def waits_in(event: Event, round: Round, *, public: bool) -> list[dict[str, str]]:
    """Return who has no table in a round, each with its name and why ("name", "kind").

    First those who have no place in a round that is being played.
    """
    without = without_table(event, round) if round.state == RoundState.OPEN else []
    return [
        *({"name": one.name(public=public), "kind": one.words} for one in without),
        *(
            {"name": name_of(one.entry, public=public), "kind": kind_in_words(one)}
            for one in waiting_in(round)
        ),
    ]
