"""What pages and acts may cost, in numbers that no machine changes: `budgets.toml`.

The demo is made on a day that stays the same, so the numbers are those of the code alone. What
costs a tenth more than it may fails the test, which prints the line as it was measured; raising a
budget is a change of that line, with its reason beside it.
"""
