"""What is taken without a machine proof: a few lemmas of analysis, and results cited from
elsewhere. Nothing else.

A step that uses a lemma names it, and the report prints the list. Everything in `trusted.toml` is
textbook material; an entry says exactly what is used.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

_READ = tomllib.loads((Path(__file__).parent / "trusted.toml").read_text(encoding="utf-8"))
LEMMAS: dict[str, str] = _READ["lemmas"]
CITED: dict[str, str] = _READ["cited"]
