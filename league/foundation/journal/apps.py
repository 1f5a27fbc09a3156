"""The Django app of the journal: what happened in clubs, append-only."""

from django.apps import AppConfig


class JournalConfig(AppConfig):
    name = "league.foundation.journal"
