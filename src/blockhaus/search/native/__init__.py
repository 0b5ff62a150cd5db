"""The compiled loops of searching and solving, and the memory they work on natively."""
