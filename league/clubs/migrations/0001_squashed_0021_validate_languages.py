"""People and clubs, with what columns alone cannot say. Each trigger names its constraint."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
import league.clubs.models.clubs
import league.clubs.models.clubs
import league.clubs.models.players
import uuid
from django.conf import settings
from django.db import migrations, models

from league.foundation.row_changes import noting

CLUBS_KEEP_AN_OWNER = """
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
CLUBS_PLAYER_MERGE = """
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

# Only the index of names gives rows in the order of their numbers: with sorting and reading all made
# dear, no other one is chosen, whatever a plan that was made before knew of the table.
CLUBS_PLAYER_NAMESAKE = """
CREATE FUNCTION clubs_player_namesake() RETURNS trigger LANGUAGE plpgsql
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
CREATE TRIGGER player_namesake
    BEFORE INSERT OR UPDATE OF name, namesake, merged_into_id, club_id ON clubs_player
    FOR EACH ROW EXECUTE FUNCTION clubs_player_namesake();
"""

# a member is called and reached as the account is
CLUBS_MEMBERS_OF_ACCOUNT_UPDATED = """
CREATE FUNCTION clubs_members_of_account_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE clubs_member SET updated_at = clock_timestamp() WHERE user_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER members_of_account_updated AFTER UPDATE OF name, email ON clubs_user
    FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.email IS DISTINCT FROM NEW.email)
    EXECUTE FUNCTION clubs_members_of_account_updated();
