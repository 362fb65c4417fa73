"""Opens each L5X file of a folder with PyPI's l5x, and looks at all that it knows of it.

Usage: python tests/python/open_l5x.py FOLDER ORIGINALS

The folder is what TAGBRIDGE_PROPOSALS_OUT of the long form of the proposals' table named, with the
files that they were made of. Exits with 1 where one does not open whose original does, or none opens.
"""

import pathlib
import sys

import l5x


def look(path):
    """Counts the scopes, tags, modules and programs that l5x finds in a project."""
    project = l5x.Project(str(path))
    found = 0
    for scope in [project.controller] + [project.programs[name] for name in project.programs.names]:
        if getattr(scope, "tags", None) is None:
            continue
        for name in scope.tags.names:
            tag = scope.tags[name]
            # Reads the element: a type that l5x does not know is no fault of the file.
            _ = tag.element.tag if hasattr(tag, "element") else tag.description
            found += 1
    return found


def opened(path):
    """What l5x finds in a file; None with the reason where it does not open."""
    try:
        return look(path), ""
    except Exception as error:  # noqa: BLE001 - whatever l5x throws is the finding
        return None, f"{type(error).__name__}: {error}"


def main(folder, originals):
    """Opens all, and says what came of it."""
    by_name = {it.name: it for it in pathlib.Path(originals).rglob("*") if it.suffix.lower() == ".l5x"}
    before = {}
    good = foreign = bad = 0
    for path in sorted(pathlib.Path(folder).iterdir()):
        if path.suffix.lower() != ".l5x":
            continue
        name = max((it for it in by_name if path.name.endswith("_" + it)), key=len, default=None)
        if name not in before:
            before[name] = opened(by_name[name]) if name else (0, "")
        found, why = opened(path)
        if found is not None:
            good += 1
        elif before[name][0] is None and before[name][1].split(" for ")[0] == why.split(" for ")[0]:
            # Parts of a project, which l5x does not open before the change either.
            foreign += 1
        else:
            bad += 1
            print(f"{path.name}: {why}")
    print(f"{good} opened, {foreign} do not open, as their originals do not, {bad} failed")
    return 1 if bad or not good else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
