"""One settings file; the environment decides, never the name of the machine.

Nothing configured means the demo on the embedded servers. As soon as SECRET_KEY or DATABASE_URL
is set the safe settings of a real site apply; DEMO=True or DEMO=False says it outright.
"""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from csp.constants import NONE, SELF

from deploy import version
from deploy.site.address import demo_url
from deploy.site.broker import task_queues, transport_options
from deploy.site.catalogues import FOLDERS
from deploy.site.data_folder import places_for
from deploy.site.database_pool import pool_of
from deploy.site.env import (
    env_bool,
    env_broker,
    env_cache,
    env_choice,
    env_database,
    env_folder,
    env_int,
    env_list,
    env_rate,
    env_str,
)
from deploy.site.files import FILES, OF_RELEASE, default_data_folder, folder_of_made_files
from deploy.site.logs import configure_logs
from deploy.site.redaction import report_without_secrets
from deploy.site.secret_key import demo_secret_key
from deploy.site.settings_checks import refuse_contradicting_settings
from deploy.site.time_limits import NONE as NO_LIMITS
from deploy.site.time_limits import TimeLimits, limited
from league.foundation import languages

BASE_DIR = Path(__file__).resolve().parents[2]
PLACES = places_for(env_str("DATA_DIR", str(default_data_folder())))
MADE_FILES = folder_of_made_files(PLACES.data)

NOTHING_CONFIGURED = "SECRET_KEY" not in os.environ and "DATABASE_URL" not in os.environ
DEMO = env_bool("DEMO", NOTHING_CONFIGURED)
# what `make run` and the measurements say of themselves
EMBEDDED_SERVERS = env_bool("EMBEDDED_SERVERS", DEMO)
VERSION = version.VERSION
DEMO_SEASON = PLACES.demo_season
DEBUG = False

SECRET_KEY = demo_secret_key(PLACES.secret_key) if DEMO else env_str("SECRET_KEY", "")
SECRET_KEY_FALLBACKS = env_list("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"] if DEMO else [])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
# where this site is reached, for links in mails and on printed sheets
SITE_URL = env_str("SITE_URL", demo_url(PLACES.address) if DEMO else "").rstrip("/")

# --- parts ---------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "axes",
    "csp",
    "django_filters",
    "django_htmx",
    "django_prometheus",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "rules.apps.AutodiscoverRulesConfig",
    "games",
    "league.foundation.journal",
    "league.foundation.once",
    "league.foundation.club_limits",
    "league.foundation.jobs",
    "league.foundation.outbox",
    "league.clubs",
    "league.play.events",
    "league.play.rounds",
    "league.play.prepared",
    "league.play.results",
    "league.tables.standings",
    "league.tables.past_events",
    "league.tables.seasons",
    "league.tables.ratings",
    "league.tables.statistics",
    "league.office.imports",
    "league.calendar.fixtures",
    "league.office.archives",
    "league.office.personal_data",
    "league.office.kitty",
    "league.calendar.stand_ins",
    "league.calendar.match_dates",
    "league.calendar.captains",
    "league.office.associations",
    "league.calendar.calendars",
    "league.calendar.availability",
    "league.tables.outlook",
    "league.tables.highlights",
    "league.office.webhooks",
    "league.office.notifications",
    "league.faces.desk",
    "league.faces.table",
    "league.faces.public",
    "league.faces.api",
    "league.demo",
    "deploy.site",
    "deploy.ops",
    "deploy.ops.doctor",
]

MIDDLEWARE = [
    "deploy.site.request_log.RequestLogMiddleware",
    "deploy.site.probes.ProbesMiddleware",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "deploy.site.address.ClientAddressMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "deploy.site.headers.CrossOriginMiddleware",
    # not with files: half a kilobyte that browsers read of pages alone
    "deploy.site.headers.PermissionsPolicyMiddleware",
    "deploy.site.compression.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.faces.desk.account.sign_in.AccountLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
    "league.faces.public.page_cache.PageCacheMiddleware",
    # it calls the view: whatever looks at a request before its view comes before it
    "league.foundation.once.middleware.SentOnceMiddleware",
]

ROOT_URLCONF = "deploy.site.urls"
WSGI_APPLICATION = "deploy.site.wsgi.application"
ASGI_APPLICATION = "deploy.site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.faces.desk.finding.nav.desk_nav",
                "league.demo.tour.tour",
                "league.demo.progress.season_address",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"

# --- database, broker, cache ---------------------------------------------------------------

