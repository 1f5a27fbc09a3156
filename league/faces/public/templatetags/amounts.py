"""Amounts of money in templates."""

from django import template

from league.office.kitty.money import shown

register = template.Library()


@register.filter
def money(amount: int | None, currency: str) -> str:
    """Return an amount as the reader's language writes it, or a dash where there is none."""
    return "\N{EN DASH}" if amount is None else shown(amount, currency)


@register.filter
def credit(balance: int, currency: str) -> str:
    """Return what a balance below 0 is a credit of."""
    return shown(-balance, currency)
