"""The paper's main claim is about these: each sampled search against the classic one it is made of."""

TWINS = (("expss", "exp"), ("star1ss", "star1"), ("star2ss", "star2"))
