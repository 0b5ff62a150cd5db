"""Playing and looking in a terminal, for any game: boards, tables, sessions, lists."""
