"""People and clubs stand in the journal by number: their names are joined when it is read.

A name that is nobody's now, or that several have, stays as the text that it is. So many rows are
changed in one transaction, and what was changed already stays as it is.
"""

from django.db import migrations, transaction

AT_ONCE = 5_000
# what may be changed is said by the setting `tricktable.erasing`, as league/personal_data has it
FINAL = """
CREATE OR REPLACE FUNCTION refuse_change_of_happening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND is_erasing('club') THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'DELETE' AND is_erasing('passed') THEN
        IF OLD.at < now() - interval '29 days' THEN
            RETURN OLD;
        END IF;
    END IF;
    IF TG_OP = 'UPDATE' AND is_erasing('words') THEN
        IF (NEW.id, NEW.at, NEW.kind, NEW.club_id, NEW.event_id, NEW.stage_id, NEW.subject_type,
            NEW.subject_id, NEW.actor_user_id, NEW.actor_players, NEW.via,
            shape_of_json(NEW.data))
           IS NOT DISTINCT FROM
           (OLD.id, OLD.at, OLD.kind, OLD.club_id, OLD.event_id, OLD.stage_id, OLD.subject_type,
            OLD.subject_id, OLD.actor_user_id, OLD.actor_players, OLD.via,
            shape_of_json(OLD.data))
        THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP
        USING ERRCODE = 'check_violation', CONSTRAINT = 'happening_is_final';
END $$;
"""
FOR_NOW = FINAL.replace(
    "    RAISE",
    """    IF TG_OP = 'UPDATE' AND is_erasing('numbers') THEN
        RETURN NEW;
    END IF;
    RAISE""",
)
KEYS = {
    "players": "player other goes stays partner entry absent stands_in_for",
    "accounts": "member account owner",
    "clubs": "club association from_club to_club",
}
BY_NAME = r"""
CREATE FUNCTION player_called(club bigint, called text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce(
        (SELECT min(id) FROM clubs_player
            WHERE club_id = club AND lower(name) = lower(called) AND name = called
                AND merged_into_id IS NULL
            HAVING count(*) = 1),
        (SELECT min(id) FROM clubs_player WHERE club_id = club AND name = called
            HAVING count(*) = 1)
    )
$$;
CREATE FUNCTION players_called(club bigint, called text) RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN player_called(club, called) IS NOT NULL
        THEN ARRAY[player_called(club, called)]
        ELSE (
            SELECT array_agg(player_called(club, name) ORDER BY place)
            FROM regexp_split_to_table(called, ' & |・') WITH ORDINALITY AS part (name, place)
            HAVING bool_and(player_called(club, name) IS NOT NULL)
        ) END
$$;
CREATE FUNCTION account_called(club bigint, called text) RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(id) FROM clubs_user
    WHERE coalesce(nullif(name, ''), email) = called
        AND (id IN (SELECT user_id FROM clubs_member WHERE club_id = club)
            OR id IN (SELECT user_id FROM clubs_player WHERE club_id = club))
    HAVING count(*) = 1
$$;
CREATE FUNCTION club_called(club bigint, called text) RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(id) FROM clubs_club WHERE name = called HAVING count(*) = 1
$$;
CREATE FUNCTION by_number(club bigint, kind text, data jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT data || coalesce(jsonb_object_agg(key, jsonb_build_object(mark, numbers)), '{}')
    FROM jsonb_each_text(data) AS said (key, called)
    CROSS JOIN LATERAL (
        SELECT CASE WHEN key = ANY(%(players)s)
                OR key = 'before' AND kind ~ '^(seat|entry)\.'
                OR key = 'name' AND kind ~ '^season\.'
                OR key = 'names' AND kind ~ '^presence\.' THEN '$player'
            WHEN key = ANY(%(accounts)s) THEN '$user'
            WHEN key = ANY(%(clubs)s) THEN '$club' END
    ) AS marked (mark)
    CROSS JOIN LATERAL (
        SELECT CASE mark WHEN '$player' THEN players_called(club, called)
            WHEN '$user' THEN account_called(club, called)
            WHEN '$club' THEN club_called(club, called) END
    ) AS found (numbers)
    WHERE jsonb_typeof(data -> key) = 'string' AND numbers IS NOT NULL
$$;
"""
for name, keys in KEYS.items():
    BY_NAME = BY_NAME.replace(f"%({name})s", f"'{{{keys.replace(' ', ',')}}}'")
BY_NAME_NO_MORE = """
DROP FUNCTION by_number, club_called, account_called, players_called, player_called;
"""
# also where what made them before was cut off
MAKE_BY_NAME = BY_NAME_NO_MORE.replace("FUNCTION", "FUNCTION IF EXISTS") + BY_NAME
ACCOUNTS = """
UPDATE journal_happening SET actor_name = '' FROM clubs_user
WHERE journal_happening.id BETWEEN %s AND %s AND clubs_user.id = actor_user_id
    AND actor_name = coalesce(nullif(name, ''), email)
"""
PLAYERS = """
UPDATE journal_happening SET actor_name = '', actor_players = players_called(club_id, actor_name)
WHERE id BETWEEN %s AND %s AND actor_user_id IS NULL AND via <> 'system' AND actor_name <> ''
    AND players_called(club_id, actor_name) IS NOT NULL
"""
DATA = """
UPDATE journal_happening SET data = by_number(club_id, kind, data)
WHERE id BETWEEN %s AND %s AND data <> by_number(club_id, kind, data)
"""


def put_numbers_for_names(apps, schema_editor):
    alias = schema_editor.connection.alias
    with schema_editor.connection.cursor() as cursor:
        first = 0
        while first is not None:
            with transaction.atomic(alias):
                cursor.execute("SELECT set_config('tricktable.erasing', 'numbers', true)")
                for statement in (ACCOUNTS, PLAYERS, DATA):
                    cursor.execute(statement, [first, first + AT_ONCE - 1])
            first += AT_ONCE
            cursor.execute("SELECT min(id) FROM journal_happening WHERE id >= %s", [first])
            (first,) = cursor.fetchone()


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("journal", "0013_actors_by_number"),
        ("clubs", "0025_mails_and_guests"),
        ("personal_data", "0002_what_has_passed"),
    ]

    operations = [
        migrations.RunSQL(FOR_NOW, migrations.RunSQL.noop),
        migrations.RunSQL(MAKE_BY_NAME),
        migrations.RunPython(put_numbers_for_names),
        migrations.RunSQL(BY_NAME_NO_MORE),
        migrations.RunSQL(FINAL, migrations.RunSQL.noop),
    ]
