"""What the report says of each experiment. Every number comes from the results or from the published data."""

from mcms.paper.sections.estimators import table1_section, theorem1_section
from mcms.paper.sections.matches import explanations, figure2_section, time_section, without_luck_section
from mcms.paper.sections.sampling import sampling_section, savings_section
from mcms.paper.sections.tuning import tuning_section

__all__ = [
    "explanations",
    "figure2_section",
    "sampling_section",
    "savings_section",
    "table1_section",
    "theorem1_section",
    "time_section",
    "tuning_section",
    "without_luck_section",
]
