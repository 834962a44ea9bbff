"""What Scripts/bench measures, one module per measurement."""
