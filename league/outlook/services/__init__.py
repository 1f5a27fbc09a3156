"""Working out what can still happen in a stage."""

from league.outlook.services.working_out import work_out

__all__ = ["work_out"]
