"""Events, with what is frozen when, and which rows belong to the same event.

Columns that repeat a parent's parent (a member's event) are held to it by foreign keys over both
columns. The rest are triggers; each names its constraint, as a real one would.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
import league.play.events.models.entries
import league.play.events.models.events
import league.play.events.models.stages
from django.db import migrations, models

from league.foundation.row_changes import noting

SAME_EVENT = """
ALTER TABLE events_entry ADD CONSTRAINT entry_with_its_event UNIQUE (id, event_id);
ALTER TABLE events_entrymember ADD CONSTRAINT member_of_an_entry_of_the_event
    FOREIGN KEY (entry_id, event_id) REFERENCES events_entry (id, event_id)
    DEFERRABLE INITIALLY DEFERRED;
"""

EVENTS_EVENT_FROZEN = """
CREATE FUNCTION events_event_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state <> 'draft' AND
       (NEW.variant, NEW.preset, NEW.options, NEW.entry_kind, NEW.least_seats, NEW.most_seats)
       IS DISTINCT FROM
       (OLD.variant, OLD.preset, OLD.options, OLD.entry_kind, OLD.least_seats, OLD.most_seats)
    THEN
        RAISE EXCEPTION 'the rules of event % are frozen since it opened', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_ruleset_frozen_when_open';
    END IF;
    IF OLD.state NOT IN ('draft', 'open') AND
       (NEW.method, NEW.tiebreaks, NEW.table_play, NEW.deals_a_round, NEW.minutes_a_round)
       IS DISTINCT FROM
       (OLD.method, OLD.tiebreaks, OLD.table_play, OLD.deals_a_round, OLD.minutes_a_round)
    THEN
        RAISE EXCEPTION 'the scoring of event % is frozen since it runs', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_scoring_frozen_when_running';
    END IF;
    IF NEW.state = 'draft' AND OLD.state NOT IN ('draft', 'open') THEN
        RAISE EXCEPTION 'event % has run and cannot become a draft', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_that_ran_is_no_draft';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER event_frozen BEFORE UPDATE ON events_event
    FOR EACH ROW EXECUTE FUNCTION events_event_frozen();
"""

EVENTS_STAGE_FROZEN = """
CREATE FUNCTION events_stage_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.event_id <> OLD.event_id
       OR ((NEW.format, NEW.options) IS DISTINCT FROM (OLD.format, OLD.options)
           AND EXISTS (SELECT FROM rounds_round WHERE stage_id = OLD.id))
    THEN
        RAISE EXCEPTION 'the format of stage % is frozen by its rounds', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'stage_format_frozen_when_drawn';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER stage_frozen BEFORE UPDATE ON events_stage
    FOR EACH ROW EXECUTE FUNCTION events_stage_frozen();
"""

EVENTS_MEMBER_OF_CLUB = """
CREATE FUNCTION events_member_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT club_id FROM clubs_player WHERE id = NEW.player_id) IS DISTINCT FROM
       (SELECT club_id FROM events_event WHERE id = NEW.event_id)
    THEN
        RAISE EXCEPTION 'player % is of another club than event %', NEW.player_id, NEW.event_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'member_plays_in_the_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER member_of_club BEFORE INSERT OR UPDATE OF player_id, event_id ON events_entrymember
    FOR EACH ROW EXECUTE FUNCTION events_member_of_club();
"""

EVENTS_STAGE_ENTRY_OF_EVENT = """
CREATE FUNCTION events_stage_entry_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT event_id FROM events_entry WHERE id = NEW.entry_id) IS DISTINCT FROM
       (SELECT event_id FROM events_stage WHERE id = NEW.stage_id)
    THEN
        RAISE EXCEPTION 'entry % is of another event than stage %', NEW.entry_id, NEW.stage_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'stage_entry_of_the_event';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER stage_entry_of_event BEFORE INSERT OR UPDATE OF entry_id, stage_id
    ON events_stageentry FOR EACH ROW EXECUTE FUNCTION events_stage_entry_of_event();
"""

EVENTS_SEASON_OF_CLUB = """
CREATE FUNCTION events_season_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT club_id FROM events_season WHERE id = NEW.season_id) IS DISTINCT FROM NEW.club_id
    THEN
        RAISE EXCEPTION 'season % is of another club than event %', NEW.season_id, NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_season_of_the_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER season_of_club BEFORE INSERT OR UPDATE OF season_id, club_id ON events_event
    FOR EACH ROW WHEN (NEW.season_id IS NOT NULL) EXECUTE FUNCTION events_season_of_club();
