"""Holds what was read of project files against walks of their XML that share no code with the product.

Usage: python tests/python/corpus.py ROWS

ROWS is a JSON list: each row has the path of a project, and what `tagbridge-corpus one` saw of it. Prints a
list with an object for each row: how many names the walk found and which of them were not read; how many
values were decoded and which differ; which types have no decoder here; which renamed words are left.
"""

import datetime
import io
import json
import pathlib
import re
import struct
import sys
import zipfile
import xml.etree.ElementTree as ET
from collections import Counter

BITS = {"BOOL": 1, "SINT": 8, "USINT": 8, "BYTE": 8, "INT": 16, "UINT": 16, "WORD": 16, "DINT": 32,
        "UDINT": 32, "DWORD": 32, "LINT": 64, "ULINT": 64, "LWORD": 64}
REALS = {"REAL": "<f", "LREAL": "<d"}
# The status bits of these structures stand in the first of their three numbers (1756-RM003).
STATUS = {
    "TIMER": (["PRE", "ACC"], {"EN": 31, "TT": 30, "DN": 29}),
    "COUNTER": (["PRE", "ACC"], {"CU": 31, "CD": 30, "DN": 29, "OV": 28, "UN": 27}),
    "CONTROL": (["LEN", "POS"], {"EN": 31, "EU": 30, "DN": 29, "EM": 28, "ER": 27, "UL": 26, "IN": 25, "FD": 24}),
}


class Unknown(Exception):
    """There is no decoder here for a type."""


def local(element):
    """An element's name without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def below(element, name):
    """All elements of a name inside of an element."""
    return (it for it in element.iter() if local(it) == name)


def children(element, *names):
    """The elements at the end of a path of names."""
    found = [element]
    for name in names:
        found = [it for parent in found for it in parent if local(it) == name]
    return found


def files_of(path):
    """The names and bytes of a project's files."""
    path = pathlib.Path(path)
    if path.is_dir():
        return [(str(it.relative_to(path)), it.read_bytes()) for it in sorted(path.rglob("*")) if it.is_file()]
    data = path.read_bytes()
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [(it.filename, archive.read(it)) for it in archive.infolist() if not it.is_dir()]
    return [(path.name, data)]


def roots(path):
    """The root elements of a project's XML files."""
    for _, data in files_of(path):
        if b"<" in data[:200]:
            try:
                yield ET.fromstring(data)
            except ET.ParseError:
                continue


# ---- Names ----------------------------------------------------------------------------------------------

def names_of_l5x(root):
    """What an L5X file declares, each with what it is."""
    names = set()
    controllers = children(root, "Controller")
    for controller in controllers:
        for tag in children(controller, "Tags", "Tag"):
            names.add(f"tag {tag.get('Name')}")
        for kind in children(controller, "DataTypes", "DataType"):
            names.add(f"type {kind.get('Name')}")
            for member in children(kind, "Members", "Member"):
                if member.get("Hidden") != "true":
                    names.add(f"type {kind.get('Name')}.{member.get('Name')}")
        for module in children(controller, "Modules", "Module"):
            if module.get("Name"):
                names.add(f"module {module.get('Name')}")
        for task in children(controller, "Tasks", "Task"):
            names.add(f"task {task.get('Name')}")
        definitions = children(controller, "AddOnInstructionDefinitions")
        for encoded in [it for at in definitions for it in children(at, "EncodedData")]:
            names.add(f"block {encoded.get('Name')}")
        for block in [it for at in definitions for it in children(at, "AddOnInstructionDefinition")]:
            name = block.get("Name")
            names.add(f"block {name}")
            for part in children(block, "Parameters", "Parameter") + children(block, "LocalTags", "LocalTag"):
                names.add(f"block {name}.{part.get('Name')}")
            names |= routines_of_l5x(name, block)
        for program in children(controller, "Programs", "Program"):
            name = program.get("Name")
            names.add(f"program {name}")
            for tag in children(program, "Tags", "Tag"):
                names.add(f"tag Program:{name}.{tag.get('Name')}")
            names |= routines_of_l5x(name, program)
    return names


def routines_of_l5x(owner, element):
    """The routines of a program or an add-on instruction, and how many rungs each has."""
    names = set()
    for routine in children(element, "Routines", "Routine"):
        name = f"{owner}/{routine.get('Name')}"
        names.add(f"routine {name}")
        rungs = children(routine, "RLLContent", "Rung")
        if rungs:
            names.add(f"rungs {name}={len(rungs)}")
    return names


