"""Scoring that compares the same deal at several tables: pure functions, exact numbers.

`played` are the results, `comparing` the formulas, `methods` the methods with their options,
`scored` what each table of a deal is worth, `ledger` what it comes to for each entry, and
`explaining` says of one deal how its scores come about.
"""
