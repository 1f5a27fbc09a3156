"""The tree: what two tests need stands in a module of its own."""

import ast
from pathlib import Path

TESTS = Path(__file__).parent


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