def names_of_simatic(root):
    """What a SimaticML document declares: blocks, the members of their interfaces, tags, types."""
    names = set()
    for element in root:
        kind = local(element)
        name = next((it.text for it in children(element, "AttributeList", "Name")), None)
        if not name:
            continue
        if kind == "SW.Tags.PlcTagTable":
            for tag in below(element, "SW.Tags.PlcTag"):
                names.add(next(it.text for it in children(tag, "AttributeList", "Name")))
        elif kind.startswith(("SW.Blocks.", "SW.Types.")):
            names.add(name)
            sections = children(element, "AttributeList", "Interface", "Sections", "Section")
            for member in [it for at in sections for it in children(at, "Member")]:
                names.add(f"{name}.{member.get('Name')}")
    return names


def names_of_plcopen(root):
    """What a PLCopen file declares: units, their variables and methods, types, lists."""
    names = set()
    for pou in below(root, "pou"):
        name = pou.get("name")
        names.add(name)
        for interface in children(pou, "interface"):
            for variables in interface:
                # External variables are declared elsewhere.
                if local(variables).endswith("Vars") and local(variables) != "externalVars":
                    names |= {f"{name}.{it.get('name')}" for it in children(variables, "variable")}
    for kind in below(root, "dataType"):
        names.add(kind.get("name"))
    for variables in below(root, "globalVars"):
        names |= {it.get("name") for it in children(variables, "variable")}
    return {it for it in names if it}


def names_of_export(root):
    """What a CODESYS export declares: objects with a declaration, by their own name."""
    names = set()
    for entry in root.iter():
        parts = {it.get("Name"): it for it in entry}
        meta, thing = parts.get("MetaObject"), parts.get("Object")
        if meta is None or thing is None:
            continue
        declared = [it for it in thing if it.get("Name") == "Interface"]
        name = next((it.text for it in meta if it.get("Name") == "Name"), None)
        lines = [text for it in declared for text in it.itertext()]
        # A list without a variable of its own declares nothing: a persistent list has paths of instances.
        is_list = any("VAR_GLOBAL" in line for line in lines)
        has_variable = any(re.match(r"\s*\w+\s*(,|:|AT\b)", line, re.I) for line in lines)
        if name and declared and (has_variable or not is_list):
            names.add(name)
    return names


def lost(seen, path, root_list):
    """How many names the walk finds, and those that were not read."""
    exact, loose = set(), set()
    for root in root_list:
        kind = local(root)
        if kind == "RSLogix5000Content":
            exact |= names_of_l5x(root)
        elif kind == "Document":
            loose |= names_of_simatic(root)
        elif kind == "project":
            loose |= names_of_plcopen(root)
        elif kind == "ExportFile":
            loose |= names_of_export(root)
    read = set(seen["names"])
    bare = {it.split(" ", 1)[1].replace('"', "").lower() for it in read}
    # A name may have the name of what is around it in front.
    ends = {part for it in bare for part in (it, it.rpartition(".")[2], ".".join(it.split(".")[-2:]))}
    missing = sorted(exact - read)
    missing += sorted(it for it in loose if it.replace('"', "").lower() not in ends)
    return len(exact) + len(loose), missing


# ---- Values of L5X --------------------------------------------------------------------------------------

def characters(text):
    """The characters of a text as L5X writes it between quotes."""
    out, at = [], 0
    short = {"$": "$", "'": "'", "l": "\n", "n": "\n", "p": "\f", "r": "\r", "t": "\t", '"': '"'}
    while at < len(text):
        if text[at] == "$" and at + 1 < len(text):
            pair = text[at + 1:at + 3]
            if re.fullmatch("[0-9A-Fa-f]{2}", pair):
                out.append(chr(int(pair, 16)))
                at += 3
                continue
            out.append(short.get(text[at + 1].lower(), text[at + 1]))
            at += 2
            continue
        out.append(text[at])
        at += 1
    return "".join(out)


def number(text, kind):
    """A number as one that can be compared, whatever its radix."""
    text = text.strip()
    bits = BITS.get(kind.upper())
    if text.startswith("'") and bits:
        value = 0
        for character in characters(text[1:-1]):
            value = value << 8 | ord(character) & 255
        return value % (1 << bits)
    if bits:
        radix = re.fullmatch(r"(2|8|16)#([0-9A-Fa-f_]+)", text)
        if radix:
            return int(radix[2].replace("_", ""), int(radix[1])) % (1 << bits)
        if re.fullmatch(r"[-+]?\d+", text):
            return int(text) % (1 << bits)
        date = re.fullmatch(r"(L?DT)#(\d+-\d+-\d+)-(\d+:\d+:\d+)\.([\d_]+)Z?", text, re.IGNORECASE)
        if date:
            # Microseconds since 1970, of LDT nanoseconds.
            begins = datetime.datetime.fromisoformat(f"{date[2]}T{date[3]}+00:00").timestamp()
            digits = 9 if date[1].upper() == "LDT" else 6
            fraction = date[4].replace("_", "").ljust(digits, "0")
            return (int(begins) * 10**digits + int(fraction)) % (1 << bits)
        return text.lower()
    try:
        value = float(text)
        return struct.pack(REALS.get(kind.upper(), "<d"), value).hex()
    except (ValueError, OverflowError):
        return text.lower()


