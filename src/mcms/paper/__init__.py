"""The paper's evaluation, rerun: table 1, figure 2, the tuning, theorem 1, and what it left as future work."""
