"""Movements in which results decide who moves: winners go up, losers stay or go down.

`results` reads who won the last round's tables, `going` says where everybody goes and who sits
out, `partners` gives single players new partners, `evening` counts who met whom and seats them.
"""
