"""Every address of the site, asked by everybody, in every way: who may read, who may write.

`rights.py` is the one table of it. `PERMISSION_WALK=all` walks the whole product.
"""
