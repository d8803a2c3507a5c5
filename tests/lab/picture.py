"""The one picture that the README shows: what the report says of a leak. `make picture` makes it
anew, in a minute.

The adapter that `dpmean adapter init --lang python` writes is judged as it is, the report's page is
opened in headless Chromium, and the first failure is photographed, in few colours so that the file
stays small.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from tests.helpers.browser import Browser

PICTURE = Path(__file__).parents[2] / ".github" / "report.png"
WIDTH, COLOURS = 900, 64
FIRST = (
    "(box => [box.x, box.y, box.width, box.height])"
    "(document.querySelector('details[open]').getBoundingClientRect())"
)


def main() -> None:
    """Judge, open, photograph."""
    with tempfile.TemporaryDirectory() as folder:
        dpmean = [sys.executable, "-m", "dpmean.cli.main"]
        subprocess.run(
            [*dpmean, "adapter", "init", "--lang", "python", "--into", "."], cwd=folder, check=True
        )
        done = subprocess.run(
            [
                *dpmean,
                "conform",
                "-a",
                "python3 adapter.py",
                "--run",
                "laplace-support",
                "--html",
                "report.html",
            ],
            cwd=folder,
            check=False,
        )
        assert done.returncode == 1, (
            "the adapter to start from leaks, and that is what the picture shows"
        )
        with Browser() as browser:
            browser.open(Path(folder) / "report.html", width=WIDTH)
            x, y, width, height = browser.evaluate(FIRST)
            browser.picture(Path(folder) / "page.png")
        edge = 4
        with Image.open(Path(folder) / "page.png") as page:
            page.convert("RGB").crop(
                (int(x) - edge, int(y) - edge, int(x + width) + edge, int(y + height) + edge)
            ).quantize(COLOURS).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
