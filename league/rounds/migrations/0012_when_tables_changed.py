"""When each table was last changed, with its seats; noted by the database."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Now

from league.row_changes import noting

# once a statement: a draw writes the seats of all its tables
OF_SEATS = """
CREATE FUNCTION rounds_seats_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- a table made in the same transaction was noted already
    UPDATE rounds_table SET updated_at = clock_timestamp()
    WHERE id IN (SELECT table_id FROM changed) AND updated_at < now();
    RETURN NULL;
END $$;
CREATE TRIGGER seats_made AFTER INSERT ON rounds_seat
    REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rounds_seats_updated();
CREATE TRIGGER seats_updated AFTER UPDATE ON rounds_seat
    REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rounds_seats_updated();
CREATE TRIGGER seats_gone AFTER DELETE ON rounds_seat
    REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION rounds_seats_updated();
"""

FORGET_SEATS = """
DROP TRIGGER seats_made ON rounds_seat;
DROP TRIGGER seats_updated ON rounds_seat;
DROP TRIGGER seats_gone ON rounds_seat;
DROP FUNCTION rounds_seats_updated;
"""


class Migration(migrations.Migration):
    dependencies = [("rounds", "0011_when_rounds_changed")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="updated_at",
            field=models.DateTimeField(
                db_default=Now(), default=django.utils.timezone.now, editable=False
            ),
        ),
        migrations.RunSQL(*noting("rounds_table", "table")),
        migrations.RunSQL(OF_SEATS, FORGET_SEATS),
    ]
