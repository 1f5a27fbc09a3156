"""What is printed, as files for programs."""
