"""When each round was last changed, noted by the database."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Now

# whatever writes: a service, a change of many rows, or a hand at the database
NOTE = """
CREATE FUNCTION rounds_round_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER round_updated BEFORE INSERT OR UPDATE ON rounds_round
    FOR EACH ROW EXECUTE FUNCTION rounds_round_updated();
"""

FORGET = """
DROP TRIGGER round_updated ON rounds_round;
DROP FUNCTION rounds_round_updated;
"""


class Migration(migrations.Migration):
    dependencies = [("rounds", "0010_plain_words")]

    operations = [
        migrations.AddField(
            model_name="round",
            name="updated_at",
            field=models.DateTimeField(
                db_default=Now(), default=django.utils.timezone.now, editable=False
            ),
        ),
        migrations.RunSQL(NOTE, FORGET),
    ]
