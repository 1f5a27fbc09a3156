"""What columns alone cannot say about a club's people. Each trigger names its constraint."""

from django.db import migrations

KEEP_AN_OWNER = """
CREATE FUNCTION clubs_keep_an_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM clubs_club WHERE id = OLD.club_id)
       AND NOT EXISTS (
           SELECT 1 FROM clubs_member WHERE club_id = OLD.club_id AND role = 'owner')
    THEN
        RAISE EXCEPTION 'club % would be left without an owner', OLD.club_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'club_keeps_an_owner';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER club_keeps_an_owner AFTER UPDATE OR DELETE ON clubs_member
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION clubs_keep_an_owner();
"""

# at the end of the transaction, so that doubles may move in any order; what counts is the row then
MERGE_INTO_ONE_WHO_STAYS = """
CREATE FUNCTION clubs_player_merge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    now_into bigint := (SELECT merged_into_id FROM clubs_player WHERE id = NEW.id);
BEGIN
    IF now_into IS NOT NULL AND (
        NOT EXISTS (
            SELECT 1 FROM clubs_player
            WHERE id = now_into AND club_id = NEW.club_id AND merged_into_id IS NULL)
        OR EXISTS (SELECT 1 FROM clubs_player WHERE merged_into_id = NEW.id))
    THEN
        RAISE EXCEPTION 'player % can only be merged into one of the club who stays', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'player_merged_into_one_who_stays';
    END IF;
    IF TG_OP = 'UPDATE' AND NEW.club_id <> OLD.club_id THEN
        RAISE EXCEPTION 'player % stays in the club', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'player_stays_in_the_club';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER player_merge AFTER INSERT OR UPDATE ON clubs_player
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION clubs_player_merge();
"""

UNDO = """
DROP TRIGGER club_keeps_an_owner ON clubs_member;
DROP FUNCTION clubs_keep_an_owner();
DROP TRIGGER player_merge ON clubs_player;
DROP FUNCTION clubs_player_merge();
"""


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial")]

    operations = [migrations.RunSQL(KEEP_AN_OWNER + MERGE_INTO_ONE_WHO_STAYS, UNDO)]
