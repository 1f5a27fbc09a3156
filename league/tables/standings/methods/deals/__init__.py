"""Scoring that compares the same deal at several tables: pure functions, exact numbers.

`played` are the results, `comparing` the formulas, `methods` the methods with their options,
`scored` the scores of each table of a deal. The sums for each entry, and the sentences that
explain a deal, are made beside this package (`deal_bookkeeping`, `deal_explaining`).
"""
