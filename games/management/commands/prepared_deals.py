"""Recompute prepared deals from their published seed, as docs/prepared-deals.md explains."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games import services as games
from games.engine.errors import RulesetRefused

MOST = 1_000


class Command(BaseCommand):
    help = "Print the deals that a seed gives, one JSON object a line, as records begin."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("seed", help="64 hexadecimal digits, as published after the session")
        parser.add_argument("--variant", required=True, help="the game, such as pitch")
        parser.add_argument("--preset", help="the rules the event plays by")
        parser.add_argument("--players", type=int, help="how many sit at a table")
        parser.add_argument("--options", default="{}", help="options that differ, as JSON")
        parser.add_argument("--deals", default="1", help="one number, or a range such as 1-24")
        parser.add_argument(
            "--purpose", help="what the seed was made for: prints what was published before"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        seed = options["seed"]
        if not games.is_seed(seed):
            raise CommandError(_("A seed is 64 hexadecimal digits in small letters."))
        try:
            changed = json.loads(options["options"])
            ruleset = games.ruleset(
                options["variant"], options["preset"], changed, options["players"]
            )
        except ValueError as fault:
            reason = (
                games.render_sentence(fault.sentence)
                if isinstance(fault, RulesetRefused)
                else fault
            )
            raise CommandError(games.whole_sentence(str(reason))) from fault
        if options["purpose"] is not None:
            self.stdout.write(games.commitment_of(seed, options["purpose"]))
        for number in _numbers(options["deals"]):
            deal = games.prepared_deal(ruleset, seed, number)
            self.stdout.write(json.dumps({"deal": number, **deal.as_record()}))


def _numbers(text: str) -> range:
    first, _dash, last = text.partition("-")
    last = last or first
    if first.isdecimal() and last.isdecimal() and 0 < int(first) <= int(last) < int(first) + MOST:
        return range(int(first), int(last) + 1)
    raise CommandError(
        _("Give one number, or a range such as 1-24 of at most %(most)d deals.") % {"most": MOST}
    )
