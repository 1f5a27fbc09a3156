from league.ratings.services.ordered import order_anew
from league.ratings.services.rebuilding import rebuild

__all__ = ["order_anew", "rebuild"]
