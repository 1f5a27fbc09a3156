"""The tree: what two tests need stands in a module of its own, and names tell modules apart."""

import ast
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent

# The same few names in each folder of a subject or of a face, and what Python and Django look for.
OF_A_SUBJECT = {
    "__init__", "__main__", "apps", "forms", "happenings", "models", "permissions", "selectors",
    "serializers", "services", "subscriber", "tasks", "urls", "views",
}  # fmt: skip
# What games consist of, and the parts of the engine that each of them fills in.
OF_A_GAME = {
    "auction", "conventions", "deal", "exchange", "figures", "game", "meld_sheet", "options",
    "phases", "play", "player", "presets", "rule_sheet", "rules_in_short", "score", "state",
    "steps", "summary", "summary_fields",
}  # fmt: skip
# Found by the name that people type: commands, and what is measured.
TYPED = ("/management/commands/", "deploy/bench/parts/")


def modules_imported_by(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from (f"{module}.{name.name}" for name in node.names)


def is_test_module(name):
    """Return whether an import names a module of tests, or something in one."""
    return any(
        part.startswith("test_") and TESTS.parent.joinpath(*parts[:at], f"{part}.py").is_file()
        for parts in [name.split(".")]
        for at, part in enumerate(parts)
    )


def test_no_test_imports_from_a_module_of_tests():
    assert is_test_module(f"tests.{Path(__file__).stem}.TESTS")
    assert [
        f"{path.relative_to(TESTS)}: {name}"
        for path in sorted(TESTS.rglob("*.py"))
        for name in modules_imported_by(path)
        if is_test_module(name)
    ] == []


def names_of_modules():
    """Yield the names that no two modules may share."""
    for folder in ("games", "league", "deploy"):
        for path in ROOT.joinpath(folder).rglob("*.py"):
            where = path.relative_to(ROOT).as_posix()
            is_of_a_game = where.startswith("games/engine/") and path.stem in OF_A_GAME
            if not (
                is_of_a_game
                or path.stem in OF_A_SUBJECT
                or "/migrations/" in where
                or any(typed in where for typed in TYPED)
            ):
                yield path.stem


def test_no_name_of_a_module_stands_three_times_but_those_agreed():
    counted = Counter(names_of_modules())
    assert {name for name, count in counted.items() if count > 2} == set()


def test_the_agreed_names_are_those_of_the_plan_of_the_house():
    plan = ROOT.joinpath("docs", "architecture.md").read_text()
    assert [name for name in sorted(OF_A_SUBJECT | OF_A_GAME) if f"`{name}`" not in plan] == []
