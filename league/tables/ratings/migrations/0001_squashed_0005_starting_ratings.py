import django.db.models.deletion
from django.db import migrations, models



class Migration(migrations.Migration):

    replaces = [('ratings', '0001_initial'), ('ratings', '0002_days_rated'), ('ratings', '0003_rate_again_by_the_new_model'), ('ratings', '0004_turns'), ('ratings', '0005_starting_ratings')]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0021_validate_languages'),
        ('rounds', '0001_squashed_0013_rounds_opened_last'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubRatings',
            fields=[
                ('wanted', models.BigIntegerField(default=0)),
                ('built', models.BigIntegerField(default=0)),
                ('wanted_at', models.DateTimeField(null=True)),
                ('built_at', models.DateTimeField(null=True)),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='ratings_state', serialize=False, to='clubs.club')),
                ('changes', models.PositiveIntegerField(default=0)),
                ('days', models.JSONField(default=list)),
                ('taken_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'club ratings',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('built__lte', models.F('wanted'))), name='clubratings_never_ahead_of_the_facts'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('family', models.CharField(max_length=40)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('tables', models.PositiveIntegerField()),
                ('deals', models.PositiveIntegerField()),
                ('last_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='clubs.club')),
                ('partner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='clubs.player')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['club', 'family'], name='rating_of_a_club'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('club', 'family', 'player', 'partner'), name='rating_once_in_a_family', nulls_distinct=False),
                    models.CheckConstraint(condition=models.Q(('partner__isnull', True), ('partner__gt', models.F('player')), _connector='OR'), name='rating_partners_in_order'),
                    models.CheckConstraint(condition=models.Q(('tables__gte', 1), ('deals__gte', 1)), name='rating_of_a_table_or_more'),
                    models.CheckConstraint(condition=models.Q(('sigma__gt', 0)), name='rating_is_uncertain'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StartingRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('family', models.CharField(max_length=40)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('set_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='starting_ratings', to='clubs.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='starting_ratings', to='clubs.player')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('club', 'family', 'player'), name='starting_rating_once_in_a_family'),
                    models.CheckConstraint(condition=models.Q(('sigma__gt', 0)), name='starting_rating_is_uncertain'),
                ],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('expected', models.FloatField()),
                ('share', models.FloatField()),
                ('margin', models.FloatField()),
                ('deals', models.PositiveIntegerField()),
                ('rating', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='ratings.rating')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='rounds.table')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['rating', 'number'], name='rating_change_in_time'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('rating', 'table'), name='table_changes_a_rating_once'),
                    models.CheckConstraint(condition=models.Q(('expected__gte', 0), ('expected__lte', 1), ('share__gte', 0), ('share__lte', 1)), name='rating_shares_from_0_to_1'),
                ],
            },
        ),
        ]