"""


class Migration(migrations.Migration):
    replaces = [
        ('clubs', '0001_initial'),
        ('clubs', '0002_people'),
        ('clubs', '0003_house_rules'),
        ('clubs', '0004_kept_apart'),
        ('clubs', '0005_look'),
        ('clubs', '0006_confirmed_addresses'),
        ('clubs', '0007_api_tokens'),
        ('clubs', '0008_clubs_by_name'),
        ('clubs', '0009_mails'),
        ('clubs', '0010_retention_and_erasures'),
        ('clubs', '0011_retention_is_checked'),
        ('clubs', '0012_when_players_changed'),
        ('clubs', '0013_names_told_apart'),
        ('clubs', '0014_namesakes_numbered'),
        ('clubs', '0015_names_are_checked'),
        ('clubs', '0016_signing_up_to_a_club'),
        ('clubs', '0017_when_members_changed'),
        ('clubs', '0018_numbering_reads_its_index'),
        ('clubs', '0019_namesakes_by_the_index_of_names'),
        ('clubs', '0020_languages_with_german'),
        ('clubs', '0021_validate_languages'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='e-mail address')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('language', models.CharField(choices=[('de', 'Deutsch'), ('en', 'English'), ('ja', '日本語')], default='en', max_length=5, verbose_name='language')),
                ('is_staff', models.BooleanField(default=False)),
                ('is_active', models.BooleanField(default=True)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('address_confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='user_email_in_lower_case'),
                    models.CheckConstraint(condition=models.Q(('address_confirmed_at__isnull', False), ('password__startswith', '!'), _connector='OR'), name='user_has_no_password_before_the_address_is_confirmed'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Logo',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('content', models.BinaryField()),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('height__gte', 1), ('height__lte', 512), ('width__gte', 1), ('width__lte', 512)), name='logo_has_a_size'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('player', 'Player'), ('account', 'Account'), ('club', 'Club')], max_length=10)),
                ('subject_id', models.BigIntegerField()),
                ('subject_since', models.DateTimeField()),
                ('club_id', models.BigIntegerField(blank=True, null=True)),
                ('number', models.PositiveIntegerField(default=0)),
                ('clubs', models.JSONField(blank=True, default=list)),
                ('words', models.JSONField(blank=True, default=list)),
                ('erased_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('finished_at', None)), fields=['erased_at'], name='erasure_unfinished'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('kind', 'subject_id', 'subject_since'), name='erased_once'),
                    models.CheckConstraint(condition=models.Q(('kind__in', ['player', 'account', 'club'])), name='erasure_of_a_known_kind'),
                    models.CheckConstraint(condition=models.Q(('finished_at', None), ('words', models.Value([], models.JSONField())), _connector='OR'), name='erasure_finished_without_words'),
                    models.CheckConstraint(condition=models.Q(models.Q(('kind', 'player'), _negated=True), models.Q(('club_id__isnull', False), ('number__gte', 1)), _connector='OR'), name='erased_player_has_a_club_and_a_number'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('slug', models.SlugField(max_length=60, unique=True, verbose_name='address')),
                ('time_zone', models.CharField(default='UTC', max_length=60, validators=[league.clubs.models.clubs.check_time_zone], verbose_name='time zone')),
                ('language', models.CharField(choices=[('de', 'Deutsch'), ('en', 'English'), ('ja', '日本語')], default='en', max_length=5, verbose_name='language')),
                ('about', models.TextField(blank=True, verbose_name='about the club')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('accent_colour', models.CharField(blank=True, default='', max_length=7, validators=[league.clubs.models.clubs.check_colour], verbose_name='colour of links and buttons')),
                ('main_colour', models.CharField(blank=True, default='', max_length=7, validators=[league.clubs.models.clubs.check_colour], verbose_name='main colour')),
                ('when_we_play', models.CharField(blank=True, default='', max_length=200, verbose_name='when we play')),
                ('where_we_play', models.CharField(blank=True, default='', max_length=200, verbose_name='where we play')),
                ('logo', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='club', to='clubs.logo', verbose_name='logo')),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
                ('keep_addresses_months', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='months for which addresses of former players are kept')),
                ('keep_devices_months', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='months for which the devices of submissions are kept')),
                ('keep_sign_ups_months', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='months for which sign-ups and invitations are kept')),
                ('names_sorted_by', models.CharField(choices=[('first', 'by first name, as names are written'), ('family', 'by family name')], db_default='first', default='first', max_length=10, verbose_name='lists of players')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='club_has_a_name'),
                    models.CheckConstraint(condition=models.Q(('main_colour', ''), ('main_colour__regex', '^#[0-9a-f]{6}$'), _connector='OR'), name='club_main_colour_is_a_colour'),
                    models.CheckConstraint(condition=models.Q(('accent_colour', ''), ('accent_colour__regex', '^#[0-9a-f]{6}$'), _connector='OR'), name='club_accent_colour_is_a_colour'),
                    models.CheckConstraint(condition=models.Q(('accent_colour', ''), models.Q(('main_colour', ''), _negated=True), _connector='OR'), name='club_accent_goes_with_a_main_colour'),
                    models.CheckConstraint(condition=models.Q(('keep_addresses_months__isnull', True), models.Q(('keep_addresses_months__gte', 1), ('keep_addresses_months__lte', 120)), _connector='OR'), name='club_keep_addresses_months_from_1'),
                    models.CheckConstraint(condition=models.Q(('keep_sign_ups_months__isnull', True), models.Q(('keep_sign_ups_months__gte', 1), ('keep_sign_ups_months__lte', 120)), _connector='OR'), name='club_keep_sign_ups_months_from_1'),
                    models.CheckConstraint(condition=models.Q(('keep_devices_months__isnull', True), models.Q(('keep_devices_months__gte', 1), ('keep_devices_months__lte', 120)), _connector='OR'), name='club_keep_devices_months_from_1'),
                    models.CheckConstraint(condition=models.Q(('names_sorted_by__in', ['first', 'family'])), name='club_known_name_order'),
                    models.CheckConstraint(condition=models.Q(('language__in', ['de', 'en', 'ja'])), name='club_known_language'),
                ],
                'indexes': [
                    models.Index(fields=['name', 'id'], name='club_by_name'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('read', 'read what you may see'), ('score', 'enter, confirm and correct results'), ('direct', 'everything else you may do: set up, draw, decide')], max_length=10), size=None)),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to='clubs.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('scopes__len__gt', 0), ('scopes__contained_by', ['read', 'score', 'direct'])), name='api_token_has_known_scopes'),
                    models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='api_token_has_a_name'),
                    models.CheckConstraint(condition=models.Q(('digest__regex', '^[0-9a-f]{64}$')), name='api_token_digest_is_one'),
                    models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('made_at'))), name='api_token_expires_after_it_was_made'),
                ],
            },
        ),
        migrations.CreateModel(
            name='HouseRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('variant', models.CharField(max_length=40, verbose_name='game')),
                ('preset', models.CharField(max_length=40, verbose_name='rules to start from')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='rules that differ')),
                ('created_at', models.DateTimeField()),
                ('changed_at', models.DateTimeField()),
                ('archived_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='house_rules', to='clubs.club')),
            ],
            options={
                'verbose_name_plural': 'house rules',
                'constraints': [
                    models.UniqueConstraint(models.F('club'), django.db.models.functions.text.Lower('name'), name='house_rules_name_once_in_a_club'),
                    models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), ('name', django.db.models.functions.text.Trim('name'))), name='house_rules_have_a_name'),
                    models.CheckConstraint(condition=models.Q(models.Q(('variant', ''), _negated=True), models.Q(('preset', ''), _negated=True)), name='house_rules_of_a_game'),
                    models.CheckConstraint(condition=django.db.models.lookups.Exact(models.Func('options', function='jsonb_typeof', output_field=models.TextField()), models.Value('object')), name='house_rules_options_are_named'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Joining',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=8, unique=True)),
                ('is_open', models.BooleanField(default=False)),
                ('last_day', models.DateField(blank=True, null=True, verbose_name='last day')),
                ('most_people', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='most people')),
                ('is_confirmed', models.BooleanField(default=True, verbose_name='a director confirms each')),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='joining', to='clubs.club')),
                ('opened_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('code__regex', '^[A-Z2-9]{6,8}$')), name='joining_has_a_code'),
                    models.CheckConstraint(condition=models.Q(('is_open', False), ('opened_at__isnull', False), _connector='OR'), name='joining_opened_at_a_time'),
                    models.CheckConstraint(condition=models.Q(('most_people__isnull', True), models.Q(('most_people__gte', 1), ('most_people__lte', 10000)), _connector='OR'), name='joining_of_somebody'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Mail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('subject_id', models.BigIntegerField(blank=True, null=True)),
                ('data', models.JSONField(blank=True, default=dict)),
                ('key', models.CharField(default=uuid.uuid4, max_length=100, unique=True)),
                ('reference', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('claimed', 'Claimed'), ('sent', 'Sent'), ('not_needed', 'Not Needed'), ('given_up', 'Given Up')], default='waiting', max_length=10)),
                ('asked_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('claimed_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('reason', models.CharField(blank=True, max_length=100)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='clubs.club')),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('state__in', ['waiting', 'claimed'])), fields=['due_at'], name='mail_unfinished'),
                    models.Index(fields=['kind', 'subject_id', '-id'], name='mail_about_something'),
                    models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['ended_at'], name='mail_over_since'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('attempts__gte', 1), ('claimed_at__isnull', False), ('state', 'claimed')), models.Q(models.Q(('state', 'claimed'), _negated=True), ('claimed_at__isnull', True)), _connector='OR'), name='mail_claimed_since'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state__in', ['waiting', 'claimed'])), models.Q(('ended_at__isnull', False), ('state__in', ['sent', 'not_needed', 'given_up'])), _connector='OR'), name='mail_over_has_an_end'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('director', 'director'), ('scorer', 'scorer'), ('player', 'player')], max_length=10, verbose_name='role')),
                ('since', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='clubs.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('club', 'user'), name='member_once_in_a_club'),
                    models.CheckConstraint(condition=models.Q(('role__in', league.clubs.models.clubs.Role)), name='member_has_a_known_role'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('sort_name', models.CharField(blank=True, help_text='How the name is sorted, for example in kana. Leave it empty to sort as it is.', max_length=120, verbose_name='sorted as')),
                ('sort_key', models.CharField(default='', editable=False, max_length=260)),
                ('member_number', models.CharField(blank=True, max_length=20, verbose_name='member number')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail address')),
                ('public_name', models.CharField(choices=[('full', 'the full name'), ('initials', 'initials only')], default='full', max_length=10, verbose_name='the public sees')),
                ('is_active', models.BooleanField(default=True, verbose_name='still plays here')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='clubs.club')),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='doubles', to='clubs.player')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to=settings.AUTH_USER_MODEL)),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False)),
                ('family_name', models.CharField(blank=True, db_default='', default='', help_text='Leave it empty to have it taken from the name.', max_length=120, verbose_name='family name')),
                ('told_apart_by', models.CharField(blank=True, db_default='', default='', help_text='Only for two people of one name: a word or two that follow the name everywhere in brackets, for example the town.', max_length=30, verbose_name='told apart by')),
                ('namesake', models.PositiveSmallIntegerField(db_default=0, default=0, editable=False)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['club', 'sort_key', 'id'], name='player_by_sort_key'),
                    models.Index(fields=['club', 'updated_at'], name='player_by_change'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(models.Q(('member_number', ''), _negated=True), ('merged_into__isnull', True)), fields=('club', 'member_number'), name='player_member_number_once_in_a_club', violation_error_message='Another player of the club has this member number.'),
                    models.UniqueConstraint(condition=models.Q(('user__isnull', False), ('merged_into__isnull', True)), fields=('club', 'user'), name='player_account_once_in_a_club', violation_error_message='Another player of the club has this account.'),
                    models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), ('name', django.db.models.functions.text.Trim('name'))), name='player_has_a_name'),
                    models.CheckConstraint(condition=models.Q(('public_name__in', league.clubs.models.players.PublicName)), name='player_known_public_name'),
                    models.CheckConstraint(condition=models.Q(('merged_into__isnull', True), models.Q(('merged_into', models.F('id')), _negated=True), _connector='OR'), name='player_not_merged_into_itself'),
                    models.CheckConstraint(condition=models.Q(('told_apart_by', ''), ('name__endswith', django.db.models.functions.text.Concat(models.Value(' ('), 'told_apart_by', models.Value(')'))), _connector='OR'), name='player_is_told_apart_in_the_name'),
                    models.UniqueConstraint(models.F('club'), django.db.models.functions.text.Lower('name'), models.F('namesake'), condition=models.Q(('merged_into__isnull', True)), name='player_name_once_in_a_club'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(max_length=254, verbose_name='e-mail address')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('director', 'director'), ('scorer', 'scorer'), ('player', 'player')], max_length=10, verbose_name='role')),
                ('invited_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('mailed_at', models.DateTimeField(blank=True, null=True)),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('accepted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='clubs.club')),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('accepted_at__isnull', True), ('withdrawn_at__isnull', True)), fields=('club', 'email'), name='invitation_open_once_for_an_address'),
                    models.CheckConstraint(condition=models.Q(('accepted_at__isnull', True), ('withdrawn_at__isnull', True), _connector='OR'), name='invitation_not_accepted_and_withdrawn'),
                    models.CheckConstraint(condition=models.Q(models.Q(('accepted_at__isnull', True), ('accepted_by__isnull', True)), models.Q(('accepted_at__isnull', False), ('accepted_by__isnull', False)), _connector='OR'), name='invitation_accepted_by_somebody'),
                    models.CheckConstraint(condition=models.Q(('role__in', league.clubs.models.clubs.Role)), name='invitation_known_role'),
                    models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='invitation_email_in_lower_case'),
                ],
            },
        ),
        migrations.CreateModel(
            name='KeptApart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, help_text='For example: one household. Only the desk sees it.', max_length=120, verbose_name='why')),
                ('noted_at', models.DateTimeField(editable=False)),
                ('ended_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_apart', to='clubs.club')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player', verbose_name='keep apart from')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('one', 'other'), name='kept_apart_once'),
                    models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='kept_apart_in_one_order'),
                    models.CheckConstraint(condition=models.Q(('ended_at__isnull', True), ('ended_at__gte', models.F('noted_at')), _connector='OR'), name='kept_apart_ends_after_it_began'),
                ],
            },
        ),
        migrations.CreateModel(
            name='JoinRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('email', models.EmailField(max_length=254, verbose_name='e-mail address')),
                ('is_new', models.BooleanField(default=False)),
                ('asked_at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='join_requests', to='clubs.club')),
                ('invitation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.invitation')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['club', 'asked_at'], name='join_request_by_time'),
                ],
                'constraints': [
                    models.UniqueConstraint(models.F('club'), models.F('email'), django.db.models.functions.text.Lower('name'), name='join_request_once_for_a_person'),
                    models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='join_request_has_a_name'),
                    models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='join_request_email_in_lower_case'),
                    models.CheckConstraint(condition=models.Q(('player__isnull', True), ('accepted_at__isnull', False), _connector='OR'), name='join_request_accepted_as_somebody'),
                ],
            },
        ),
        migrations.RunSQL(CLUBS_KEEP_AN_OWNER, "DROP FUNCTION clubs_keep_an_owner CASCADE"),
        migrations.RunSQL(CLUBS_PLAYER_MERGE, "DROP FUNCTION clubs_player_merge CASCADE"),
        migrations.RunSQL(*noting("clubs_player", "player")),
        migrations.RunSQL(CLUBS_PLAYER_NAMESAKE, "DROP FUNCTION clubs_player_namesake CASCADE"),
        migrations.RunSQL(*noting("clubs_member", "member")),
        migrations.RunSQL(CLUBS_MEMBERS_OF_ACCOUNT_UPDATED, "DROP FUNCTION clubs_members_of_account_updated CASCADE"),
    ]
