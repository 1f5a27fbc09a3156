"""Setting up an event: create it, change it as far as its state allows, throw it away."""

from collections.abc import Mapping
from copy import copy
from datetime import date, time
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.services import RulesetRefused
from league.clubs.models import Club
from league.foundation.club_limits import services as club_limits
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import happenings_about
from league.foundation.limits import check_year
from league.foundation.names import clean_name, clean_names
from league.foundation.records.rules import Gone
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.journaling import journal_event, locked
from league.play.events.models import EntryKind, EntryState, Event, EventState, Stage
from league.play.events.rulesets import rule_of, ruleset_of
from league.play.events.setup_problems import (
    ADDING_UP,
    add_usual_awards,
    setup_problems,
    why_no_final_scores,
    with_usual_scale,
)
from league.play.events.slugs import slug_for

ALWAYS = frozenset({"name", "about", "season", "visibility"})
BEFORE_RUNNING = frozenset(
    {
        *("starts_on", "begins_at", "entry_mode", "entries_close_at", "most_entries"),
        *("method", "tiebreaks", "table_play", "deals_a_round", "minutes_a_round"),
        "substitute_points",
    }
)
UNTIL_OVER = frozenset(
    {
        *("substitutes", "rounds_a_substitute", "substituted_rounds"),
        *("substitutes_until_round", "substitutes_until"),
        "final_scores",
    }
)
SUBSTITUTE_RULE = (UNTIL_OVER - {"final_scores"}) | {"substitute_points"}
SUBSTITUTES_CHANGED = "event.substitutes_changed"
WHILE_DRAFT = frozenset(
    {
        *("variant", "preset", "options", "house_rules"),
        *("entry_kind", "least_seats", "most_seats", "slug"),
    }
)
RULES = ("variant", "preset", "options")
CHANGED = "event.changed"
CHANGEABLE: dict[str, frozenset[str]] = {
    EventState.DRAFT: ALWAYS | UNTIL_OVER | BEFORE_RUNNING | WHILE_DRAFT,
    EventState.OPEN: ALWAYS | UNTIL_OVER | BEFORE_RUNNING,
    EventState.RUNNING: ALWAYS | UNTIL_OVER,
    EventState.FINISHED: ALWAYS,
    EventState.ARCHIVED: ALWAYS,
}
DEFAULT_METHOD = {"name": "total_points"}
ADDRESSES_OF_PAGES = frozenset({"new", "seasons"})  # an event cannot live where a page does


class EventInvalid(Refused):
    """The settings of an event are not valid; `field` names the one, the sentence says why."""

    code = "event_invalid"


class Frozen(Refused):
    """In its present state the event does not allow this change any more."""

    code = "event_frozen"


class EntriesStand(Refused):
    """The kind of entry cannot change: there are entries of the old kind."""

    code = "event_has_entries"


def check_valid(row: models.Model) -> None:
    """Raise EventInvalid for the first column or constraint that the row violates."""
    try:
        row.full_clean(validate_constraints=False)
        _check_years(row)
        _check_constraints(row)
    except ValidationError as errors:
        field, messages = next(iter(errors.message_dict.items()))
        raise EventInvalid(
            messages[0], field=None if field == NON_FIELD_ERRORS else field
        ) from errors


def _check_years(row: models.Model) -> None:
    for column in row._meta.fields:
        day = getattr(row, column.name) if isinstance(column, models.DateField) else None
        if day is not None:
            try:
                check_year(day)
            except ValidationError as error:
                raise ValidationError({column.name: error.messages}) from error


def _check_constraints(row: models.Model) -> None:
    """Raise ValidationError where a constraint is broken.

    All checks are one query; only where it fails each is checked alone, to find the one broken.
    """
    constraints = row._meta.constraints
    checks = [check for check in constraints if isinstance(check, models.CheckConstraint)]
    together = models.CheckConstraint(
        name="all", condition=Q(*(check.condition for check in checks))
    )
    try:
        for constraint in (together, *(other for other in constraints if other not in checks)):
            constraint.validate(type(row), row)
    except ValidationError:
        row.validate_constraints()