def is_zero(value):
    """Whether a value is what memory starts with."""
    return value in (0, "", "0000000000000000", "00000000", None)


class Types:
    """The types that an L5X file defines."""

    def __init__(self, root):
        self.structures, self.texts = {}, set()
        for kind in below(root, "DataType"):
            members = [
                (it.get("Name"), it.get("DataType"), int(it.get("Dimension") or 0), it.get("Hidden") == "true",
                 it.get("Target"), int(it.get("BitNumber") or 0))
                for it in children(kind, "Members", "Member")
            ]
            if kind.get("Family") == "StringFamily":
                self.texts.add(kind.get("Name").upper())
            if kind.get("Name"):
                self.structures[kind.get("Name").upper()] = members

    def l5k(self, value, kind, dimensions, operand=""):
        """The parts of a value in L5K form, by operand, with the type of each."""
        if dimensions:
            items = value if isinstance(value, list) else [value]
            count = 1
            for size in dimensions:
                count *= size
            while len(items) < count and all(isinstance(it, list) for it in items):
                items = [part for it in items for part in it]
            if len(items) != count:
                raise Unknown(f"array of {kind}")
            for at, item in enumerate(items):
                indexes, rest = [], at
                for size in reversed(dimensions):
                    indexes.insert(0, str(rest % size))
                    rest //= size
                yield from self.l5k(item, kind, [], f"{operand}[{','.join(indexes)}]")
            return
        name = kind.upper()
        if name == "STRING" or name in self.texts:
            length, text = value
            yield operand, "text", characters(text[1:-1])[:int(length)]
        elif name in STATUS:
            fields, bits = STATUS[name]
            flags = number(value[0], "DINT")
            for field, part in zip(fields, value[1:], strict=True):
                yield f"{operand}.{field}", "DINT", number(part, "DINT")
            for bit, at in bits.items():
                yield f"{operand}.{bit}", "BOOL", flags >> at & 1
        elif name in self.structures:
            members = self.structures[name]
            stored = [it for it in members if it[1].upper() != "BIT"]
            if not isinstance(value, list) or len(value) != len(stored):
                raise Unknown(kind)
            hosts = {}
            for part, (member, type_name, size, hidden, _, _) in zip(value, stored, strict=True):
                if hidden:
                    hosts[member] = number(part, type_name)
                else:
                    yield from self.l5k(part, type_name, [size] if size else [], f"{operand}.{member}")
            for member, type_name, _, hidden, target, bit in members:
                if type_name.upper() == "BIT" and not hidden:
                    yield f"{operand}.{member}", "BOOL", hosts[target] >> bit & 1
        elif name in BITS or name in REALS:
            if isinstance(value, list):
                raise Unknown(kind)
            yield operand, name, number(value, name)
        else:
            raise Unknown(kind)


def parse_l5k(text):
    """A value in L5K form: a text, or a list of values."""
    at = 0

    def blank():
        nonlocal at
        while at < len(text) and text[at].isspace():
            at += 1

    def one():
        nonlocal at
        blank()
        if text[at] == "[":
            at += 1
            items = []
            while True:
                items.append(one())
                blank()
                at += 1
                if text[at - 1] == "]":
                    return items
        if text[at] == "'":
            start = at
            at += 1
            while text[at] != "'":
                at += 2 if text[at] == "$" else 1
            at += 1
            return text[start:at]
        start = at
        while at < len(text) and text[at] not in ",]":
            at += 1
        return text[start:at].strip()

    return one()


def decorated(element, operand=""):
    """The parts of a decorated value, by operand, with the type of each."""
    name, kind = local(element), element.get("DataType") or ""
    fields = {it.get("Name"): it for it in element if local(it) == "DataValueMember"}
    if name in ("Structure", "StructureMember") and "DATA" in fields and fields["DATA"].get("Radix") == "ASCII" \
            and fields["DATA"].get("Value") is None:
        text = (fields["DATA"].text or "").strip("\r\n")
        length = int(fields["LEN"].get("Value") or 0)
        yield operand, "text", characters(text[1:-1])[:length]
        return
    if name in ("DataValue", "DataValueMember"):
        yield operand, kind.upper(), number(element.get("Value") or element.text or "", kind)
        return
    for part in element:
        at = operand
        if local(part) == "Element":
            at += part.get("Index")
            if part.get("Value") is not None:
                yield at, kind.upper(), number(part.get("Value"), kind)
                continue
        elif part.get("Name"):
            at += f".{part.get('Name')}"
        if local(part) in ("Element", "Structure", "StructureMember", "DataValueMember", "ArrayMember", "Array"):
            yield from decorated(part, at)


