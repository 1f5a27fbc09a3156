"""What happens on a night besides playing: people come and go, a director changes things."""

from collections.abc import Callable
from decimal import Decimal

from league.events import services as events
from league.events.models import Entry, EntryKind, EntryState
from league.journal.models import Happening
from league.results import services as results
from league.results.models import Adjustment
from league.rounds import services as rounds
from league.rounds.arrangement import MEET, REST, SEAT, SWAP
from league.rounds.models import DrawOrder, Round, RoundState, Seat
from league.rounds.services import Change
from league.rounds.services.ordered import carry_out
from league.rounds.services.seating import arrangement_of
from league.rounds.stage_format import all_at_once
from tests.nights import told
from tests.nights.night import Night

Mishap = Callable[[Night], None]
DRAWN, OPEN, CLOSED = RoundState.DRAWN, RoundState.OPEN, RoundState.CLOSED
BEGUN = (OPEN, CLOSED)


# ------------------------------------------------------------------------- people come and go


def comes_late(night: Night) -> None:
    """Somebody enters while the event runs; a pair may still look for its second player."""
    free = _nowhere(night)
    kind = night.event.entry_kind
    count = {EntryKind.INDIVIDUAL: 1, EntryKind.PAIR: 2}.get(EntryKind(kind), _team(night))
    if kind == EntryKind.PAIR and night.chance(0.1):
        count = 1
    night.do("late entry", events.add_entry, event=night.event, players=free[:count])


def _team(night: Night) -> int:
    return night.event.most_seats // 2


def _nowhere(night: Night) -> list:
    inside = set(
        night.event.entries.filter(members__left_at=None).values_list("members__player", flat=True)
    )
    return [player for player in night.people if player.pk not in inside]


def withdraws(night: Night) -> None:
    entry = night.somebody()
    if entry is not None and len(night.active) > 2:
        night.do("withdrawal", events.withdraw_entry, entry=entry)


def comes_back(night: Night) -> None:
    entry = night.somebody(EntryState.WITHDRAWN)
    if entry is not None:
        night.do("reinstated", events.reinstate_entry, entry=entry)


def finds_a_partner(night: Night) -> None:
    entry = night.somebody(EntryState.APPLIED)
    if entry is None:
        return
    own = [one.player for one in entry.members.filter(left_at=None).select_related("player")]
    players = [*own, *_nowhere(night)[:1]]
    night.do("partner found", events.change_entry, entry=entry, players=players)
    night.do("entry accepted", events.accept_entry, entry=Entry.objects.get(pk=entry.pk))


def changes_members(night: Night) -> None:
    """Somebody of an entry goes home for good and another takes over."""
    entry = night.somebody()
    if entry is None:
        return
    own = [one.player for one in entry.members.filter(left_at=None).select_related("player")]
    own[night.rng.randrange(len(own))] = night.rng.choice(_nowhere(night))
    night.do("member changed", events.change_entry, entry=entry, players=own)


def stands_in(night: Night) -> None:
    """A substitute sits down, or the one who was replaced comes back."""
    for round in night.rounds(OPEN):
        seats = list(Seat.objects.filter(round=round).select_related("table").order_by("pk"))
        if seats:
            player = night.rng.choice([*night.people, None])
            night.do(
                "substitute", rounds.seat_substitute, seat=night.rng.choice(seats), player=player
            )


def seeds_change(night: Night) -> None:
    ids = list(night.event.entries.order_by("number").values_list("pk", flat=True))
    night.rng.shuffle(ids)
    night.do("seeds", events.set_seeds, event=night.event, order=ids)


# ------------------------------------------------------------------------- the director's hand


def edits(night: Night) -> None:
    """Change a drawn or open round by hand, sometimes taking it back, sometimes too late."""
    found = night.rounds(DRAWN, OPEN)
    if not found:
        return
    round = night.rng.choice(found[:3])
    changes = _changes(night, round)
    if not changes:
        return
    before = arrangement_of(round)
    preview = night.ask("edit looked at", _preview_edit, round=round, changes=changes)
    version = round.version - night.chance(0.05)
    edited = night.do(
        "edit", rounds.edit_round, round=round, changes=changes, expected_version=version
    )
    if edited is None:
        return
    assert preview is not None, "an edit was made that could not be looked at"
    assert arrangement_of(round) == preview.after, "the edit is not what the preview said"
    if night.chance(0.4):
        night.do("edit undone", rounds.undo_edit, round=edited, expected_version=edited.version)
        assert night.refusal is None
        assert arrangement_of(round) == before, "undoing has not put everything back"
        night.do("undone twice", rounds.undo_edit, round=edited, expected_version=edited.version)
        assert night.refusal is not None


