"""What games are made of: records, rules, positions, notation, chance."""
