"""The plan of a large file as a worker keeps it: lines that pages show, and how many there are."""

from dataclasses import asdict
from typing import Any, TypeAlias

import orjson
from django.utils.translation import gettext as _

from league.clubs.services import Fate
from league.foundation.refusal import Refused
from league.office.imports.kind import Plan, PlannedRow, Question

Kept: TypeAlias = "bytes | memoryview[int] | None"
MOST_ROWS = 200  # and as many of those that are left out
MOST_QUESTIONS = 100


class NotReadYet(Refused):
    """A worker has not read the file yet, or not planned it as it was chosen."""

    code = "not_read_yet"

    def __init__(self) -> None:
        super().__init__(_("The file is not read yet. Look again when it is."))


def plan_as_json(plan: Plan) -> dict[str, Any]:
    """Return what is kept of a plan, its sentences in the active language."""
    bad = [row for row in plan.rows if row.fate == Fate.BAD][:MOST_ROWS]
    first = plan.rows[:MOST_ROWS]
    rows = [*first, *(row for row in bad if row not in first)]
    return {
        "rows": [{**asdict(row), "fate": row.fate.value, "words": str(row.words)} for row in rows],
        "questions": [asdict(question) for question in plan.questions[:MOST_QUESTIONS]],
        "also": [str(sentence) for sentence in plan.also],
        "counts": {fate.value: plan.count(fate) for fate in Fate},
    }


def is_plan_of(kept: Kept, *, mark: str) -> bool:
    """Say whether a plan is kept, and is that of the file and the choices with this mark."""
    return kept is not None and bool(orjson.loads(bytes(kept))["mark"] == mark)


def kept_plan(kept: Kept, *, mark: str) -> Plan:
    """Return the plan as it was kept. Raises NotReadYet, or what refused the plan."""
    if kept is None or not is_plan_of(kept, mark=mark):
        raise NotReadYet
    stored = orjson.loads(bytes(kept))
    if "refused" in stored:
        raise Refused(stored["refused"], field=stored["field"])
    return Plan(
        rows=[PlannedRow(**row | {"fate": Fate(row["fate"])}) for row in stored["rows"]],
        questions=[Question(**question) for question in stored["questions"]],
        also=stored["also"],
        counts=stored["counts"],
    )
