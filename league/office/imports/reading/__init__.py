"""Files read into rows of cells: nothing here knows what the cells mean, or stores anything."""