def free_slug(club: Club, name: str) -> str:
    taken = set(club.events.values_list("slug", flat=True)) | ADDRESSES_OF_PAGES
    return slug_for(name, taken, fallback="event")


@transaction.atomic
def create_event(
    *,
    club: Club,
    name: str,
    starts_on: date,
    variant: str,
    preset: str = "",
    entry_kind: str = EntryKind.PAIR,
    slug: str = "",
    format: str = "round_robin",
    stage_options: Mapping[str, Any] | None = None,
    rounds_planned: int | None = None,
    by: Act,
    **fields: Any,
) -> Event:
    """Create a draft with its first stage. `fields` are further columns of the event.

    Without a preset the game's usual one is played, without seats by its usual number of players,
    and victory points without a scale get the one of the game and the deals of a round.

    Raises EventInvalid for what cannot be one, LimitReached for more than a club may create.
    """
    # two people who create events at once would otherwise find the same address free
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    known = games.variant_named(variant)
    preset = preset or (known.default_preset if known else "standard")
    fields.setdefault("deals_a_round", 4)
    fields |= _seats(variant, preset, fields)
    fields["method"] = fields.get("method", DEFAULT_METHOD)
    event = Event(
        club=club,
        name=clean_name(name),
        slug=slug or free_slug(club, name),
        starts_on=starts_on,
        variant=variant,
        preset=preset,
        entry_kind=entry_kind,
        **fields,
    )
    event.method = _method(event, event.method)
    _check_season(event)
    _check_house_rules(event)
    check_valid(event)
    _check_final_scores(event, "final_scores")
    event.save()
    club_limits.count(club_limits.EVENTS, club.pk, by.at)
    _add_first_stage(event, format, stage_options or {}, rounds_planned)
    journal_event("event.created", event, by=by, variant=variant, preset=preset)
    return event


def _seats(variant: str, preset: str, fields: Mapping[str, Any]) -> dict[str, int]:
    """Return the sizes of a table that were not named: the usual number of players."""
    least, most = fields.get("least_seats"), fields.get("most_seats")
    try:
        usual = games.ruleset(variant, preset, fields.get("options") or {}, None).players
    except RulesetRefused:
        return {}  # refused where the rules are read, with the reason
    least = least or (min(usual, most) if most else usual)
    return {"least_seats": least, "most_seats": most or max(usual, least)}


def _method(event: Event, method: Any) -> Any:
    """Return the method with its usual scale and what is usual for byes.

    What is no method is refused elsewhere.
    """
    if not isinstance(method, Mapping):
        return method
    name = method.get("name")
    if name is not None and not isinstance(name, str):
        method = {**method, "name": str(name)}
    scaled = with_usual_scale(method, deals=event.deals_a_round, spread=_spread(event))
    return add_usual_awards(scaled)


def _spread(event: Event) -> float | None:
    """Return the spread of a deal in points; None for teams of pairs, whose matches are in IMPs."""
    known = games.variant_named(event.variant)
    try:
        ruleset = games.ruleset(event.variant, event.preset, event.options, event.most_seats)
    except RulesetRefused:
        return games.spread_of(event.variant) if known else None
    of_pairs = event.entry_kind == EntryKind.TEAM and ruleset.players == 2 * ruleset.sides
    return None if of_pairs else games.spread_of(event.variant)


def _changed_method(event: Event, before: Mapping[str, Any], after: Any) -> Any:
    """Return a changed method; one that was set before byes had a usual worth keeps its own."""
    adds_up = before.get("name") in ADDING_UP
    says_nothing = adds_up and before.keys().isdisjoint(("bye", "uneven_deals"))
    if says_nothing and isinstance(after, Mapping) and before["name"] == after.get("name"):
        return after
    return _method(event, after)


