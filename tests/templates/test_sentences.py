"""Sentences of the templates that are wrong whatever is put into them."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[2] / "templates"
# a time ends with a full stop of its own: "5:17 a.m."
TIMES = re.compile(r'(\w+)=[\w.]+\|(?:time:"TIME_FORMAT"|date:"DATETIME_FORMAT")')
BLOCKS = re.compile(r"{% blocktranslate (.*?)%}(.*?){% endblocktranslate %}", re.DOTALL)


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_full_stop_follows_a_time(path: Path) -> None:
    for given, sentence in BLOCKS.findall(path.read_text()):
        for name in TIMES.findall(given):
            assert not re.search(rf"{{{{ {name} }}}}\.", sentence), sentence
