"""What the page of an event says: facts, cards, outcomes, columns of its lists."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Count, Exists, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.services import render_sentence, variant_named
from league.clubs.rules_in_words import RuleChange
from league.faces.public.rounds.rounds_shown import (
    event_stages,
    present_rounds_in,
    rounds_shown,
    with_present_round,
)
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.doors.reading import InvalidRequest
from league.foundation.lists import clauses, labelled, listed
from league.foundation.refusal import Refused
from league.foundation.shown_numbers import figure
from league.foundation.spreadsheets import MOST_ROWS, Column, Sheet
from league.play.events.models import (
    EntryKind,
    EntryState,
    Event,
    EventState,
    Qualifying,
    Stage,
    StageEntry,
    TablePlay,
    Takes,
)
from league.play.events.names import day_of, entries_in_words
from league.play.events.rulesets import SubstituteRule, house_rules, rule_in_words, rule_of
from league.play.events.selectors import entries_in
from league.play.events.setup_problems import final_scores_in_words
from league.play.events.states import OVER
from league.play.rounds.groups import LAST_ROUND, entries_expected, expected_of
from league.play.rounds.models import Round, RoundState
from league.tables.standings.facts import lot_seed
from league.tables.standings.methods import (
    LOT,
    METHODS,
    MatchPoints,
    VictoryPoints,
    criterion_label,
    read_method,
)
from league.tables.standings.models import SnapshotRow
from league.tables.standings.selectors import leaders, with_leaders
from league.tables.standings.standings_shown import best_last, name_in, ranked_by_bracket

# --- Outcomes ---
# What became of events: their stages, how far they are, and who came first; for many at once.

PODIUM = 3


@dataclass(frozen=True, slots=True)
class Outcomes:
    """By the event's id: its stages in their order; of one that is over, which of them decided it
    and its first places; of one that is played, its present round and who leads in its stage.

    Of a stage, `round_states` are the states of its rounds, `of_draw` how many its newest draw
    has; `filled` is how many entries were put into it, counted where the event is being played.
    Nobody leads in a bracket.
    """

    stages: dict[int, list[Any]]
    first: dict[int, list[SnapshotRow]]
    deciding: dict[int, Any]
    present: dict[int, Round]
    leading: dict[int, list[SnapshotRow]]


def outcomes_of(events: Sequence[Event]) -> Outcomes:
    """Return what became of these events; one query however many there are."""
    stages = _stages_by_event(events)
    stages_by_id = {stage.pk: stage for of_event in stages.values() for stage in of_event}
    deciding = {
        event.pk: _deciding(stages[event.pk])
        for event in events
        if event.state in OVER and event.pk in stages
    }
    running = {event.pk for event in events if event.state == EventState.RUNNING}
    present = present_rounds_in({pk: of_event for pk, of_event in stages.items() if pk in running})
    led = {
        event: round_.stage
        for event, round_ in present.items()
        if not ranked_by_bracket(round_.stage)
    }
    first, leading = (
        {event: leaders(stages_by_id[stage.pk]) for event, stage in ranked.items()}
        for ranked in (deciding, led)
    )
    return Outcomes(stages, first, deciding, present, leading)


def deciding_stage(event: str) -> Subquery:
    """Return the stage that decides an event, as a column; `event` is that of the event's id."""
    rest = Qualifying.objects.filter(stage=OuterRef("pk"), takes=Takes.REST)
    played = Stage.objects.filter(
        Exists(Round.objects.filter(stage=OuterRef("pk"))), event=OuterRef(event)
    )
    return Subquery(played.order_by(Exists(rest).asc(), "-number").values("pk")[:1])


def _stages(value: Callable[[str], Any]) -> "QuerySet[Stage]":
    rounds = Round.objects.filter(stage=OuterRef("pk"))
    newest = rounds.order_by("-drawn_at", "-number")
    put_in = StageEntry.objects.filter(stage=OuterRef("pk")).order_by().values("stage")
    filled = Coalesce(Subquery(put_in.annotate(count=Count("*")).values("count")), 0)
    stages = Stage.objects.filter(event__any_of=value("events"))
    return (
        with_leaders(with_present_round(stages, stage__event__state=EventState.RUNNING), PODIUM)
        .select_related("qualifying")
        .annotate(
            round_states=ArraySubquery(rounds.values("state")),
            of_draw=Subquery(newest.values(f"drawing__{LAST_ROUND}")[:1]),
            filled=Case(When(event__state=EventState.RUNNING, then=filled), default=0),
        )
        .order_by("event_id", "number")
    )


STAGES = CompiledQuery(_stages)


def _stages_by_event(events: Sequence[Event]) -> dict[int, list[Any]]:
    by_event: dict[int, list[Any]] = {}
    for stage in STAGES(events=[event.pk for event in events]):
        by_event.setdefault(stage.event_id, []).append(stage)
    return by_event


def _deciding(stages: Sequence[Any]) -> Stage:
    """Return of an event's stages the last one that has rounds, and is not for the rest."""
    played = [stage for stage in best_last(stages) if stage.round_states]  # type: ignore[attr-defined]
    return (played or stages[:1])[-1]


