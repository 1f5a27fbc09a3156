"""The addresses of an event and of its rounds at the desk."""

from django.urls import reverse


def at(name, event, *args):
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, *args])


def at_round(name, round, *args):
    return at(name, round.stage.event, round.stage.number, round.number, *args)