def _add_first_stage(
    event: Event, format: str, options: Mapping[str, Any], rounds_planned: int | None
) -> None:
    stage = Stage(
        event=event, number=1, format=format, options=dict(options), rounds_planned=rounds_planned
    )
    check_valid(stage)
    stage.save()


def _check_season(event: Event) -> None:
    if event.season is not None and event.season.club_id != event.club_id:
        raise EventInvalid(_("Choose a season of the same club."), field="season")


def _check_house_rules(event: Event) -> None:
    """Only house rules in use can be chosen, and of the club's own."""
    rules = event.house_rules
    if rules is None:
        return
    if rules.club_id != event.club_id:
        raise EventInvalid(_("Choose house rules of the same club."), field="house_rules")
    if rules.is_archived:
        raise EventInvalid(
            _("“%(name)s” are in the archive: bring them back, or choose other rules.")
            % {"name": rules.name},
            field="house_rules",
        )


@transaction.atomic
def change_event(*, event: Event, changes: Mapping[str, Any], by: Act) -> Event:
    """Change what the event's state still allows; journalled with what was before.

    Rules that are changed by hand are no longer the house rules they came from.
    Raises Frozen, EntriesStand or EventInvalid; then nothing is changed.
    """
    event = locked(Event.objects.select_related("season", "house_rules"), pk=event.pk)
    changes = clean_names(event, changes)
    if "house_rules" not in changes and any(
        name in changes and changes[name] != getattr(event, name) for name in RULES
    ):
        changes = {**changes, "house_rules": None}
    if "method" in changes:
        changes = {
            **changes,
            "method": _changed_method(_with(event, changes), event.method, changes["method"]),
        }
    before = {name: getattr(event, name) for name in changes if name in _columns()}
    unknown = set(changes) - _columns()
    if unknown:
        raise EventInvalid(
            _("An event has no “%(name)s” that could be changed.") % {"name": min(unknown)}
        )
    changed = {name: value for name, value in changes.items() if before[name] != value}
    if not changed:
        return event
    _check_changeable(event, changed)
    for name, value in changed.items():
        setattr(event, name, value)
    _check_season(event)
    if "house_rules" in changed:
        _check_house_rules(event)
    check_valid(event)
    _check_final_scores(event, "final_scores" if "final_scores" in changed else "method")
    event.save(update_fields=list(changed))
    kind = SUBSTITUTES_CHANGED if changed.keys() <= SUBSTITUTE_RULE else CHANGED
    data: dict[str, Any] = {
        "before": {name: plain(before[name]) for name in changed},
        "after": {name: plain(value) for name, value in changed.items()},
    }
    if kind == SUBSTITUTES_CHANGED:
        data["rule"] = rule_of(event).as_json()
    journal_event(kind, event, by=by, **data)
    return event


@transaction.atomic
def create_checked_event(*, by: Act, **event: Any) -> Event:
    """Do what `create_event` does, and refuse rules and counting that nothing could be played by.

    Raises RulesetNotPossible and EventInvalid; then nothing is created.
    """
    created = create_event(by=by, **event)
    ruleset_of(created, created.most_seats)
    _check_counting(created, event)
    return created


@transaction.atomic
def change_checked_event(*, event: Event, changes: Mapping[str, Any], by: Act) -> Event:
    """Do what `change_event` does, with the checks of `create_checked_event`."""
    if changes.keys() & {*RULES, "most_seats"}:
        wanted = _with(event, changes)
        ruleset_of(wanted, wanted.most_seats)
    changed = change_event(event=event, changes=changes, by=by)
    _check_counting(changed, changes)
    return changed


def _check_counting(event: Event, changes: Mapping[str, Any]) -> None:
    """Check a changed method or tie-breaks: they must be able to rank. Raises EventInvalid."""
    if not changes.keys() & {"method", "tiebreaks"}:
        return
    problems = (row for row in setup_problems(event) if row.step == "scoring")
    problem = next(problems, None)
    if problem is not None:
        raise EventInvalid(problem.sentence, field="method")


