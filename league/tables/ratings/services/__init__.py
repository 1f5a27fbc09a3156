"""Rebuilding the ratings of a club, and requesting it as a job."""

from league.tables.ratings.services.ratings_job import request_rebuild
from league.tables.ratings.services.rebuilding import rebuild

__all__ = ["rebuild", "request_rebuild"]
