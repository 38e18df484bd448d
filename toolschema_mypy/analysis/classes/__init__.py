"""Class families: one file each says how the fields of such a class are found."""
