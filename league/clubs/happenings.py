"""The journal's words for what happens to clubs and their people."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import services as games
from games.engine.options import Option
from league.clubs.models import Club, Joining, Player, Role
from league.foundation.journal import kinds

SENTENCES = {
    "club.created": gettext_lazy("%(actor)s created the club %(club)s"),
    "club.changed": gettext_lazy("%(actor)s changed the settings of the club: %(changes)s"),
    "member.invited": gettext_lazy("%(actor)s invited %(email)s as %(role)s"),
    "invitation.withdrawn": gettext_lazy("%(actor)s withdrew the invitation of %(email)s"),
    "invitation.restored": gettext_lazy("%(actor)s restored the invitation of %(email)s"),
    "member.joined": gettext_lazy("%(member)s joined the club as %(role)s"),
    "member.role_changed": gettext_lazy(
        "%(actor)s changed the role of %(member)s from %(before)s to %(role)s"
    ),
    "member.removed": gettext_lazy("%(actor)s removed %(member)s, who was %(role)s"),
    "member.left": gettext_lazy("%(member)s, who was %(role)s, left the club"),
    "player.added": gettext_lazy("%(actor)s added the player %(player)s"),
    "player.changed": gettext_lazy("%(actor)s changed the player %(player)s: %(changes)s"),
    "player.linked": gettext_lazy(
        "%(actor)s linked the player %(player)s to the account of %(account)s"
    ),
    "player.unlinked": gettext_lazy(
        "%(actor)s unlinked the player %(player)s from the account of %(account)s"
    ),
    "player.merged": gettext_lazy("%(actor)s merged the player %(goes)s into %(player)s"),
    "player.merge_undone": gettext_lazy(
        "%(actor)s undid the merge of the player %(player)s into %(stays)s"
    ),
    "player.kept_apart": gettext_lazy("%(actor)s set draws to keep %(player)s and %(other)s apart"),
    "player.may_meet": gettext_lazy(
        "%(actor)s set draws to allow %(player)s and %(other)s together"
    ),
    "players.imported": gettext_lazy(
        "%(actor)s imported a list of players: %(added)d added, %(changed)d changed"
    ),
}
ABOUT_JOINING = {
    "joining.changed": gettext_lazy("%(actor)s changed signing up to the club: %(changes)s"),
    "joining.code_renewed": gettext_lazy("%(actor)s made a new code for signing up to the club"),
    "joining.asked": gettext_lazy("%(actor)s signed up to the club by its link or code"),
    "joining.accepted": gettext_lazy("%(player)s, who signed up, is a player of the club now"),
    "joining.refused": gettext_lazy("%(actor)s refused somebody who had signed up to the club"),
}
ABOUT_LOGOS = {
    "club.logo_changed": gettext_lazy("%(actor)s gave the club a new logo"),
    "club.logo_removed": gettext_lazy("%(actor)s removed the club’s logo"),
}
ABOUT_HOUSE_RULES = {
    "house_rules.added": gettext_lazy("%(actor)s created the house rules %(rules)s for %(game)s"),
    "house_rules.changed": gettext_lazy("%(actor)s changed the house rules %(rules)s: %(changes)s"),
    "house_rules.archived": gettext_lazy("%(actor)s archived the house rules %(rules)s"),
    "house_rules.brought_back": gettext_lazy(
        "%(actor)s brought the house rules %(rules)s back from the archive"
    ),
}


def register() -> None:
    for kind, sentence in SENTENCES.items():
        kinds.register(kind, sentence, in_words, is_fact=True)
    for kind, sentence in ABOUT_JOINING.items():
        kinds.register(kind, sentence, in_words, is_fact=True)
    for kind, sentence in ABOUT_LOGOS.items():
        kinds.register(kind, sentence, is_fact=False)
    for kind, sentence in ABOUT_HOUSE_RULES.items():
        kinds.register(kind, sentence, house_rules_in_words, is_fact=True)


def house_rules_in_words(data: kinds.Data) -> dict[str, Any]:
    """Put the game, and the options that changed, into the active language."""
    game = games.variant_named(str(data.get("variant")))
    words: dict[str, Any] = {
        "game": games.render_sentence(game.label) if game else data.get("variant")
    }
    if isinstance(data.get("changes"), dict):
        options = {option.name: option for option in game.options} if game else {}
        words["changes"] = _("; ").join(
            _rule_change(name, options.get(name), *pair) for name, pair in data["changes"].items()
        )
    return words


def _rule_change(name: str, option: Option | None, before: Any, after: Any) -> str:
    if option is None:
        return _change(name, before, after)
    return _("%(field)s: %(before)s → %(after)s") % {
        "field": games.render_sentence(option.label),
        "before": games.value_in_words(option, before),
        "after": games.value_in_words(option, after),
    }


def in_words(data: kinds.Data) -> dict[str, Any]:
    """Put roles and the names of changed fields into the active language."""
    words: dict[str, Any] = {
        key: Role(data[key]).label for key in ("role", "before") if data.get(key) in Role.values
    }
    if isinstance(data.get("changes"), dict):
        words["changes"] = _("; ").join(
            _change(name, *pair) for name, pair in data["changes"].items()
        )
    return words


def _change(name: str, before: Any, after: Any) -> str:
    return _("%(field)s: %(before)s → %(after)s") % {
        "field": _label(name),
        "before": _value(before),
        "after": _value(after),
    }


def _label(name: str) -> str:
    for model in (Player, Club, Joining):
        if name in {field.name for field in model._meta.fields}:
            return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
    return name


def _value(value: Any) -> str:
    match value:
        case True:
            return _("yes")
        case False:
            return _("no")
        case "" | None:
            return "–"
    return str(value)