def values_of_l5x(root, not_decoded):
    """The decoded values of all tags: the tag, the operand, the form, the type, the value."""
    types = Types(root)
    scopes = [("", it) for it in children(root, "Controller")]
    scopes += [(f"Program:{it.get('Name')}.", it) for it in children(root, "Controller", "Programs", "Program")]
    for prefix, scope in scopes:
        for tag in children(scope, "Tags", "Tag"):
            name, kind = prefix + tag.get("Name"), tag.get("DataType")
            if not kind or tag.get("TagType") == "Alias":
                continue
            dimensions = [int(it) for it in (tag.get("Dimensions") or "").split()]
            # The decorated form first.
            for data in sorted(children(tag, "Data"), key=lambda it: it.get("Format") or ""):
                form = data.get("Format")
                try:
                    if form == "Decorated":
                        parts = [it for part in data for it in decorated(part)]
                    elif form == "L5K":
                        parts = list(types.l5k(parse_l5k(data.text or ""), kind, dimensions))
                    else:
                        continue
                except (Unknown, ValueError, IndexError, TypeError, KeyError):
                    not_decoded[f"{form} of {kind}"] += 1
                    continue
                for operand, type_name, value in parts:
                    yield name, operand, form, type_name, value


def compare(seen, root_list):
    """How many values were compared, those that differ, and the types without a decoder."""
    not_decoded, different, count = Counter(), [], 0
    notes = {it.split(".")[-1] for it in seen["notes"]} | set(seen["notes"])
    for root in root_list:
        if local(root) != "RSLogix5000Content":
            continue
        decoded = {}
        for name, operand, form, kind, value in values_of_l5x(root, not_decoded):
            # The form that people edit counts where a file contradicts itself.
            if form == "Decorated":
                decoded[name, operand] = value
            elif decoded.get((name, operand), value) != value:
                not_decoded["values that the file tells twice, and differently"] += 1
                continue
            mine = seen["values"].get(name, {}).get(operand)
            if kind == "text":
                mine = "" if mine is None else characters(mine[1:-1])
                same = mine == value
            else:
                mine = None if mine is None else number(mine, kind)
                same = mine == value or is_zero(mine) and is_zero(value)
            if not same and name in notes:
                continue
            count += 1
            if not same:
                different.append(f"{name}{operand}: {form} says {value!r}, read {mine!r}")
    return count, different, not_decoded


# ---- Words that renames leave ---------------------------------------------------------------------------

COMMENTS = {"Description", "Comment", "Comments", "RevisionNote", "AdditionalHelpText", "documentation",
            "MultilingualText", "Title", "LineComment"}


def words(path):
    """The text of a project's files without its comments, in lower case."""
    for name, data in files_of(path):
        try:
            root = ET.fromstring(data)
        except ET.ParseError:
            text = data.decode("utf-8-sig", "replace")
            text = re.sub(r"\(\*.*?\*\)|//[^\n]*", " ", text, flags=re.DOTALL)
            yield name, text.lower()
            continue
        parts, open_elements = [], [root]
        while open_elements:
            element = open_elements.pop()
            if local(element) not in COMMENTS:
                parts += [element.text or "", *element.attrib.values()]
                open_elements += list(element)
            parts.append(element.tail or "")
        text = re.sub(r"\(\*.*?\*\)|//[^\n]*", " ", "\n".join(parts), flags=re.DOTALL)
        yield name, text.lower()


def left(rename):
    """Where the old word is still in a renamed copy."""
    pattern = re.compile(rf"(?<![a-z0-9_]){re.escape(rename['word'].lower())}(?![a-z0-9_])")
    for name, text in words(rename["folder"]):
        found = pattern.search(text)
        if found:
            around = " ".join(text[max(0, found.start() - 40):found.end() + 40].split())
            yield f"{rename['name']} in {name}: {around}"


def row(it):
    """What is to be said of one project."""
    seen = it["seen"]
    if "names" not in seen:
        return {}
    root_list = list(roots(it["path"]))
    names, missing = lost(seen, it["path"], root_list)
    values, different, not_decoded = compare(seen, root_list)
    words_left = [line for rename in seen["renames"] if "folder" in rename for line in left(rename)]
    return {"names": names, "lost": missing, "values": values, "different": different,
            "not_decoded": not_decoded, "left": words_left}


def main(path):
    """Reads the rows and prints what is said of each."""
    rows = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    print(json.dumps([row(it) for it in rows]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
