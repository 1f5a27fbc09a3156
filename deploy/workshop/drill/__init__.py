"""`make drill`: the whole site on one machine, one fault after the other, and what came of each."""
