"""House rules of a club: made, changed, put away. No event changes with them: it has a copy."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from games.services import RulesetRefused
from league.clubs.models import Club, HouseRules
from league.clubs.services.clubs import changed_fields, lock_club
from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.names import clean_name
from league.foundation.refusal import Refused

LONGEST_NAME = 80


class HouseRulesInvalid(Refused):
    """The name is missing or too long, or the options make no game: for the game's own reason."""

    code = "house_rules_invalid"


class HouseRulesNameTaken(Refused):
    code = "house_rules_name_taken"


@transaction.atomic
def add_house_rules(
    *,
    club: Club,
    name: str,
    variant: str,
    preset: str,
    options: Mapping[str, Any],
    by: Act,
) -> HouseRules:
    """Give a ruleset a name in the club. Raises HouseRulesInvalid or HouseRulesNameTaken."""
    lock_club(club.pk)
    rules = HouseRules(
        club=club,
        name=clean_name(name),
        variant=variant,
        preset=preset,
        options=_differing(variant, preset, options),
        created_at=by.at,
        changed_at=by.at,
    )
    _check_name(rules)
    rules.save()
    _journal("house_rules.added", rules, by)
    return rules


@transaction.atomic
def change_house_rules(
    *,
    rules: HouseRules,
    name: str,
    options: Mapping[str, Any],
    by: Act,
) -> HouseRules:
    """Change the name and what differs from the preset; the game and the preset stay.

    Raises HouseRulesInvalid or HouseRulesNameTaken.
    """
    rules = _locked(rules)
    differing = _differing(rules.variant, rules.preset, options)
    noted = _option_changes(rules, differing)
    changes = changed_fields(
        rules, ("name", "options"), {"name": clean_name(name), "options": differing}
    )
    if changes:
        _check_name(rules)
        rules.changed_at = by.at
        rules.save(update_fields=[*changes, "changed_at"])
        if "name" in changes:
            noted = {"name": changes["name"], **noted}
        _journal("house_rules.changed", rules, by, changes=noted)
    return rules


@transaction.atomic
def archive_house_rules(*, rules: HouseRules, by: Act) -> HouseRules:
    """Archive house rules: new events are not offered them; existing events keep their copy."""
    rules = _locked(rules)
    if not rules.is_archived:
        rules.archived_at = by.at
        rules.save(update_fields=["archived_at"])
        _journal("house_rules.archived", rules, by)
    return rules


@transaction.atomic
def bring_back_house_rules(*, rules: HouseRules, by: Act) -> HouseRules:
    """Take them out of the archive again."""
    rules = _locked(rules)
    if rules.is_archived:
        rules.archived_at = None
        rules.save(update_fields=["archived_at"])
        _journal("house_rules.brought_back", rules, by)
    return rules


def _locked(rules: HouseRules) -> HouseRules:
    lock_club(rules.club_id)
    return HouseRules.objects.select_related("club").get(pk=rules.pk)


def _differing(variant: str, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the options that differ from the preset, if they make a game."""
    try:
        by_players = games.rulesets_by_players(variant, preset, options)
    except RulesetRefused as refused:
        sentence = games.whole_sentence(games.render_sentence(refused.sentence))
        raise HouseRulesInvalid(sentence, field=refused.field) from refused
    return dict(next(iter(by_players.values())).changed_options)


def _check_name(rules: HouseRules) -> None:
    if not rules.name:
        raise HouseRulesInvalid(_("House rules need a name."), field="name")
    if len(rules.name) > LONGEST_NAME:
        raise HouseRulesInvalid(
            _("A name can have %(most)d characters at most.") % {"most": LONGEST_NAME},
            field="name",
        )
    same = HouseRules.objects.filter(club=rules.club_id, name__iexact=rules.name)
    other = same.exclude(pk=rules.pk).first()
    if other is None:
        return
    if other.is_archived:
        raise HouseRulesNameTaken(
            _(
                "House rules in the archive are called “%(name)s”; bring them back, or choose "
                "another name."
            )
            % {"name": other.name},
            field="name",
        )
    raise HouseRulesNameTaken(
        _("The club has house rules called “%(name)s” already; choose another name.")
        % {"name": other.name},
        field="name",
    )


def _option_changes(rules: HouseRules, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return (before, after) of each option that changes; one left to the preset has its value."""
    standard = preset_values(rules.variant, rules.preset)
    before, after = standard | rules.options, standard | dict(options)
    return {name: (before[name], after[name]) for name in after if before[name] != after[name]}


def preset_values(variant: str, preset: str) -> dict[str, Any]:
    """Return every option with the preset's value."""
    known = next(info for info in games.variants() if info.id == variant)
    return dict(next(about for about in known.presets if about.id == preset).values)


def _journal(kind: str, rules: HouseRules, by: Act, **data: Any) -> None:
    journal.append(
        kind=kind,
        by=by,
        club_id=rules.club_id,
        subject=rules,
        data={"rules": rules.name, "variant": rules.variant, "preset": rules.preset, **data},
    )
