"""Phones at the tables, as `make drill` has them."""

from deploy.workshop.drill.phone import Phone, new_key

__all__ = ["Phone", "new_key"]
