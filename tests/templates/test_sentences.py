"""Sentences of the templates that are wrong whatever is put into them."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"
# a time ends with a full stop of its own: "5:17 a.m."
TIMES = re.compile(r'(\w+)=[\w.]+\|(?:time:"TIME_FORMAT"|date:"DATETIME_FORMAT")')
BLOCKS = re.compile(r"{% blocktranslate (.*?)%}(.*?){% endblocktranslate %}", re.DOTALL)


def test_no_full_stop_follows_a_time() -> None:
    wrong = [
        (path.name, sentence)
        for path in sorted(TEMPLATES.rglob("*.html"))
        for given, sentence in BLOCKS.findall(path.read_text())
        for name in TIMES.findall(given)
        if re.search(rf"{{{{ {name} }}}}\.", sentence)
    ]

    assert wrong == []
