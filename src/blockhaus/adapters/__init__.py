"""The games as other libraries know games."""
