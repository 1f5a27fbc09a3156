from league.ratings.services.rebuilding import rebuild

__all__ = ["rebuild"]
