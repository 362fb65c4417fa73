"""Opens proposed L5X files with PyPI's l5x, and holds what it reads of them against their plans.

Usage: python tests/python/open_l5x.py FOLDER

FOLDER/plans.tsv has a line for each step of each plan: the result's file in FOLDER, the original's
path, the action, its target, its code type, the new name. A result must open where its original
does; its programs must be those of the original, and its tags differ by what the plan says and by
nothing else. Exits with 1 where one does not, or none could be compared.
"""

import io
import pathlib
import sys
from collections import defaultdict

import l5x

UNREAD = {"LINT", "USINT", "UINT", "UDINT", "ULINT", "LREAL"}

def value(tag, name):
    """What l5x reads there; for what it does not know, how it says so."""
    try:
        return repr(getattr(tag, name))
    except Exception as error:  # noqa: BLE001 - whatever l5x throws is what it reads
        return f"?{type(error).__name__}"


def look(project):
    """The programs, and of each tag, by its name in the whole project, what l5x reads of it."""
    tags = {}
    scopes = [("", project.controller)]
    scopes += [(f"Program:{name}.", project.programs[name]) for name in project.programs.names]
    for prefix, scope in scopes:
        for name in scope.tags.names:
            try:
                tag = scope.tags[name]
            except Exception as error:  # noqa: BLE001 - of a kind that l5x does not know
                tags[prefix + name] = {"kind": "", "said": ["", f"?{type(error).__name__}", ""]}
                continue
            kind = value(tag, "data_type").strip("'")
            said = [value(tag, it) for it in ("description", "value", "alias_for")]
            tags[prefix + name] = {"kind": kind, "said": said}
    return sorted(project.programs.names), sorted(project.modules.names), tags


def opened(path):
    """What l5x reads of a file, and whether it opens as it is; a part of a project lacks sections
    without which l5x does not open it, so it gets them, empty."""
    text = pathlib.Path(path).read_text(encoding="utf-8-sig")
    try:
        return look(l5x.Project(io.StringIO(text))), True
    except Exception:  # noqa: BLE001 - whatever l5x throws, it does not open
        pass
    head, end, rest = text.rpartition("</Controller>")
    for section in ("DataTypes", "Modules", "Tags", "Programs"):
        # A program of a part of a project has tags of its own.
        outside = head.split("<Programs")[0] if section == "Tags" else head
        if f"<{section}>" not in outside and f"<{section} " not in outside and f"<{section}/>" not in outside:
            head += f"<{section}/>"
    try:
        return look(l5x.Project(io.StringIO(head + end + rest))), False
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}", False


def wrong(old, new, steps):
    """What is otherwise than the steps say; nothing where all is as they say."""
    if old[:2] != new[:2]:
        return f"programs or modules: {old[:2]} became {new[:2]}"
    old, new = old[2], new[2]
    seen = {name.split(".")[0] if name.startswith("Program:") else "" for name in [*old, *new]}

    def is_seen(name):
        """Whether l5x knows of the place that a tag is declared in."""
        return (name.rpartition(".")[0] in seen | {""}) and "/" not in name

    added, gone, changed, kinds, renamed = set(), set(), set(), set(), []
    for action, target, code_type, new_name in steps:
        if code_type == "UDT":
            kinds.add(target.lower())
        if code_type != "Tag" or not is_seen(target):
            continue
        if action == "CREATE":
            added.add(target)
        elif action == "DELETE":
            gone.add(target)
        elif action == "RENAME":
            prefix = target.rpartition(".")[0]
            gone.add(target)
            added.add(f"{prefix}.{new_name}" if prefix else new_name)
            renamed.append((target.rpartition(".")[2], new_name))
        else:
            changed.add(target)
    if set(new) - set(old) != added or set(old) - set(new) != gone:
        return f"tags: {sorted(set(new) - set(old))} came, {sorted(set(old) - set(new))} went"
    for name in set(old) & set(new):
        before, after = old[name], new[name]
        if before == after:
            # A value of a type that l5x does not know, it reads neither before nor after.
            is_read = before["kind"] not in UNREAD and not before["said"][1].startswith("?")
            if name in changed and is_read:
                return f"{name} is as it was"
            continue
        is_alias = any(f"{a}" in str(before) and str(before).replace(a, b) == str(after) for a, b in renamed)
        if name not in changed and before["kind"].lower() not in kinds and not is_alias:
            return f"{name}: {before} became {after}"
    return None


def main(folder):
    """Opens all, and says what came of it."""
    plans = defaultdict(list)
    for line in (pathlib.Path(folder) / "plans.tsv").read_text(encoding="utf-8").splitlines():
        result, original, *step = line.split("\t")
        plans[result, original].append(step)
    originals = {original: opened(original) for _, original in plans}
    whole = parts = foreign = bad = 0
    for (result, original), steps in sorted(plans.items()):
        (old, as_it_is), (new, still) = originals[original], opened(pathlib.Path(folder) / result)
        if isinstance(old, str):
            foreign += 1
            why = None if isinstance(new, str) else "opens, and its original does not"
        elif isinstance(new, str) or as_it_is and not still:
            why = f"does not open: {new}"
        else:
            why = wrong(old, new, steps)
            whole += as_it_is
            parts += not as_it_is
        if why:
            bad += 1
            print(f"{result}: {steps}: {why}")
    print(
        f"of {len(plans)}: {whole} compared as they are, {parts} with the empty sections that a part "
        f"lacks, {foreign} of originals that do not open; {bad} wrong"
    )
    return 1 if bad or not whole else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
