"""Deals as a form sends them."""

from games import services as games
from league.play.results.deal_inputs import format_input_value, html_name


def as_typed(ruleset, deal):
    """Return a deal's summary as the form's inputs hold it."""
    typed = {"dealer": str(deal["dealer"])}
    for field in games.summary_fields(ruleset):
        outer, _, inner = field.name.partition(".")
        value = deal["summary"].get(outer)
        if inner and value is not None:
            value = value[inner]
        elif value is None and field.kind == "flag":
            value = False
        elif value is None:
            continue
        name = html_name(field.name)
        if field.kind == "side_numbers":
            typed |= {f"{name}-{side}": str(number) for side, number in enumerate(value)}
        elif field.kind == "side_flags":
            typed[name] = [str(side) for side, flag in enumerate(value) if flag]
        else:
            typed[name] = format_input_value(value)
    return typed
