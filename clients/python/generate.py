"""Generates the core of the client from the service's OpenAPI document.

Usage: generate.py DOCUMENT FOLDER

DOCUMENT is `service/openapi.json`, or what a service serves as `/api/v1/openapi.json`; FOLDER becomes
the package. Needs openapi-python-client.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# The code is not for reading: nothing tidies it.
CONFIG = "post_hooks: []\n"


def generate(document: Path, folder: Path) -> str:
    """Makes the package; what the generator said that it left out."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as config:
        config.write(CONFIG)
        config.flush()
        made = subprocess.run(
            [sys.executable, "-m", "openapi_python_client", "generate", "--path", document,
             "--config", config.name, "--meta", "none", "--output-path", folder, "--overwrite"],
            capture_output=True, text=True, check=True,
        )
    return "\n".join(line for line in made.stdout.splitlines() if "WARNING" in line)


def package(document: Path, folder: Path) -> None:
    """Puts the whole client into a folder: what it is built from, and its core."""
    here = Path(__file__).parent
    shutil.copytree(here / "tagbridge", folder / "tagbridge",
                    ignore=shutil.ignore_patterns("generated", "__pycache__"))
    shutil.copy(here / "pyproject.toml", folder)
    generate(document, folder / "tagbridge/generated")


if __name__ == "__main__":
    print(generate(Path(sys.argv[1]), Path(sys.argv[2])), end="")
