"""`python -m deploy.workshop.check.locking_migrations`: what would stop a site that runs.

A release is put in place while the one before answers people: a statement must not keep a large
table locked while it reads or writes all of it, nor take away what the other release still uses
(docs/decisions/0020-running-a-site.md). Those that may stand for a reason are listed.
"""

import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from deploy.run.embedded.servers import Servers
from deploy.site.data_folder import places_for

ACCEPTED = Path(__file__).with_name("accepted_migrations.txt")
OURS = ("deploy", "games", "league")

NAME = r'"?(?P<table>[\w.]+)"?'
ALTER = rf"ALTER TABLE (?:IF EXISTS )?(?:ONLY )?{NAME} .*?"
# what a statement does, and what to do instead; of tables that the same migration makes nothing is
# said, but for what takes something away
LOCKS: tuple[tuple[str, str], ...] = (
    (
        rf"CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON {NAME}",
        "builds an index while nobody can write: use AddIndexConcurrently, in a migration with"
        " atomic = False",
    ),
    (
        ALTER + r"ADD CONSTRAINT \S+ (?:UNIQUE|PRIMARY KEY|EXCLUDE)(?! USING INDEX)",
        "builds an index while nobody can write: build a unique index concurrently first, then add"
        " the constraint USING INDEX",
    ),
    (
        ALTER
        + r"ADD (?:COLUMN .*? )?CONSTRAINT \S+ (?:CHECK|FOREIGN KEY|REFERENCES)(?!.*NOT VALID)",
        "reads the whole table while nobody can write: use AddConstraintNotValid, and"
        " ValidateConstraint in a migration of its own",
    ),
    (
        ALTER + r"ADD COLUMN (?!.*\bDEFAULT\b)(?!.*\bGENERATED\b).*\bNOT NULL",
        "fails where there are rows: give the column a db_default, or allow null",
    ),
    (
        ALTER + r"ADD COLUMN .*\bGENERATED\b.*\bSTORED",
        "rewrites the whole table while nobody can read: add a plain column and fill it",
    ),
    (
        ALTER + r"ALTER COLUMN \S+ (?:SET DATA )?TYPE",
        "may rewrite the whole table while nobody can read: add a column of the new type",
    ),
    (
        ALTER + r"ALTER COLUMN \S+ SET NOT NULL",
        "reads the whole table while nobody can read: validate a check constraint first",
    ),
    (
        ALTER + r"SET (?:UNLOGGED|LOGGED|TABLESPACE)",
        "rewrites the whole table while nobody can read",
    ),
    (
        rf"(?:UPDATE|DELETE FROM) {NAME}",
        "changes rows of the whole table in one transaction: do it in batches, by RunPython in a"
        " migration of its own with atomic = False, or by a job",
    ),
    (rf"(?:VACUUM FULL|CLUSTER|REINDEX (?!.*CONCURRENTLY)|LOCK).*?{NAME}", "locks the whole table"),
)
TAKES_AWAY: tuple[tuple[str, str], ...] = (
    (
        r"ALTER TABLE .* ALTER COLUMN \S+ DROP DEFAULT",
        "lets the release before fail when it adds a row: give the column a db_default",
    ),
    (
        r"ALTER TABLE .* (?:DROP COLUMN|RENAME)|DROP TABLE",
        "takes away what the release before still uses: do it in the release after this one",
    ),
)
MAKES = re.compile(r'CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(?P<table>[\w.]+)"?', re.I)
RUN_PYTHON = re.compile(r"-- Raw Python operation", re.I)
COMMENT = re.compile(r"--[^\n]*")
BODY = re.compile(r"(\$\w*\$).*?\1", re.S)


def faults_in(statements: Iterable[str], *, is_atomic: bool) -> Iterator[str]:
    """Yield what is wrong with the statements of a migration, one sentence each."""
    made: set[str] = set()
    for text in statements:
        if is_atomic and not made and RUN_PYTHON.search(text):
            yield "RunPython\n      holds its locks to the end: give the migration atomic = False."
        for statement in single(text):
            made |= {found["table"].lower() for found in MAKES.finditer(statement)}
            yield from (f"{statement[:100]}\n      {why}." for why in _reasons(statement, made))


def single(text: str) -> Iterator[str]:
    """Yield the statements of a text on a line each, without comments and bodies of functions."""
    for statement in BODY.sub("$$", COMMENT.sub("", text)).split(";"):
        if words := statement.split():
            yield " ".join(words)


def _reasons(statement: str, made: set[str]) -> Iterator[str]:
    for pattern, why in LOCKS:
        found = re.match(pattern, statement, re.I)
        if found and found["table"].lower() not in made:
            yield why
    for pattern, why in TAKES_AWAY:
        if re.match(pattern, statement, re.I):
            yield why


def accepted() -> set[str]:
    lines = (line.partition("#")[0].strip() for line in ACCEPTED.read_text().splitlines())
    return {line for line in lines if line}


def check_all() -> list[str]:
    """Return a paragraph for each migration of ours that is not accepted and has a fault.

    Names that are accepted and do not exist are faults, too.
    """
    # the settings are read when the server is there
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(connection, replace_migrations=False)
    names = {
        f"{app}.{name}": (app, name)
        for (app, name), migration in sorted(loader.disk_migrations.items())
        if type(migration).__module__.split(".")[0] in OURS
    }
    unknown = sorted(accepted() - set(names))
    found = [f"{name} is accepted in {ACCEPTED.name} and does not exist." for name in unknown]
    for name in sorted(set(names) - accepted()):
        migration = loader.get_migration(*names[name])
        statements = loader.collect_sql([(migration, False)])
        faults = [*faults_in(statements, is_atomic=migration.atomic)]
        found += [f"{name}:", *(f"  {fault}" for fault in faults)] if faults else []
    return found


def main() -> int:
    import django

    with tempfile.TemporaryDirectory(prefix="tt-") as folder:
        places = places_for(folder)
        with Servers(places, fast=True, with_broker=False):
            from django.conf import settings

            settings.DATABASES["default"]["HOST"] = str(places.sockets)
            django.setup()
            faults = check_all()
    print("\n".join(faults) or "No new migration stops a site that runs.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
