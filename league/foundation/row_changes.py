"""Triggers that note in `updated_at` when a row was last changed, declared once for all tables.

The database notes it, whatever writes: a service, a change of many rows, or a hand at the database.
"""


def noting(table: str, row: str) -> tuple[str, str]:
    """Return the SQL that lets a table note its changes, and the SQL that undoes it.

    `row` is what a row is called in the names of triggers.
    """
    note = f"""
CREATE FUNCTION {table}_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER {row}_updated BEFORE INSERT OR UPDATE ON {table}
    FOR EACH ROW EXECUTE FUNCTION {table}_updated();
"""
    forget = f"""
DROP TRIGGER {row}_updated ON {table};
DROP FUNCTION {table}_updated;
"""
    return note, forget