"""

EVENTS_HOUSE_RULES_FROZEN = """
CREATE FUNCTION events_house_rules_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the house rules of event % are frozen since it opened', OLD.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'event_house_rules_frozen_when_open';
END $$;
CREATE TRIGGER house_rules_frozen BEFORE UPDATE OF house_rules_id ON events_event
    FOR EACH ROW
    WHEN (OLD.state <> 'draft' AND NEW.house_rules_id IS DISTINCT FROM OLD.house_rules_id)
    EXECUTE FUNCTION events_house_rules_frozen();
"""

EVENTS_HOUSE_RULES_OF_CLUB = """
CREATE FUNCTION events_house_rules_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT (club_id, variant) FROM clubs_houserules WHERE id = NEW.house_rules_id)
       IS DISTINCT FROM (NEW.club_id, NEW.variant)
    THEN
        RAISE EXCEPTION 'house rules % are of another club or game than event %',
            NEW.house_rules_id, NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'event_house_rules_of_the_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER house_rules_of_club
    BEFORE INSERT OR UPDATE OF house_rules_id, club_id, variant ON events_event
    FOR EACH ROW WHEN (NEW.house_rules_id IS NOT NULL)
    EXECUTE FUNCTION events_house_rules_of_club();
"""

EVENTS_ATTENDANCE_OF_CLUB = """
CREATE FUNCTION events_attendance_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT club_id FROM events_evening WHERE id = NEW.evening_id)
       IS DISTINCT FROM (SELECT club_id FROM clubs_player WHERE id = NEW.player_id)
    THEN
        RAISE EXCEPTION 'player % is of another club than evening %', NEW.player_id, NEW.evening_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'attendance_of_a_player_of_the_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER attendance_of_club
    BEFORE INSERT OR UPDATE OF evening_id, player_id ON events_attendance
    FOR EACH ROW EXECUTE FUNCTION events_attendance_of_club();
"""

EVENTS_EVENING_OF_CLUB = """
CREATE FUNCTION events_evening_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT club_id FROM events_event WHERE id = NEW.event_id) IS DISTINCT FROM NEW.club_id
    THEN
        RAISE EXCEPTION 'event % is of another club than evening %', NEW.event_id, NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'evening_and_event_of_one_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER evening_of_club
    BEFORE INSERT OR UPDATE OF event_id, club_id ON events_evening
    FOR EACH ROW WHEN (NEW.event_id IS NOT NULL) EXECUTE FUNCTION events_evening_of_club();
"""

EVENTS_RESERVE_OF_CLUB = """
CREATE FUNCTION events_reserve_of_club() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT club_id FROM events_event WHERE id = NEW.event_id)
       IS DISTINCT FROM (SELECT club_id FROM clubs_player WHERE id = NEW.player_id)
    THEN
        RAISE EXCEPTION 'player % is of another club than event %', NEW.player_id, NEW.event_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'reserve_plays_in_the_club';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER reserve_of_club BEFORE INSERT OR UPDATE OF event_id, player_id ON events_reserve
    FOR EACH ROW EXECUTE FUNCTION events_reserve_of_club();
"""

EVENTS_SUBSTITUTE_POINTS_FROZEN = """
CREATE FUNCTION events_substitute_points_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state NOT IN ('draft', 'open') AND NEW.substitute_points <> OLD.substitute_points
    THEN
        RAISE EXCEPTION 'who gets substitutes'' points is frozen since event % runs', OLD.id
            USING ERRCODE = 'check_violation',
                CONSTRAINT = 'event_substitute_points_frozen_when_running';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER substitute_points_frozen BEFORE UPDATE OF substitute_points ON events_event
    FOR EACH ROW EXECUTE FUNCTION events_substitute_points_frozen();
"""

EVENTS_QUALIFYING_FROM_EARLIER = """
CREATE FUNCTION events_qualifying_from_earlier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM events_stage stage JOIN events_stage source USING (event_id)
        WHERE stage.id = NEW.stage_id AND source.id = NEW.source_id
          AND source.number < stage.number
    ) THEN
        RAISE EXCEPTION 'stage % cannot be filled from stage %', NEW.stage_id, NEW.source_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'qualifying_from_an_earlier_stage';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER qualifying_from_earlier
    BEFORE INSERT OR UPDATE OF stage_id, source_id ON events_qualifying
    FOR EACH ROW EXECUTE FUNCTION events_qualifying_from_earlier();
