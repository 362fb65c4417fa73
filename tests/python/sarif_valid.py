"""Whether SARIF files follow the schema that OASIS publishes: one line for each mistake.

python sarif_valid.py findings.sarif ...
"""

import json
import sys
from pathlib import Path

from jsonschema import Draft7Validator

schema = json.loads((Path(__file__).parent / "schemas" / "sarif-2.1.0.json").read_text())
Draft7Validator.check_schema(schema)
validator = Draft7Validator(schema)
for path in sys.argv[1:]:
    for error in validator.iter_errors(json.loads(Path(path).read_text())):
        print(f"{path}: {error.json_path}: {error.message}")
