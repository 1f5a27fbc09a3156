"""Whoever is about level meets, one round at a time: what Swiss, Monrad and Danish share.

`options` says which variant, `field` who is drawn and what they bring along, `penalties` what a
round should not break; `pairing` finds the round with the fewest faults, `ranked` the one from the
top of the ranking; `judging` compares any round with the best one.
"""
