"""`python -m proofs.coq`: is Emitted.v what the shipped functions are now? --write writes it,
--check is `make coq`.

Exit codes: 0 it is, 1 it is not or a proof fails, 2 Coq is missing.
"""

from __future__ import annotations

import sys

from dpmean import written

from .build import STALE, main
from .emit import EMITTED, text

if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(main())
    if "--write" in sys.argv[1:]:
        written.whole(EMITTED, text())
    elif not EMITTED.exists() or EMITTED.read_text() != text():
        print(STALE, file=sys.stderr)
        sys.exit(1)
    print("Emitted.v is what the shipped functions are now")
