"""What the code that a generator made offers: every type with its fields, every operation with its arguments.

Usage: surface.py FOLDER

FOLDER has C# or Python. Prints a line for each, sorted: `surface.txt` beside each client is what its core
offered when the contract last changed.
"""

import ast
import re
import sys
from pathlib import Path

# What every type or operation has.
CSHARP = re.compile(r"^ {8}public (?!override|virtual|static|bool Should|[A-Z]\w*\().*", re.MULTILINE)
OPERATION = re.compile(r"^ {8}public (?!async|override)(?!.*WithHttpInfo).*\w\(.*\)$", re.MULTILINE)
PYTHON = {"sync"}


def csharp(folder: Path) -> list[str]:
    def of(kind: str, pattern: re.Pattern) -> list[str]:
        return [f"{file.stem}: {line.strip().removeprefix('public ')}"
                for file in folder.rglob(f"{kind}/*.cs") for line in pattern.findall(file.read_text())
                if "Configuration" not in line and "ApiClient" not in line and "HttpClient" not in line]
    return of("Model", CSHARP) + of("Api", OPERATION)


def python(folder: Path) -> list[str]:
    lines = []
    for file in [*folder.glob("models/*.py"), *folder.glob("api/*/*.py")]:
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef):
                lines += [f"{node.name}: {ast.unparse(field)}" for field in node.body
                          if isinstance(field, ast.AnnAssign)]
                lines += [f"{node.name}: {ast.unparse(value)}" for value in node.body
                          if isinstance(value, ast.Assign)]
            elif isinstance(node, ast.FunctionDef) and node.name in PYTHON:
                returns = ast.unparse(node.returns)
                lines.append(f"{file.parent.name}.{file.stem}: ({ast.unparse(node.args)}) -> {returns}")
    return lines


def surface(folder: Path) -> str:
    return "\n".join(sorted(csharp(folder) or python(folder))) + "\n"


if __name__ == "__main__":
    print(surface(Path(sys.argv[1])), end="")