def _with(event: Event, changes: Mapping[str, Any]) -> Event:
    """Return a copy of the event with what is to be changed, not stored."""
    wanted = copy(event)
    for name in changes.keys() & _columns():
        setattr(wanted, name, changes[name])
    return wanted


def _check_final_scores(event: Event, field: str) -> None:
    """Refuse final scores where deals are compared. Raises EventInvalid about the field."""
    why = why_no_final_scores(event)
    if why is not None:
        raise EventInvalid(why, field=field)


def _columns() -> frozenset[str]:
    return CHANGEABLE[EventState.DRAFT]


def _check_changeable(event: Event, changed: Mapping[str, Any]) -> None:
    for name in changed:
        if name not in CHANGEABLE[event.state]:
            label = Event._meta.get_field(name).verbose_name  # type: ignore[union-attr]
            raise Frozen(
                _(
                    "“%(what)s” cannot be changed any more: the event is %(state)s. The "
                    "conditions of entry and the rules of play stay as announced."
                )
                % {"what": label, "state": event.get_state_display()},
                field=name,
            )
    if "entry_kind" in changed and (count := event.entries.count()):
        raise EntriesStand(
            ngettext(
                "Remove the %(count)d entry first: it is of the kind “%(kind)s”.",
                "Remove the %(count)d entries first: they are of the kind “%(kind)s”.",
                count,
            )
            % {"count": count, "kind": event.get_entry_kind_display()},
            field="entry_kind",
        )


def plain(value: Any) -> Any:
    """Return the value in a form that JSON can hold."""
    if isinstance(value, models.Model):
        return str(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    return value


@transaction.atomic
def discard_event(*, event: Event, by: Act) -> None:
    """Delete a draft without entries. Deleting it again changes nothing.

    Those who have withdrawn do not keep it: nothing was played in it.
    """
    try:
        event = locked(Event.objects.all(), pk=event.pk)
    except Gone:
        return
    if event.state != EventState.DRAFT:
        raise Frozen(
            _("Only a draft can be discarded; this event is %(state)s.")
            % {"state": event.get_state_display()}
        )
    if event.entries.exclude(state=EntryState.WITHDRAWN).exists():
        raise EntriesStand(_("There are entries already: withdraw them, or keep the event."))
    journal_event("event.discarded", event, by=by)
    event.delete()


# --- Undo of house rules that an event took over once more: it is played by those before again ---


def rules_change(event: Event, *, by: Act) -> Happening | None:
    """Return what somebody's change of the event at a moment wrote, if it changed rules alone."""
    made = happenings_about("event", event.pk).filter(
        kind=CHANGED, at=by.at, actor_user_id=by.actor.user_id
    )
    return next((one for one in made.reverse() if _is_of_rules(one)), None)


def _is_of_rules(change: Happening) -> bool:
    before, after = change.data.get("before"), change.data.get("after")
    return bool(before) and bool(after) and set(after) <= set(RULES)


@transaction.atomic
def undo_rules(*, event: Event, change: int, by: Act) -> Event:
    """Give an event the rules before a change, a happening by its number; twice it is done once.

    Raises OutOfDate where the rules were changed since, and what `change_event` raises: once the
    event is played its rules stand.
    """
    event = locked(Event.objects.select_related("season", "house_rules"), pk=event.pk)
    made = happenings_about("event", event.pk).filter(pk=change, kind=CHANGED).first()
    if made is None or not _is_of_rules(made):
        raise _changed_since()
    before, after = made.data["before"], made.data["after"]
    now = {name: getattr(event, name) for name in after}
    if now == before:
        return event
    if now != after:
        raise _changed_since()
    changes = {**before, "house_rules": event.house_rules}
    return change_event(event=event, changes=changes, by=by)


def _changed_since() -> OutOfDate:
    return OutOfDate(
        _("This can no longer be undone: somebody has changed the event’s rules since then.")
    )
