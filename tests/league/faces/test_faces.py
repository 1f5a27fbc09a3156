"""What the faces (pages and API) leave to the services of their subjects."""

import ast
from pathlib import Path

import pytest

import league.faces

pytestmark = pytest.mark.long

FACES_HOME = Path(league.faces.__file__).parent
FACES = ("desk", "public", "api", "table")


@pytest.mark.parametrize("face", FACES)
def test_a_face_begins_no_transaction(face):
    """One act is one service, so that every face does the whole of it or nothing."""
    begins = [
        str(path.relative_to(FACES_HOME))
        for path in sorted((FACES_HOME / face).rglob("*.py"))
        if _knows_transactions(ast.parse(path.read_text()))
    ]
    assert begins == []


def _knows_transactions(module: ast.Module) -> bool:
    for node in ast.walk(module):
        match node:
            case ast.ImportFrom(module="django.db.transaction"):
                return True
            case ast.ImportFrom(module="django.db", names=names) | ast.Import(names=names) if any(
                one.name in ("transaction", "django.db.transaction") for one in names
            ):
                return True
            case ast.Attribute(attr="transaction"):
                return True
    return False
