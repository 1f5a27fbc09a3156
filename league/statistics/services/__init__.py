"""Counting the statistics of a stage again, and requesting it as a job."""

from league.statistics.services.recounting import recount
from league.statistics.services.statistics_job import request_rebuild

__all__ = ["recount", "request_rebuild"]
