"""Working out what can still happen in a stage."""

from league.tables.outlook.services.after_ratings import follow_ratings
from league.tables.outlook.services.working_out import work_out

__all__ = ["follow_ratings", "work_out"]
