"""What a release is made and tried by: archives that everybody can rebuild, Pythons, sizes."""