"""

EVENTS_STAGE_ENTRY_STAYS = """
CREATE FUNCTION events_stage_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM events_qualifying WHERE stage_id = OLD.stage_id)
       AND EXISTS (
           SELECT FROM rounds_round WHERE stage_id = OLD.stage_id AND state <> 'drawn'
       )
    THEN
        RAISE EXCEPTION 'stage % has begun: who went through stays', OLD.stage_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'stage_filled_for_good_once_begun';
    END IF;
    RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER stage_entry_stays
    BEFORE DELETE OR UPDATE OF entry_id, seed, carried_points ON events_stageentry
    FOR EACH ROW EXECUTE FUNCTION events_stage_entry_stays();
"""

# rows are changed in one order, so that two changes in a club never wait for each other
EVENTS_ONE_MORE = """
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

# an entry changes with its members
EVENTS_MEMBERS_UPDATED = """
CREATE FUNCTION events_members_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- an entry made in the same transaction was noted already
    UPDATE events_entry SET updated_at = clock_timestamp()
    WHERE id = coalesce(NEW.entry_id, OLD.entry_id) AND updated_at < now();
    RETURN NULL;
END $$;
CREATE TRIGGER members_updated AFTER INSERT OR UPDATE OR DELETE ON events_entrymember
    FOR EACH ROW EXECUTE FUNCTION events_members_updated();
"""