_database = env_database("DATABASE_URL", PLACES.database_url)
# 0: a connection a thread, kept for a minute. Web processes share a pool (deploy/site/wsgi.py).
DATABASE_POOL_MAX = env_int("DATABASE_POOL_MAX", 0, low=0, high=200)
# a pooler that hands a connection on after each transaction: nothing may be set for a session
DATABASE_POOLER = env_choice("DATABASE_POOLER", "none", ["none", "pgbouncer"])
DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": _database.name,
        "USER": _database.user,
        "PASSWORD": _database.password,
        "HOST": _database.host,
        "PORT": _database.port,
        "CONN_MAX_AGE": 0 if DATABASE_POOL_MAX else 60,
        # a restarted database must not be found out by the people: pools ask as well
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": DATABASE_POOLER == "pgbouncer",
        "OPTIONS": {
            "connect_timeout": 5,
            **_database.options,
            **({"pool": pool_of(DATABASE_POOL_MAX)} if DATABASE_POOL_MAX else {}),
        },
    },
}

# where the live streams listen: behind a pool the database itself, else where the pages have it
_live = env_database("LIVE_DATABASE_URL", "") if os.environ.get("LIVE_DATABASE_URL") else None
LIVE_DATABASE: dict[str, str] = (
    {
        name: value
        for name, value in {
            "dbname": _live.name,
            "user": _live.user,
            "password": _live.password,
            "host": _live.host,
            "port": _live.port,
            **_live.options,
        }.items()
        if value
    }
    if _live
    else {}
)

_embedded_broker = "BROKER_URL" not in os.environ
CELERY_BROKER_URL = env_broker("BROKER_URL", PLACES.broker_url())
CACHE_URL = env_cache("CACHE_URL", PLACES.cache_url() if _embedded_broker else "local")
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "deploy.site.cache.LocalCache"}
    if CACHE_URL == "local"
    else {
        "BACKEND": "deploy.site.cache.ForgivingRedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "tricktable",
        # a page must not wait for a cache that is away
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    },
}

# --- tasks ---------------------------------------------------------------------------------

CELERY_TIMEZONE = "UTC"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# which task goes to which queue; one that has none cannot be sent
CELERY_TASK_ROUTES = ["league.foundation.queues.route"]
CELERY_TASK_QUEUES = task_queues(CELERY_BROKER_URL)
CELERY_TASK_TIME_LIMIT = env_int("TASK_TIME_LIMIT", 120, low=1, high=86_400)
# how many large pieces of work (docs/configuration.md) one club may have in hand at once
LARGE_TASKS_OF_A_CLUB = env_int("LARGE_TASKS_OF_A_CLUB", 1, low=1, high=100)
# longer than the longest task: until then a lost worker's task is not handed to another
TASK_VISIBILITY_TIMEOUT = env_int(
    "TASK_VISIBILITY_TIMEOUT", CELERY_TASK_TIME_LIMIT + 30, low=1, high=172_800
)
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Celery would open a database connection for each task; deploy/site/celery.py sees to it instead
CELERY_DB_REUSE_MAX = 1_000_000_000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
if CELERY_BROKER_URL.startswith("amqp"):
    # a node that fell silent is given up after twice this many seconds, and the next one asked
    CELERY_BROKER_HEARTBEAT = 5
# a web request gives up soon when the broker is away: the sweep delivers later
CELERY_BROKER_CONNECTION_TIMEOUT = 1.0
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = transport_options(
    CELERY_BROKER_URL,
    visibility_timeout=TASK_VISIBILITY_TIMEOUT,
    master=env_str("BROKER_SENTINEL_MASTER", "mymaster"),
)
# no schedule is worth keeping over a restart: each entry runs every few minutes at least
CELERY_BEAT_SCHEDULER = "deploy.site.beat:SteadyScheduler"
SWEEP_SECONDS = env_int("SWEEP_SECONDS", 5, low=1, high=3_600)
WEEKLY_DEALS_SECONDS = 600
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "send what is behind": {
        "task": "deploy.site.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        # a sweep that waited longer than its turn has nothing to add
        "options": {"expires": SWEEP_SECONDS},
    },
    "delete what is past its age": {
        "task": "deploy.site.tasks.keep_house",
        "schedule": 3_600,
        "options": {"expires": 3_600},
    },
    "commit to the deals of the coming week": {
        "task": "league.play.prepared.tasks.commit_to_weekly_deals",
        "schedule": WEEKLY_DEALS_SECONDS,
        "options": {"expires": WEEKLY_DEALS_SECONDS},
    },
}
for _entry in CELERY_BEAT_SCHEDULE.values():
    # beat has one connection for good: without a second try it never gets another, and every sweep
    # fails from the moment its broker was away
    _entry["options"] = {
        **_entry["options"],
        "retry": True,
        "retry_policy": {"max_retries": 3, "interval_start": 0, "interval_max": 1},
    }

