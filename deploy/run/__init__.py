"""`make run`: the whole site on one machine, from nothing to an address."""
