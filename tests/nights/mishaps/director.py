"""What a director changes: draws by hand and again, clocks, links, the rounds planned."""

from league.play.events import services as events
from league.play.rounds import services as rounds
from league.play.rounds.arrangement import MEET, REST, SEAT, SWAP
from league.play.rounds.models import Round, RoundState
from league.play.rounds.services import Change
from league.play.rounds.services.seating import arrangement_of
from tests.nights.night import Night

DRAWN, OPEN = RoundState.DRAWN, RoundState.OPEN


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