# --- clubs ---------------------------------------------------------------------------------

# how long owners of clubs and holders of accounts can change their mind about a deletion
DELETION_DAYS = env_int("DELETION_DAYS", 14, low=1, high=90)
# what one club may ask of the site in a day, and how many players it may have
CLUB_EVENTS_A_DAY = env_int("CLUB_EVENTS_A_DAY", 200, low=1, high=1_000_000)
CLUB_IMPORTS_A_DAY = env_int("CLUB_IMPORTS_A_DAY", 100, low=1, high=1_000_000)
CLUB_MAILS_A_DAY = env_int("CLUB_MAILS_A_DAY", 500, low=1, high=1_000_000)
CLUB_PLAYER_MAILS_A_DAY = env_int("CLUB_PLAYER_MAILS_A_DAY", 1_000, low=0, high=1_000_000)
CLUB_JOBS_A_DAY = env_int("CLUB_JOBS_A_DAY", 1_000, low=1, high=1_000_000)
CLUB_WEBHOOK_TESTS_A_DAY = env_int("CLUB_WEBHOOK_TESTS_A_DAY", 200, low=1, high=1_000_000)
CLUB_JOINS_A_DAY = env_int("CLUB_JOINS_A_DAY", 300, low=1, high=1_000_000)
CLUB_PLAYERS = env_int("CLUB_PLAYERS", 60_000, low=1, high=10_000_000)

# webhooks to this machine and its own network, by http too: where clubs and their site are at home
WEBHOOK_PRIVATE_ADDRESSES = env_bool("WEBHOOK_PRIVATE_ADDRESSES")

# what is pushed to phones is signed with it (manage.py push_keys); without one nothing is pushed
VAPID_PRIVATE_KEY = env_str("VAPID_PRIVATE_KEY", "")

# --- time limits of the database (deploy/site/time_limits.py) -----------------------------------

_web_statement = env_int("WEB_STATEMENT_SECONDS", 15, low=0, high=3_600)
DATABASE_TIME_LIMITS = {
    "none": NO_LIMITS,
    "web": TimeLimits(
        statement=_web_statement,
        lock=env_int("WEB_LOCK_SECONDS", 5, low=0, high=3_600),
        # longer than a request works anything out between two statements
        idle_transaction=4 * _web_statement,
    ),
    "worker": TimeLimits(
        # whatever a task does meanwhile, it is over before another worker is handed it
        statement=TASK_VISIBILITY_TIMEOUT,
        lock=env_int("WORKER_LOCK_SECONDS", 60, low=0, high=86_400),
        idle_transaction=TASK_VISIBILITY_TIMEOUT,
    ),
}
# web processes name theirs, workers take theirs (deploy/site/celery.py); commands have none
DATABASE_LIMITS = env_choice("DATABASE_LIMITS", "none", sorted(DATABASE_TIME_LIMITS))
UNLIMITED_DATABASE_OPTIONS = DATABASES["default"]["OPTIONS"]
DATABASES["default"]["OPTIONS"] = limited(
    UNLIMITED_DATABASE_OPTIONS, DATABASE_TIME_LIMITS[DATABASE_LIMITS], pooler=DATABASE_POOLER
)

# --- people --------------------------------------------------------------------------------

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
    "sesame.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account:sign_in"
LOGIN_REDIRECT_URL = "desk:home"
LOGOUT_REDIRECT_URL = "public:home"
PASSWORD_RESET_TIMEOUT = 3_600

# an account and an address together, so that nobody can lock another person out from elsewhere
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
# Django's forms call it so although it is an e-mail address; by itself axes would look for "email"
AXES_USERNAME_FORM_FIELD = "username"
AXES_FAILURE_LIMIT = env_int("LOGIN_ATTEMPTS", 5, low=1, high=1_000)
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "league.faces.desk.account.sign_in.page"
AXES_HTTP_RESPONSE_CODE = 429
AXES_VERBOSE = False
AXES_SENSITIVE_PARAMETERS = ["password", "username"]

SESAME_MAX_AGE = 15 * 60
SESAME_ONE_TIME = True

SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 14 * 24 * 3_600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SAMESITE = "Lax"

# --- safety --------------------------------------------------------------------------------

# a demo is served without TLS on this machine; everything else is not
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = not DEMO
SECURE_SSL_REDIRECT = env_bool("SSL_REDIRECT", not DEMO)
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]
SECURE_HSTS_SECONDS = 0 if DEMO else env_int("HSTS_SECONDS", 31_536_000, low=0, high=63_072_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = not DEMO
# a list that browsers carry for years: whoever owns the whole domain asks to be on it
SECURE_HSTS_PRELOAD = env_bool("HSTS_PRELOAD")
# fields.W161 takes the usual 22:00 of quiet hours for "now" when it is about that time
SILENCED_SYSTEM_CHECKS = ["security.W021", "fields.W161"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
# whether anybody may make an account to start a club, or only who is invited
OPEN_SIGN_UP = env_bool("OPEN_SIGN_UP", DEMO)
# of all machines together
WEB_PROCESSES = env_int("WEB_PROCESSES", 2, low=1, high=1_000)
# how many proxies of ours stand in front and append to X-Forwarded-For
PROXIES = env_int("PROXIES", 0, low=0, high=10)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
# how many of the doors score, draw and rank one web process answers at once, of its threads
DOOR_THREADS = env_int("DOOR_THREADS", 2, low=1, high=64)
METRICS_TOKEN = env_str("METRICS_TOKEN", "")
# how old the last backup may be before the doctor says so; 0: backups are made by somebody else
BACKUP_HOURS = env_int("BACKUP_HOURS", 26, low=0, high=8_760)
# where the processes of a machine leave their figures, by the name that prometheus_client knows
PROMETHEUS_MULTIPROC_DIR = env_folder("PROMETHEUS_MULTIPROC_DIR")
# where traces are sent, by the names that OpenTelemetry knows (deploy/site/tracing.py)
OTEL_EXPORTER_OTLP_ENDPOINT = env_str("OTEL_EXPORTER_OTLP_ENDPOINT", "")
OTEL_SERVICE_NAME = env_str("OTEL_SERVICE_NAME", "tricktable")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}

# --- languages -----------------------------------------------------------------------------

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
FORMAT_MODULE_PATH = ["league.foundation.date_formats"]
LANGUAGE_CODE = languages.SOURCE
LANGUAGES = languages.LANGUAGES
# a catalogue a subject; named here, they go before those of other people's packages
LOCALE_PATHS = [
    path
    for folder in FOLDERS
    for path in sorted((FILES if folder == "locale" else BASE_DIR).glob(folder))
]

# --- files ---------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = Path(env_str("STATIC_ROOT", str(MADE_FILES / "static")))
STATIC_MANIFEST = f"staticfiles{OF_RELEASE}.json"
STATICFILES_DIRS = [BASE_DIR / "deploy" / "site" / "static"]
NPM_ROOT = FILES / "node_modules"
# fonts as PDFs embed them, made from those of the packages
PAPER_FONTS = PLACES.data / "paper-fonts"
STATICFILES_FINDERS = [
    "deploy.site.staticfiles.NpmFinder",
    "deploy.site.staticfiles.JoinedFinder",
    "deploy.site.page_fonts.PageFontsFinder",
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "deploy.site.staticfiles.AppFinder",
]
# collected files carry a mark of their content and are kept by browsers for good
STATIC_COLLECTED = env_bool("STATIC_COLLECTED", not DEMO)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "deploy.site.staticfiles.CollectedStorage"
        if STATIC_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}
WHITENOISE_USE_FINDERS = not STATIC_COLLECTED
WHITENOISE_AUTOREFRESH = not STATIC_COLLECTED
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("png", "jpg", "woff", "woff2", "gz", "br", "map")

# --- backups -------------------------------------------------------------------------------

BACKUP_FOLDER = Path(env_str("BACKUP_FOLDER", str(PLACES.data / "backups")))
# a folder with pg_dump and pg_restore; "": the best that are found
POSTGRES_PROGRAMS = env_str("POSTGRES_PROGRAMS", "")

# --- the journal ---------------------------------------------------------------------------

# how long what is passing is kept; facts are for ever
JOURNAL_DAYS = env_int("JOURNAL_DAYS", 1_095, low=30, high=36_500)

# --- mail ----------------------------------------------------------------------------------

