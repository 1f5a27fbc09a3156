"""Everything a club prints, as PDF files: pure functions from values to pages.

The faces gather the values, with the names that their reader may see, and hand them to one module
a document (`slips`, `standings`, `bracket`, ...). Each of them returns a `Printing`.
"""
