"""The page of rule codes in docs/, written from the engine's list in one language."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

from games.engine.variants import CODE_GROUPS
from games.sentences import say
from games.wording import render_sentence

TITLE = say("Rule codes")
ABOUT = say(
    "A refused deal, summary, game or ruleset names the rule that was broken by a code. Codes "
    "mean the same in all games and never change; the message beside a code is a sentence with "
    "the numbers of the case. This list says where to look first."
)
CODE, LOOK_AT = say("code"), say("what to look at")


class Command(BaseCommand):
    help = "Print docs/rule-codes.<language>.md: every code of a refusal with what to look at."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", choices=languages, default="ja")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(options["language"]):
            self.stdout.write(page(), ending="")


def page() -> str:
    """Return the page in the active language, as Markdown."""
    lines = [f"# {render_sentence(TITLE)}", "", render_sentence(ABOUT)]
    for group in CODE_GROUPS:
        lines += ["", f"## {render_sentence(group.label)}", ""]
        lines += [f"| {render_sentence(CODE)} | {render_sentence(LOOK_AT)} |", "| --- | --- |"]
        lines += [f"| `{code}` | {render_sentence(about)} |" for code, about in group.codes.items()]
    return "\n".join(lines) + "\n"
