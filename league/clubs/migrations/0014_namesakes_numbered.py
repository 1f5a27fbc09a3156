"""Players of one name are numbered: those of now, and by a trigger whoever comes; made while the
site goes on. It can be run again where it was broken off."""

from django.db import migrations, models
from django.db.models.functions import Lower

AT_ONCE = 500
NUMBER = """
CREATE OR REPLACE FUNCTION clubs_player_namesake() RETURNS trigger LANGUAGE plpgsql
-- a plan that was made while the table was small is kept: it must read the index all the same
SET enable_seqscan = off AS $$
BEGIN
    IF NEW.merged_into_id IS NOT NULL THEN
        NEW.namesake := 0;
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND lower(NEW.name) <> lower(OLD.name) THEN
        NEW.namesake := 0;
    END IF;
    IF EXISTS (
        SELECT 1 FROM clubs_player WHERE club_id = NEW.club_id AND merged_into_id IS NULL
        AND lower(name) = lower(NEW.name) AND namesake = NEW.namesake AND id <> NEW.id
    ) THEN
        SELECT 1 + max(namesake) INTO NEW.namesake FROM clubs_player
        WHERE club_id = NEW.club_id AND merged_into_id IS NULL
        AND lower(name) = lower(NEW.name) AND id <> NEW.id;
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER player_namesake
    BEFORE INSERT OR UPDATE OF name, namesake, merged_into_id, club_id ON clubs_player
    FOR EACH ROW EXECUTE FUNCTION clubs_player_namesake();
"""
NO_NUMBERS = """
DROP TRIGGER player_namesake ON clubs_player;
DROP FUNCTION clubs_player_namesake;
"""
THE_SAME = """
SELECT id FROM (
    SELECT id, namesake, row_number() OVER (
        PARTITION BY club_id, lower(name), namesake ORDER BY id
    ) AS place FROM clubs_player WHERE merged_into_id IS NULL
) AS placed WHERE place > 1 ORDER BY id
"""
INDEX = "player_name_once_in_a_club"
UNIQUE = f"""
CREATE UNIQUE INDEX CONCURRENTLY {INDEX}
    ON clubs_player (club_id, (lower(name)), namesake) WHERE merged_into_id IS NULL
"""


def number_namesakes(apps, schema_editor):
    """Number those who have a name that another one had before them; the trigger says how."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(THE_SAME)
        ids = [pk for (pk,) in cursor.fetchall()]
        for start in range(0, len(ids), AT_ONCE):
            batch = ids[start : start + AT_ONCE]
            cursor.execute(
                "UPDATE clubs_player SET namesake = namesake WHERE id = ANY(%s)", [batch]
            )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("clubs", "0013_names_told_apart")]

    operations = [
        migrations.RunSQL(NUMBER, NO_NUMBERS),
        migrations.RunPython(number_namesakes, migrations.RunPython.noop, elidable=True),
        migrations.RunSQL(f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}", migrations.RunSQL.noop),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(UNIQUE, f"DROP INDEX CONCURRENTLY IF EXISTS {INDEX}")
            ],
            state_operations=[
                migrations.AddConstraint(
                    model_name="player",
                    constraint=models.UniqueConstraint(
                        "club",
                        Lower("name"),
                        "namesake",
                        condition=models.Q(merged_into__isnull=True),
                        name=INDEX,
                    ),
                )
            ],
        ),
    ]
