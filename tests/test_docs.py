"""Decisions have one form, and the list of pages names each with its title."""

import re
from pathlib import Path

import pytest
from django.conf import settings

DOCS = Path(settings.BASE_DIR) / "docs"
DECISIONS = sorted((DOCS / "decisions").iterdir())


def title_of(decision: Path) -> str:
    return decision.read_text().partition("\n")[0]


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda path: path.name)
def test_a_decision_has_its_number_a_question_a_choice_and_a_cost(decision):
    assert re.fullmatch(rf"# {decision.name[:4]}\. \S.*", title_of(decision))
    begins = re.findall(r"^\*\*(Question|Choice|Cost)\.\*\* ?", decision.read_text(), re.M)
    assert begins[0] == "Question"
    assert begins[-1] == "Cost"
    assert "Choice" in begins


def test_the_list_of_pages_names_every_decision_with_its_title():
    listed = re.findall(
        r"^- \[(\d+)\]\(decisions/(.+)\): (.+)$", (DOCS / "README.md").read_text(), re.M
    )

    assert listed == [
        (path.name[:4], path.name, title_of(path).partition(". ")[2]) for path in DECISIONS
    ]
