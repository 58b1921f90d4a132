"""How fast the searches are: races of contestants on the same positions. Numbers only; ``mcms bench`` prints them."""

from mcms.bench.plan import BenchReport, Plan, Settings, plan
from mcms.bench.race import ContestResult, Entry

__all__ = ["BenchReport", "ContestResult", "Entry", "Plan", "Settings", "plan"]
