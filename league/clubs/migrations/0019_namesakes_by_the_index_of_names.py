"""The trigger that numbers players of one name reads the index of names, whatever is known.

Where statistics say that a club has hardly anybody, as on a new site, the index of clubs looks as
good and is lower: each who came read all players of the club. Only the index of names gives its
rows in the order of their numbers; with sorting made dear, no other one is chosen.
"""

from django.db import migrations

NUMBER = """
CREATE OR REPLACE FUNCTION clubs_player_namesake() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    taken integer;
BEGIN
    IF NEW.merged_into_id IS NOT NULL THEN
        NEW.namesake := 0;
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND lower(NEW.name) <> lower(OLD.name) THEN
        NEW.namesake := 0;
    END IF;
    SELECT namesake INTO taken FROM clubs_player
    WHERE club_id = NEW.club_id AND merged_into_id IS NULL
    AND lower(name) = lower(NEW.name) AND namesake >= NEW.namesake AND id <> NEW.id
    ORDER BY namesake LIMIT 1;
    IF taken = NEW.namesake THEN
        SELECT namesake + 1 INTO NEW.namesake FROM clubs_player
        WHERE club_id = NEW.club_id AND merged_into_id IS NULL
        AND lower(name) = lower(NEW.name) AND id <> NEW.id
        ORDER BY namesake DESC LIMIT 1;
    END IF;
    RETURN NEW;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("clubs", "0018_numbering_reads_its_index")]

    # the function before does the same, but may read more
    operations = [migrations.RunSQL(NUMBER, migrations.RunSQL.noop)]
