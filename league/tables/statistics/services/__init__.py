"""Counting the statistics of a stage again, and requesting it as a job."""

from league.tables.statistics.services.recounting import recount
from league.tables.statistics.services.statistics_job import request_rebuild

__all__ = ["recount", "request_rebuild"]
