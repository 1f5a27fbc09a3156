"""Working out what can still happen in a stage."""

from league.tables.outlook.services.after_ratings import follow_ratings
from league.tables.outlook.services.working_out import recompute_outlook

__all__ = ["follow_ratings", "recompute_outlook"]