def _preview_edit(*, round: Round, changes: list[Change], **_who: object) -> rounds.EditPreview:
    return rounds.preview_edit(round=round, changes=changes)


def _changes(night: Night, round: Round) -> list[Change]:
    arrangement = arrangement_of(round)
    everybody = sorted(arrangement.entries)
    if len(everybody) < 2:
        return []
    rng = night.rng
    made = []
    for _one in range(rng.choice([1, 1, 1, 2])):
        kind = rng.choice([SWAP, SWAP, SWAP, REST, SEAT, MEET])
        if kind == SWAP:
            made.append(Change(kind=SWAP, entries=tuple(rng.sample(everybody, 2))))
        elif kind == REST:
            made.append(Change(kind=REST, entries=(rng.choice(everybody),)))
        elif kind == SEAT:
            table = rng.choice([*arrangement.tables, 99])
            made.append(Change(kind=SEAT, entries=(rng.choice(everybody),), table=table))
        else:
            resting = sorted(arrangement.waiting)
            who = rng.sample(resting, 2) if len(resting) > 1 else rng.sample(everybody, 2)
            made.append(Change(kind=MEET, entries=tuple(who)))
    return made


def redraws(night: Night) -> None:
    """Draw rounds again that have not begun; those that have are refused."""
    found = night.rounds()
    if not found:
        return
    round = night.rng.choice(found)
    drawn = night.do("redraw", rounds.redraw_round, round=round, seed=night.rng.randrange(2**31))
    if round.state != DRAWN:
        assert drawn is None, "a round that had begun was drawn again"


def undraws(night: Night) -> None:
    found = night.rounds()
    if found:
        round = night.rng.choice(found)
        night.do("draw thrown away", rounds.undo_draw, round=round)
        if round.state != DRAWN:
            assert night.refusal is not None


def plays_with_the_clock(night: Night) -> None:
    for round in night.rounds(OPEN):
        night.ask("clock", rounds.start_clock, round=round, minutes=night.rng.choice([None, 20]))
        act = night.rng.choice(
            [rounds.pause_clock, rounds.resume_clock, rounds.end_clock, rounds.start_clock]
        )
        night.ask("clock", act, round=round)
        night.ask("clock", rounds.extend_clock, round=round, minutes=night.rng.choice([-5, 0, 5]))


def deadline_and_links(night: Night) -> None:
    for round in night.rounds(OPEN, DRAWN)[:1]:
        night.ask("deadline", rounds.set_deadline, round=round, deadline=night.now)
        for table in night.tables(round)[:1]:
            night.do("links renewed", rounds.renew_links, table=table)


def plans_more_rounds(night: Night) -> None:
    planned = night.stage.rounds_planned
    if planned is not None:
        night.do(
            "rounds planned",
            events.change_stage,
            stage=night.stage,
            changes={"rounds_planned": max(1, planned + night.rng.choice([-1, 1]))},
        )


def changes_what_is_frozen(night: Night) -> None:
    night.do(
        "change of what is frozen",
        events.change_event,
        event=night.event,
        changes={"deals_a_round": 9, "most_seats": 2},
    )
    assert night.refusal is not None
    night.do(
        "change of the format",
        events.change_stage,
        stage=night.stage,
        changes={"format": "swiss", "options": {"order": "lot"}},
    )


# ------------------------------------------------------------------------- wrong results


def corrects(night: Night) -> None:
    """A wrong result is found, often two rounds later."""
    begun = night.rounds(*BEGUN)
    if not begun:
        return
    tables = night.tables(night.rng.choice(begun))
    if tables:
        told.correct(night, night.rng.choice(tables))
        night.look()
        if night.chance(0.5):
            night.follow()


def takes_an_award_back(night: Night) -> None:
    for round in night.rounds(OPEN)[:1]:
        for table in night.tables(round)[:1]:
            night.do(
                "award taken back",
                results.award,
                table=table,
                points=None,
                reason="it was a mistake",
                actor=night.director,
            )


def reopens(night: Night) -> None:
    closed = night.rounds(CLOSED)
    if not closed:
        return
    round = night.rng.choice(closed)
    night.do("round reopened", rounds.reopen_round, round=round)
    if night.chance(0.5):
        edits(night)
    if night.chance(0.3):
        withdraws(night)
    close = {"round": round, "even_unfinished": True}
    night.do("round closed again", rounds.close_round, **close)


