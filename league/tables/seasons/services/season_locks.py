"""One change of a season's table at a time, and none after its moves are signed."""

from django.utils.translation import gettext as _

from league.foundation.refusal import Refused
from league.play.events.models import Season
from league.tables.seasons.models import SeasonRules, SignedMoves


class SeasonSigned(Refused):
    """The moves of the season are signed, so its rules, divisions and handicaps cannot change."""

    code = "season_signed"


def lock_season(season: Season) -> SeasonRules:
    """Return the season's rules, held until the transaction ends."""
    SeasonRules.objects.get_or_create(season=season)
    return SeasonRules.objects.select_for_update(no_key=True, of=("self",)).get(season=season)


def lock_unsigned(season: Season) -> SeasonRules:
    """Do what `lock_season` does. Raises SeasonSigned once the moves are signed."""
    rules = lock_season(season)
    if SignedMoves.objects.filter(season=season).exists():
        raise SeasonSigned(
            _("The moves after %(season)s are signed. Withdraw the signature to change this.")
            % {"season": season.name}
        )
    return rules


def count_change(rules: SeasonRules) -> None:
    rules.version += 1
    rules.save(update_fields=["version"])
