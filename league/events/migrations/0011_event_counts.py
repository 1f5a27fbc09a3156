"""How many events a club has in each state, counted by the database as events change."""

import django.db.models.deletion
from django.db import migrations, models

# rows are changed in one order, so that two changes in a club never wait for each other
COUNT = """
CREATE FUNCTION events_one_more(club bigint, seen_by varchar, is_now varchar) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO events_eventcount (club_id, visibility, state, events)
    VALUES (club, seen_by, is_now, 1)
    ON CONFLICT (club_id, visibility, state)
    DO UPDATE SET events = events_eventcount.events + 1
$$;
CREATE FUNCTION events_one_less(club bigint, seen_by varchar, was varchar) RETURNS void
LANGUAGE sql AS $$
    UPDATE events_eventcount SET events = events - 1
    WHERE club_id = club AND visibility = seen_by AND state = was
$$;

CREATE FUNCTION events_event_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM events_one_more(NEW.club_id, NEW.visibility, NEW.state);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM events_one_less(OLD.club_id, OLD.visibility, OLD.state);
    ELSIF (OLD.club_id, OLD.visibility, OLD.state) < (NEW.club_id, NEW.visibility, NEW.state) THEN
        PERFORM events_one_less(OLD.club_id, OLD.visibility, OLD.state);
        PERFORM events_one_more(NEW.club_id, NEW.visibility, NEW.state);
    ELSIF (OLD.club_id, OLD.visibility, OLD.state) > (NEW.club_id, NEW.visibility, NEW.state) THEN
        PERFORM events_one_more(NEW.club_id, NEW.visibility, NEW.state);
        PERFORM events_one_less(OLD.club_id, OLD.visibility, OLD.state);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER event_counted
    AFTER INSERT OR DELETE OR UPDATE OF club_id, visibility, state ON events_event
    FOR EACH ROW EXECUTE FUNCTION events_event_counted();
"""

FORGET = """
DROP TRIGGER event_counted ON events_event;
DROP FUNCTION events_event_counted;
DROP FUNCTION events_one_more;
DROP FUNCTION events_one_less;
"""

# after the trigger is there, which lets nobody else write events until this is committed
COUNT_WHAT_THERE_IS = """
INSERT INTO events_eventcount (club_id, visibility, state, events)
SELECT club_id, visibility, state, count(*) FROM events_event GROUP BY 1, 2, 3
"""


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0008_clubs_by_name"),
        ("events", "0010_lists_of_all_clubs"),
    ]

    operations = [
        migrations.CreateModel(
            name="EventCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "everybody"),
                            ("unlisted", "anyone with the link"),
                            ("members", "members of the club"),
                            ("hidden", "owners, directors and scorers"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "being set up"),
                            ("open", "open for entries"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("archived", "archived"),
                        ],
                        max_length=10,
                    ),
                ),
                ("events", models.PositiveIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_counts",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "visibility", "state"), name="events_counted_once"
                    )
                ],
            },
        ),
        migrations.RunSQL(COUNT, FORGET),
        migrations.RunSQL(COUNT_WHAT_THERE_IS, migrations.RunSQL.noop),
    ]