EMAIL_HOST = env_str("EMAIL_HOST", "")
# where mails are put that nobody sends: a folder, which `make run` reads aloud, or the console
EMAIL_FILE_PATH = env_str("EMAIL_FOLDER", "") or None
EMAIL_BACKEND = (
    "deploy.site.mail_backend.ShortEmailBackend"
    if EMAIL_HOST
    else "django.core.mail.backends.filebased.EmailBackend"
    if EMAIL_FILE_PATH
    else "django.core.mail.backends.console.EmailBackend"
)
EMAIL_PORT = env_int("EMAIL_PORT", 587, low=1, high=65_535)
EMAIL_HOST_USER = env_str("EMAIL_USER", "")
EMAIL_HOST_PASSWORD = env_str("EMAIL_PASSWORD", "")
EMAIL_USE_TLS = env_bool("EMAIL_TLS", default=True)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env_str("EMAIL_FROM", "Tricktable <tricktable@localhost>")

# --- API -----------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    # the token first: a program that sends one has no session's forgery to fear
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.faces.api.authentication.TokenAuthentication",
        "league.faces.api.authentication.TableLinkAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["league.faces.api.parsing.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "league.faces.api.problem_answers.Negotiation",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "league.faces.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "league.faces.api.operations.OperationSchema",
    "EXCEPTION_HANDLER": "league.faces.api.errors.exception_handler",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "rest_framework.throttling.ScopedRateThrottle",
    ],
    # a whole club evening shares one address
    "DEFAULT_THROTTLE_RATES": {
        "anon": env_rate("THROTTLE_ANONYMOUS", "1200/min"),
        "user": env_rate("THROTTLE_SIGNED_IN", "1200/min"),
        "score": env_rate("THROTTLE_SCORE", "120/min"),
        "sign_in": env_rate("THROTTLE_SIGN_IN", "30/min"),
    },
    "NUM_PROXIES": 0,  # REMOTE_ADDR is right: deploy/site/address.py saw to it
    "COERCE_DECIMAL_TO_STRING": False,  # numbers are numbers
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tricktable",
    "DESCRIPTION": "Leagues and tournaments of bidding trick-taking card games.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # two hundred operations are drawn when their subject is opened, not all at once
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None, "docExpansion": "none"},
    "ENUM_NAME_OVERRIDES": {
        "EventState": "league.play.events.models.EventState",
        "EntryState": "league.play.events.models.EntryState",
        "EntryKind": "league.play.events.models.EntryKind",
        "RoundState": "league.play.rounds.models.RoundState",
        "SubmissionState": "league.play.results.models.SubmissionState",
        "TableState": "league.play.results.models.TableState",
        "AdjustmentKind": "league.play.results.models.AdjustmentKind",
        "DateState": "league.calendar.match_dates.models.DateState",
        "AvailabilityAnswer": "league.calendar.availability.models.Answer",
        "TransactionKind": "league.office.kitty.models.TransactionKind",
        "BookedByHand": "league.office.kitty.services.booking.BY_HAND",
        "Language": "league.foundation.languages.LANGUAGES",
        "Scope": "league.clubs.models.Scope",
        "RowFate": ["add", "change", "same", "bad"],
        "Topic": "league.office.webhooks.topics.NAMES",
        "NotificationTopic": "league.office.notifications.topics.Topic",
        "MissingResult": "league.calendar.captains.models.MissingResult",
        "WalkoverState": "league.calendar.captains.models.WalkoverState",
        "StandInState": "league.calendar.stand_ins.models.RequestState",
        "Belonging": "league.office.associations.models.Belonging",
        "TransferState": "league.office.associations.models.TransferState",
        "StandInAnswer": "league.calendar.stand_ins.models.Answer",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "league.faces.api.schema.add_components",
        "league.faces.api.list_files.describe_files",
        "league.faces.api.examples.add_examples",
    ],
}

# --- logs ----------------------------------------------------------------------------------

LOG_FORMAT = env_choice("LOG_FORMAT", "text" if DEMO else "json", ["text", "json"])
LOG_LEVEL = env_choice("LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR"])
LOGGING_CONFIG = None
configure_logs(LOG_FORMAT, LOG_LEVEL)

SENTRY_DSN = env_str("SENTRY_DSN", "")
if SENTRY_DSN:
    # imported only where it is wanted: it costs memory in every process
    import sentry_sdk

    sentry_sdk.init(
        dsn=SENTRY_DSN,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        before_send=report_without_secrets,
    )

refuse_contradicting_settings(SimpleNamespace(**globals()))