class Migration(migrations.Migration):
    replaces = [
        ('events', '0001_initial'),
        ('events', '0002_frozen_and_agreeing'),
        ('events', '0003_from_house_rules'),
        ('events', '0004_evenings'),
        ('events', '0005_substitutes'),
        ('events', '0006_qualifying'),
        ('events', '0007_struck_dates'),
        ('events', '0008_partner_requests'),
        ('events', '0009_plain_words'),
        ('events', '0010_lists_of_all_clubs'),
        ('events', '0011_event_counts'),
        ('events', '0012_season_of_an_evening_and_codes_of_places'),
        ('events', '0013_season_of_an_evening_is_there'),
        ('events', '0014_when_events_and_entries_changed'),
        ('events', '0015_final_scores'),
        ('events', '0016_final_scores_are_checked'),
        ('events', '0017_when_seasons_changed'),
        ('events', '0018_clubs_and_captains_of_entries'),
        ('events', '0019_events_coming_next'),
    ]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
    ]

    operations = [
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('slug', models.SlugField(max_length=60, verbose_name='address')),
                ('starts_on', models.DateField(verbose_name='first day')),
                ('ends_on', models.DateField(verbose_name='last day')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='clubs.club')),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('club', 'slug'), name='season_slug_once_in_a_club'),
                    models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='season_ends_after_it_starts', violation_error_message='A season cannot end before it starts.'),
                ],
            },
        ),
        migrations.CreateModel(
            name='EventCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('visibility', models.CharField(choices=[('public', 'everybody'), ('unlisted', 'anyone with the link'), ('members', 'members of the club'), ('hidden', 'owners, directors and scorers')], max_length=10)),
                ('state', models.CharField(choices=[('draft', 'being set up'), ('open', 'open for entries'), ('running', 'running'), ('finished', 'finished'), ('archived', 'archived')], max_length=10)),
                ('events', models.PositiveIntegerField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='event_counts', to='clubs.club')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('club', 'visibility', 'state'), name='events_counted_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('slug', models.SlugField(max_length=60, verbose_name='address')),
                ('about', models.TextField(blank=True, verbose_name='notes for players')),
                ('starts_on', models.DateField(verbose_name='first day')),
                ('state', models.CharField(choices=[('draft', 'being set up'), ('open', 'open for entries'), ('running', 'running'), ('finished', 'finished'), ('archived', 'archived')], default='draft', max_length=10, verbose_name='state')),
                ('visibility', models.CharField(choices=[('public', 'everybody'), ('unlisted', 'anyone with the link'), ('members', 'members of the club'), ('hidden', 'owners, directors and scorers')], default='public', max_length=10, verbose_name='who sees it')),
                ('variant', models.CharField(max_length=40, verbose_name='game')),
                ('preset', models.CharField(default='standard', max_length=40, verbose_name='rules')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='rules that differ')),
                ('entry_kind', models.CharField(choices=[('individual', 'individual'), ('pair', 'pair'), ('team', 'team')], max_length=12, verbose_name='who competes')),
                (
                    'entry_mode',
                    models.CharField(
                        choices=[
                            ("organiser", "the organiser enters people"),
                            ("self", "players sign up themselves"),
                            ("guests", "players and guests sign up themselves"),
                        ],
                        default="organiser",
                        max_length=10,
                        verbose_name="entry",
                    ),
                ),
                ('entries_close_at', models.DateTimeField(blank=True, null=True, verbose_name='sign-up closes')),
                ('most_entries', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='places')),
                ('least_seats', models.PositiveSmallIntegerField(default=4, verbose_name='fewest players at a table')),
                ('most_seats', models.PositiveSmallIntegerField(default=4, verbose_name='most players at a table')),
                ('table_play', models.CharField(choices=[('deals', 'a fixed number of deals'), ('game', 'a game to the target'), ('timed', 'as many deals as the time allows')], default='deals', max_length=10, verbose_name='length of a round')),
                ('deals_a_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='deals per round')),
                ('minutes_a_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minutes per round')),
                ('method', models.JSONField(default=dict, verbose_name='scoring')),
                ('tiebreaks', models.JSONField(blank=True, default=list, verbose_name='tie-breaks')),
                ('entries_version', models.PositiveIntegerField(default=0, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='clubs.club')),
                ('season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='events.season')),
                ('house_rules', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='clubs.houserules', verbose_name='house rules')),
                ('rounds_a_substitute', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rounds in which one substitute may stand in')),
                ('substitute_points', models.CharField(choices=[('entry', 'the entry that the substitute plays for'), ('player', 'the substitute’s own entry'), ('nobody', 'nobody; the other side keeps its own')], default='entry', max_length=10, verbose_name='who gets a substitute’s points')),
                ('substituted_rounds', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rounds in which one entry may have substitutes')),
                ('substitutes', models.CharField(choices=[('anyone', 'any player of the club'), ('free', 'players whose own entry has no table in the round'), ('reserves', 'only the reserves of the event'), ('nobody', 'nobody')], default='anyone', max_length=10, verbose_name='who may stand in')),
                ('substitutes_until', models.DateField(blank=True, null=True, verbose_name='last day with substitutes')),
                ('substitutes_until_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='last round with substitutes')),
                ('place_codes_number', models.PositiveIntegerField(db_default=1, default=1, editable=False)),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False)),
                ('final_scores', models.CharField(choices=[('none', 'no, each deal is entered'), ('table', 'the final score of each table'), ('game', 'the final score of each game')], db_default='none', default='none', max_length=10, verbose_name='final scores only')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['club', '-starts_on', '-id'], name='event_newest_first'),
                    models.Index(fields=['-starts_on', '-id'], name='event_newest_of_all'),
                    models.Index(condition=models.Q(('state', 'running'), ('visibility', 'public')), fields=['-starts_on', '-id'], name='event_played_now'),
                    models.Index(condition=models.Q(('state__in', ['finished', 'archived']), ('visibility', 'public')), fields=['-finished_at', '-id'], name='event_over_last'),
                    models.Index(fields=['club', 'updated_at'], name='event_by_change'),
                    models.Index(condition=models.Q(('state', 'open'), ('visibility', 'public')), fields=['starts_on', 'id'], name='event_coming_next'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('club', 'slug'), name='event_slug_once_in_a_club', violation_error_message='Another event of the club has this address.'),
                    models.CheckConstraint(condition=models.Q(('state__in', league.play.events.models.events.EventState)), name='event_known_state'),
                    models.CheckConstraint(condition=models.Q(('visibility__in', league.play.events.models.events.Visibility)), name='event_known_visibility'),
                    models.CheckConstraint(condition=models.Q(('entry_kind__in', league.play.events.models.events.EntryKind)), name='event_known_entry_kind'),
                    models.CheckConstraint(condition=models.Q(('least_seats__gte', 2), ('most_seats__lte', 8), ('least_seats__lte', models.F('most_seats'))), name='event_2_to_8_seats', violation_error_message='A table has 2 to 8 players, and the fewest cannot be more than the most.'),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(('deals_a_round__gte', 1), ('deals_a_round__isnull', False), ('table_play', 'deals')), ('table_play', 'game'), models.Q(('minutes_a_round__gte', 1), ('minutes_a_round__isnull', False), ('table_play', 'timed')), _connector='OR'),
                        name='event_table_play_has_its_number',
                        violation_error_message='Enter how many deals a table plays in a round, or how many minutes a round has.',
                    ),
                    models.CheckConstraint(condition=models.Q(models.Q(('entry_mode', 'self'), _negated=True), ('entries_close_at__isnull', False), _connector='OR'), name='event_self_entry_has_a_closing_date', violation_error_message='Players sign up themselves until a date: say when sign-up closes.'),
                    models.CheckConstraint(condition=models.Q(('entry_mode__in', league.play.events.models.events.EntryMode)), name='event_known_entry_mode'),
                    models.CheckConstraint(condition=models.Q(('table_play__in', league.play.events.models.events.TablePlay)), name='event_known_table_play'),
                    models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='event_has_a_name'),
                    models.CheckConstraint(condition=models.Q(('substitutes__in', league.play.events.models.events.Substitutes)), name='event_known_substitutes'),
                    models.CheckConstraint(condition=models.Q(('substitute_points__in', league.play.events.models.events.SubstitutePoints)), name='event_known_substitute_points'),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(('rounds_a_substitute__isnull', True), models.Q(('rounds_a_substitute__gte', 1), ('rounds_a_substitute__lte', 99)), _connector='OR'), models.Q(('substituted_rounds__isnull', True), models.Q(('substituted_rounds__gte', 1), ('substituted_rounds__lte', 99)), _connector='OR')
                        ),
                        name='event_substitutes_1_to_99_rounds',
                        violation_error_message='Enter 1 to 99 rounds, or none for no limit; where nobody may stand in, choose that.',
                    ),
                    models.CheckConstraint(
                        condition=models.Q(('substitutes_until_round__isnull', True), models.Q(('substitutes_until_round__gte', 1), ('substitutes_until_round__lte', 1000)), _connector='OR'),
                        name='event_substitutes_until_round_1_or_later',
                        violation_error_message='The last round with substitutes must be from 1 to 1,000.',
                    ),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(('substitute_points', 'player'), _negated=True), ('entry_kind', 'individual'), _connector='OR'),
                        name='event_substitutes_of_singles_get_points',
                        violation_error_message='The points can go to the substitute’s own entry only where single players compete: give them to the entry, or to nobody.',
                    ),
                    models.CheckConstraint(condition=models.Q(('final_scores__in', ['none', 'table', 'game'])), name='event_known_final_scores'),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(('final_scores', 'game'), _negated=True), models.Q(('table_play', 'deals'), _negated=True), _connector='OR'),
                        name='event_final_scores_of_games_to_the_target',
                        violation_error_message='A table plays a fixed number of deals here, not games to the target: enter the final score of each table, or let a table play games.',
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name='StruckDate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event_number', models.BigIntegerField(unique=True)),
                ('name', models.CharField(max_length=120)),
                ('starts_on', models.DateField()),
                ('struck_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='struck_dates', to='clubs.club')),
                ('season', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='struck_dates', to='events.season')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='struck_date_has_a_name'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(blank=True, help_text='Leave it empty to use the players’ names.', max_length=120, verbose_name='name')),
                ('state', models.CharField(choices=[('applied', 'waiting for the organiser'), ('accepted', 'takes part'), ('waiting', 'on the waiting list'), ('withdrawn', 'withdrawn')], default='accepted', max_length=10, verbose_name='state')),
                ('seed', models.PositiveIntegerField(blank=True, null=True, verbose_name='seed')),
                ('entered_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='events.event')),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'verbose_name_plural': 'entries',
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'number'), name='entry_number_once_in_an_event'),
                    models.UniqueConstraint(condition=models.Q(('seed__isnull', False)), fields=('event', 'seed'), name='entry_seed_once_in_an_event'),
                    models.CheckConstraint(condition=models.Q(('state__in', league.play.events.models.entries.EntryState)), name='entry_known_state'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state', 'withdrawn'), ('withdrawn_at__isnull', False)), models.Q(models.Q(('state', 'withdrawn'), _negated=True), ('withdrawn_at__isnull', True)), _connector='OR'), name='entry_withdrawn_has_its_time'),
                ],
                'indexes': [
                    models.Index(fields=['event', 'updated_at'], name='entry_by_change'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('name', models.CharField(blank=True, max_length=120, verbose_name='name of the evening')),
                ('variant', models.CharField(max_length=40, verbose_name='game')),
                ('preset', models.CharField(max_length=40, verbose_name='rules')),
                ('minutes', models.PositiveSmallIntegerField(default=150, verbose_name='minutes in all')),
                ('minutes_a_deal', models.PositiveSmallIntegerField(default=6, verbose_name='minutes per deal')),
                ('deals_a_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='deals per round')),
                ('link_number', models.PositiveIntegerField(default=1, editable=False)),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('opened_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='clubs.club')),
                ('event', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='evening', to='events.event')),
                ('house_rules', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.houserules', verbose_name='house rules')),
                ('season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='events.season', verbose_name='season')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('event__isnull', True)), fields=('club', 'day'), name='evening_waits_once_a_day'),
                    models.CheckConstraint(
                        condition=models.Q(('minutes__gte', 1), ('minutes__lte', 1440), ('minutes_a_deal__gte', 1), models.Q(('deals_a_round__isnull', True), ('deals_a_round__gte', 1), _connector='OR')),
                        name='evening_lasts_a_while',
                        violation_error_message='An evening lasts from one minute to a day, and a round has a deal or more.',
                    ),
                    models.CheckConstraint(condition=models.Q(models.Q(('variant', ''), _negated=True), models.Q(('preset', ''), _negated=True)), name='evening_has_a_game'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Reserve',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reserves', to='events.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'player'), name='player_once_a_reserve'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('format', models.CharField(max_length=40, verbose_name='format')),
                ('options', models.JSONField(blank=True, default=dict)),
                ('rounds_planned', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rounds')),
                ('seed', models.BigIntegerField(default=0)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='events.event')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'number'), name='stage_number_once_in_an_event'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='stage_numbers_from_1'),
                    models.CheckConstraint(condition=models.Q(('rounds_planned__isnull', True), ('rounds_planned__gte', 1), _connector='OR'), name='stage_plans_a_round_or_more', violation_error_message='A stage has at least one round.'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Captain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='captain', to='events.entry')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
            ],
        ),
        migrations.CreateModel(
            name='EntryClub',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries_elsewhere', to='clubs.club')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='of_club', to='events.entry')),
            ],
        ),
        migrations.CreateModel(
            name='EntryMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('joined_at', models.DateTimeField()),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='events.entry')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entry_members', to='clubs.player')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='events.event')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('left_at__isnull', True)), fields=('event', 'player'), name='player_in_one_entry_of_an_event', violation_error_message='A player can be in one entry of an event only.'),
                    models.UniqueConstraint(condition=models.Q(('left_at__isnull', True)), fields=('entry', 'position'), name='entry_position_taken_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PartnerRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('mailed_at', models.DateTimeField(blank=True, null=True)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('agreed', models.BooleanField(default=False)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='asked', to='events.entry')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('entry', 'player'), name='partner_asked_once'),
                    models.CheckConstraint(condition=models.Q(('agreed', False), ('answered_at__isnull', False), _connector='OR'), name='partner_agrees_by_an_answer'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('came_at', models.DateTimeField()),
                ('by_phone', models.BooleanField(default=False)),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('together', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attendances', to='clubs.player')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to='events.evening')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('evening', 'player'), name='player_once_in_an_evening'),
                    models.UniqueConstraint(condition=models.Q(('together__isnull', False)), fields=('evening', 'together', 'place'), name='place_of_a_side_taken_once'),
                    models.CheckConstraint(condition=models.Q(models.Q(('place__isnull', True), ('together__isnull', True)), models.Q(('left_at__isnull', True), ('place__isnull', False), ('place__lt', 4), ('together__isnull', False)), _connector='OR'), name='partners_are_present'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Qualifying',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('takes', models.CharField(choices=[('everybody', 'everybody'), ('top', 'the first of all'), ('of_groups', 'the first of each group'), ('rest', 'the rest: those who go through to no other stage')], default='everybody', max_length=10, verbose_name='who goes through')),
                ('places', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='how many')),
                ('carried_percent', models.PositiveSmallIntegerField(default=0, verbose_name='points carried over')),
                ('lot_seed', models.BigIntegerField(default=0)),
                ('filled_at', models.DateTimeField(blank=True, null=True)),
                ('filling', models.JSONField(blank=True, default=dict)),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='followed_by', to='events.stage')),
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='qualifying', to='events.stage')),
            ],
            options={
                'verbose_name_plural': 'qualifyings',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('takes__in', league.play.events.models.stages.Takes)), name='qualifying_takes_somebody_known'),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(('places__gte', 1), ('places__isnull', False), ('takes__in', ['top', 'of_groups'])), models.Q(('places__isnull', True), ('takes__in', ['everybody', 'rest'])), _connector='OR'),
                        name='qualifying_has_places_where_it_cuts',
                        violation_error_message='Enter how many go through, at least 1.',
                    ),
                    models.CheckConstraint(condition=models.Q(('carried_percent__lte', 100)), name='qualifying_carries_0_to_100_percent', violation_error_message='From 0 to 100 percent of the points are carried over.'),
                    models.CheckConstraint(condition=models.Q(('stage', models.F('source')), _negated=True), name='qualifying_from_another_stage'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StageEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group', models.CharField(blank=True, max_length=20)),
                ('carried_points', models.DecimalField(decimal_places=4, default=0, max_digits=12)),
                ('from_round', models.PositiveSmallIntegerField(default=1)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stage_entries', to='events.entry')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stage_entries', to='events.stage')),
                ('seed', models.PositiveIntegerField(blank=True, null=True)),
            ],
            options={
                'verbose_name_plural': 'stage entries',
                'constraints': [
                    models.UniqueConstraint(fields=('stage', 'entry'), name='entry_once_in_a_stage'),
                    models.UniqueConstraint(condition=models.Q(('seed__isnull', False)), fields=('stage', 'seed'), name='seed_once_in_a_stage'),
                ],
            },
        ),
        migrations.RunSQL(SAME_EVENT, migrations.RunSQL.noop),
        migrations.RunSQL(EVENTS_EVENT_FROZEN, "DROP FUNCTION events_event_frozen CASCADE"),
        migrations.RunSQL(EVENTS_STAGE_FROZEN, "DROP FUNCTION events_stage_frozen CASCADE"),
        migrations.RunSQL(EVENTS_MEMBER_OF_CLUB, "DROP FUNCTION events_member_of_club CASCADE"),
        migrations.RunSQL(EVENTS_STAGE_ENTRY_OF_EVENT, "DROP FUNCTION events_stage_entry_of_event CASCADE"),
        migrations.RunSQL(EVENTS_SEASON_OF_CLUB, "DROP FUNCTION events_season_of_club CASCADE"),
        migrations.RunSQL(EVENTS_HOUSE_RULES_FROZEN, "DROP FUNCTION events_house_rules_frozen CASCADE"),
        migrations.RunSQL(EVENTS_HOUSE_RULES_OF_CLUB, "DROP FUNCTION events_house_rules_of_club CASCADE"),
        migrations.RunSQL(EVENTS_ATTENDANCE_OF_CLUB, "DROP FUNCTION events_attendance_of_club CASCADE"),
        migrations.RunSQL(EVENTS_EVENING_OF_CLUB, "DROP FUNCTION events_evening_of_club CASCADE"),
        migrations.RunSQL(EVENTS_RESERVE_OF_CLUB, "DROP FUNCTION events_reserve_of_club CASCADE"),
        migrations.RunSQL(EVENTS_SUBSTITUTE_POINTS_FROZEN, "DROP FUNCTION events_substitute_points_frozen CASCADE"),
        migrations.RunSQL(EVENTS_QUALIFYING_FROM_EARLIER, "DROP FUNCTION events_qualifying_from_earlier CASCADE"),
        migrations.RunSQL(EVENTS_STAGE_ENTRY_STAYS, "DROP FUNCTION events_stage_entry_stays CASCADE"),
        migrations.RunSQL(EVENTS_ONE_MORE, "DROP FUNCTION events_one_more, events_one_less, events_event_counted CASCADE"),
        migrations.RunSQL(*noting("events_event", "event")),
        migrations.RunSQL(*noting("events_entry", "entry")),
        migrations.RunSQL(EVENTS_MEMBERS_UPDATED, "DROP FUNCTION events_members_updated CASCADE"),
        migrations.RunSQL(*noting("events_season", "season")),
    ]
