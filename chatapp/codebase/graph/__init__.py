"""What follows from all files together: resolution, the import graph, unused code."""