# --- Events as cards in a list; the number of queries does not depend on how many there are ---

# what a card shows, and what says who was first; the rest of an event's seventy columns is not read
COLUMNS = (
    *("name", "slug", "state", "starts_on", "begins_at", "finished_at"),
    *("variant", "entry_kind", "method", "table_play", "deals_a_round", "visibility"),
    *("club__name", "club__slug", "club__time_zone", "season__name"),
)


def select_card_columns(events: Any) -> Any:
    """Return the query with what a card of an event shows beside its club, and no more."""
    return events.only(*COLUMNS).annotate(taking_part=entries_in(EntryState.ACCEPTED))


def event_cards(
    events: Sequence[Event], *, full_names: bool, outcomes: Outcomes | None = None
) -> list[dict[str, Any]]:
    """Return a card for each event; one query more, unless their outcomes are known."""
    known = outcomes or outcomes_of(events)
    return [_card(event, known, full_names) | _progress(event, known) for event in events]


def game_name(event: Event) -> str:
    """Return the game in words; one that is no longer known keeps its name."""
    game = variant_named(event.variant)
    return render_sentence(game.label) if game else event.variant


def _card(event: Event, outcomes: Outcomes, full_names: bool) -> dict[str, Any]:
    card: dict[str, Any] = {
        "name": event.name,
        "url": reverse("public:event", args=[event.club.slug, event.slug]),
        "state": event.state,
        "state_label": event.get_state_display(),
        "game": game_name(event),
        "when": day_of(event),
        "entries": entries_in_words(event, event.taking_part),  # type: ignore[attr-defined]
    }
    winners = [row for row in outcomes.first.get(event.pk, []) if row.rank == 1]
    if winners:
        card["winner"] = listed(name_in(row, full_names) for row in winners)
    return card


def _progress(event: Event, outcomes: Outcomes) -> dict[str, Any]:
    """Return how far a running event is, of all the rounds that its stages will have.

    Where nobody knows how many that will be, it is said how many were played.
    """
    if event.state != EventState.RUNNING:
        return {}
    stages = outcomes.stages.get(event.pk, [])
    closed = sum(stage.round_states.count(RoundState.CLOSED) for stage in stages)
    expected = list(rounds_expected(event, stages).values())
    known = [day for day in expected if day is not None]
    if known and len(known) == len(expected):
        return {"round_text": _("Rounds played"), "done": closed, "total": sum(known)}
    if not closed:
        return {}
    text = ngettext("%(count)d round played", "%(count)d rounds played", closed)
    return {"round_text": text % {"count": closed}}


def rounds_expected(event: Event, stages: Sequence[Any]) -> dict[int, int | None]:
    """Return by stage how many rounds it will have had, None where nobody knows.

    Event and stages were loaded by `select_card_columns` and `outcomes_of`.
    """
    filled = {stage.pk: stage.filled for stage in stages}
    entries = entries_expected(stages, filled, event.taking_part)  # type: ignore[attr-defined]
    return {
        stage.pk: expected_of(
            stage,
            entries=entries[stage.pk],
            drawn=len(stage.round_states),
            of_draw=stage.of_draw or 0,
        ).in_all
        for stage in stages
    }


# --- What an event is, in words: its game, its rules, how it is counted ---


def facts_of(event: Event) -> list[tuple[str, str]]:
    """Return (label, value) of what people ask about an event, in the order in which they ask."""
    facts = [
        (_("Game"), game_link(event)),
        (_("Rules"), preset_link(event)),
        (_("Who competes"), who_competes(event)),
        (_("Length of a round"), table_play(event)),
        *final_scores_in_words(event),
        (_("Scoring"), scoring(event)),
        (_("Tie-breaks"), tiebreaks(event)),
        (_("First day"), day_of(event)),
    ]
    if event.house_rules is not None:
        facts.insert(2, (_("House rules"), event.house_rules.name))
    rule = rule_of(event)
    if rule != SubstituteRule():
        facts.append((_("Substitutes"), rule_in_words(rule)))
    if event.season is not None:
        facts.append((_("Season"), event.season.name))
    return [(label, value) for label, value in facts if value]


def who_competes(event: Event) -> str:
    names = {
        EntryKind.INDIVIDUAL: _("Single players"),
        EntryKind.PAIR: _("Pairs"),
        EntryKind.TEAM: _("Teams"),
    }
    return names[EntryKind(event.entry_kind)]


def game_link(event: Event) -> str:
    """Return the game as a link to its page; one that is no longer known is its name."""
    name = game_name(event)
    return _link(name, "game", event.variant) if variant_named(event.variant) else name


def preset_link(event: Event) -> str:
    """Return the set of rules as a link to its page; one that is no longer known is its name."""
    info = variant_named(event.variant)
    for preset in info.presets if info else ():
        if preset.id == event.preset:
            return _link(render_sentence(preset.label), "preset", event.variant, preset.id)
    return event.preset


def _link(text: str, page: str, *args: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse(f"public:{page}", args=args), text)


