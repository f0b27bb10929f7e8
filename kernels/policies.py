"""How a seat chooses (interface sketch; being written)."""