def penalises(night: Night) -> None:
    entry = night.somebody()
    if entry is None:
        return
    night.do(
        "penalty or award",
        results.adjust,
        stage=night.stage,
        entry=entry,
        kind=night.rng.choice(["penalty", "award"]),
        points=Decimal(night.rng.randint(1, 9)),
        reason="slow play",
        key=told.key(night.rng),
        actor=night.director,
    )
    made = Adjustment.objects.filter(stage=night.stage, revoked_at=None).order_by("pk").first()
    if made is not None and night.chance(0.3):
        night.do(
            "adjustment revoked", results.revoke_adjustment, adjustment=made, actor=night.director
        )


# ------------------------------------------------------------------------- draws asked for oddly


def draws_at_the_wrong_time(night: Night) -> None:
    """Ask for a round that is there: it is the same one; for one that cannot come yet: a no."""
    found = night.rounds()
    before = [round.pk for round in found]
    asked = {"stage": night.stage}
    if found and not all_at_once(night.stage):
        number = night.rng.choice(found).number
        again = night.do("draw asked for twice", rounds.draw_rounds, number=number, **asked)
        assert [one.number for one in again] == [number]
        night.do("draw far ahead", rounds.draw_rounds, number=found[-1].number + 2, **asked)
        assert night.refusal is not None or night.rounds()[-1].state == DRAWN
        assert [round.pk for round in night.rounds()] == before
    elif found and found[-1].state == DRAWN:
        again = night.do("draw asked for twice", rounds.draw_rounds, **asked)
        assert [one.pk for one in again] == before


def draws_what_is_stale(night: Night) -> None:
    """Somebody enters between the look at a draw and the draw: it is offered again."""
    version = night.event.entries_version
    comes_late(night)
    if night.refusal is None and not night.rounds(DRAWN):
        night.do("stale draw", rounds.draw_rounds, stage=night.stage, expected_version=version)
        assert night.refusal is not None, "a draw was made for entries that had changed"


def orders_a_draw(night: Night) -> None:
    """A draw made by a worker; asked for twice it is one, and a changed field is refused."""
    if night.rounds(DRAWN):
        return
    order = night.do("draw ordered", rounds.order_draw, stage=night.stage)
    if order is None:
        return
    again = night.do("draw ordered twice", rounds.order_draw, stage=night.stage)
    assert again == order
    changed = night.chance(0.3)
    if changed:
        comes_late(night)
        changed = night.refusal is None
    before = len(night.rounds())
    done = night.do("draw carried out", _carry_out, order=order)
    assert done.state in ("done", "refused")
    assert (done.state == "done") == (len(night.rounds()) > before)
    assert not changed or done.state == "refused"
    if done.state == "refused":
        night.tally.refused("DrawOrder", done.refusal)
    assert night.do("draw carried out twice", _carry_out, order=order) is None


def _carry_out(*, order: DrawOrder, at: object, **_who: object) -> DrawOrder | None:
    return carry_out(order_id=order.pk, at=at)  # type: ignore[arg-type]


def finishes_too_early(night: Night) -> None:
    """Try to finish: refused while a round is open, else taken back at once."""
    is_open = bool(night.rounds(OPEN))
    night.do("finished too early", events.finish_event, event=night.event)
    assert (night.refusal is not None) == is_open
    if not is_open:
        comes_late(night)
        assert night.refusal is not None
        night.do("draw after the end", rounds.draw_rounds, stage=night.stage)
        night.do("resumed", events.resume_event, event=night.event)


def journal_tells_all(night: Night) -> None:
    """Assert that whatever was written down can be read."""
    from league.journal.selectors import sentence_of

    for happening in Happening.objects.filter(event_id=night.event.pk):
        text = sentence_of(happening)
        assert text
        assert "%(" not in text


BETWEEN: tuple[Mishap, ...] = (
    *(comes_late, withdraws, comes_back, finds_a_partner, changes_members, seeds_change),
    *(corrects, corrects, reopens, penalises, plans_more_rounds, changes_what_is_frozen),
    *(draws_at_the_wrong_time, draws_what_is_stale, orders_a_draw, finishes_too_early, undraws),
)
BEFORE_OPENING: tuple[Mishap, ...] = (
    *(edits, edits, edits, redraws, undraws, comes_late, withdraws, withdraws, comes_back),
    *(deadline_and_links, draws_at_the_wrong_time, changes_members, corrects),
)
WHILE_PLAYING: tuple[Mishap, ...] = (
    *(edits, withdraws, withdraws, comes_back, comes_late, stands_in, stands_in),
    *(plays_with_the_clock, corrects, takes_an_award_back, reopens, redraws, undraws),
    *(deadline_and_links, draws_at_the_wrong_time, finishes_too_early, penalises),
)