def rule_changes(event: Event) -> list[RuleChange]:
    """Return where the event's rules differ from its preset; none while they make no game yet."""
    try:
        return house_rules(event)
    except Refused:
        return []


def table_play(event: Event) -> str:
    if event.table_play == TablePlay.DEALS and event.deals_a_round:
        return ngettext(
            "%(count)d deal per round", "%(count)d deals per round", event.deals_a_round
        ) % {"count": event.deals_a_round}
    if event.table_play == TablePlay.TIMED and event.minutes_a_round:
        return ngettext(
            "as many deals as %(count)d minute allows",
            "as many deals as %(count)d minutes allow",
            event.minutes_a_round,
        ) % {"count": event.minutes_a_round}
    return str(event.get_table_play_display())


def scoring(event: Event) -> str:
    """Return how results are counted; nothing while the method is not chosen."""
    try:
        method = read_method(event.method)
    except InvalidRequest:
        return ""
    label = render_sentence(METHODS[method.name].label)
    multiplier = getattr(method, "multiplier", 1)
    if multiplier != 1:
        return _("%(method)s, points counted %(number)s times") % {
            "method": label,
            "number": figure(multiplier),
        }
    if isinstance(method, VictoryPoints):
        return labelled(label, render_sentence(method.sentence))
    if not isinstance(method, MatchPoints):
        return label
    worth = _("%(method)s: %(win)s for a win, %(draw)s for a draw, %(loss)s for a loss") % {
        "method": label,
        "win": figure(method.win),
        "draw": figure(method.draw),
        "loss": figure(method.loss),
    }
    more = [method.skunk.sentence] if method.skunk else []
    more += [bonus.sentence for bonus in method.bonuses]
    return clauses([worth, *(render_sentence(sentence) for sentence in more)])


def tiebreaks(event: Event) -> str:
    """Return the tie-breaks in their order, and what lots are drawn from once that is known."""
    words = listed(render_sentence(criterion_label(name)) for name in event.tiebreaks)
    seed = lot_seed(event)
    if LOT not in event.tiebreaks or not seed:
        return words
    return _("%(tiebreaks)s (seed of the lot: %(seed)d)") % {
        "tiebreaks": words,
        "seed": seed,
    }


# --- The rounds of an event as its page lists them ---


def event_rounds(event: Event, stages: Sequence[Stage] | None = None) -> dict[str, Any]:
    """Return what `public/_event_rounds.html` needs; one query without the `event_stages`."""
    stages = event_stages(event) if stages is None else stages
    rounds = [round_ for stage in stages for round_ in rounds_shown(stage)]
    return {"event": event, "club": event.club, "rounds": rounds}


# --- Events in a list as a spreadsheet, and the entries of one ---

A_BATCH = 200

EVENTS = (
    Column(gettext_lazy("Event"), lambda row: row["name"]),
    Column(gettext_lazy("State"), lambda row: row["state_label"]),
    Column(gettext_lazy("Winner"), lambda row: row.get("winner")),
    Column(gettext_lazy("Date"), lambda row: row["starts_on"]),
    Column(gettext_lazy("Game"), lambda row: row["game"]),
    Column(gettext_lazy("Season"), lambda row: row["season"]),
    Column(gettext_lazy("Entries"), lambda row: row["taking_part"]),
)
ENTRIES = (
    Column(gettext_lazy("Number"), lambda row: row["entry"].number),
    Column(gettext_lazy("Name"), lambda row: row["name"]),
    Column(gettext_lazy("Players"), lambda row: row["members"]),
    Column(gettext_lazy("State"), lambda row: row["entry"].get_state_display()),
)
CLUB = Column(gettext_lazy("Club"), lambda row: row["club"])


def events_sheet(title: str, events: Any, *, full_names: bool) -> Sheet:
    """Return the events of a query as a list, in its order."""
    found = select_card_columns(events).select_related("club", "season")[:MOST_ROWS]
    return Sheet(title=title, columns=EVENTS, rows=_rows(found, full_names=full_names))


def _rows(events: Any, *, full_names: bool) -> Iterator[dict[str, Any]]:
    batch: list[Event] = []
    for event in events.iterator(chunk_size=A_BATCH):
        batch.append(event)
        if len(batch) == A_BATCH:
            yield from _batch(batch, full_names=full_names)
            batch = []
    yield from _batch(batch, full_names=full_names)


def _batch(events: list[Event], *, full_names: bool) -> Iterator[dict[str, Any]]:
    for event, card in zip(events, event_cards(events, full_names=full_names), strict=True):
        yield card | {
            "starts_on": event.starts_on,
            "season": event.season.name if event.season else "",
            "taking_part": event.taking_part,  # type: ignore[attr-defined]  # `select_card_columns`
        }


def entries_sheet(event: Event, rows: Any, *, with_clubs: bool) -> Sheet:
    """Return the entries with, where several clubs play, the club of each."""
    columns = (*ENTRIES, CLUB) if with_clubs else ENTRIES
    return Sheet(title=" · ".join((event.name, _("Entries"))), columns=columns, rows=rows)
