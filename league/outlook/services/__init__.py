"""Working out what can still happen in a stage."""

from league.outlook.services.after_ratings import follow_ratings
from league.outlook.services.working_out import work_out

__all__ = ["follow_ratings", "work_out"]
