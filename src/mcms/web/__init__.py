"""A local page to play the games and to see what the searches see: ``mcms serve``. Needs the extra ``mcms[web]``."""
