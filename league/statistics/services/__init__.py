from league.statistics.services.recounting import recount

__all__ = ["recount"]
