"""Compares what tagbridge says of project files with a reading of the same files that shares no code with it.

walker.py PROGRAM NAMES FILE... prints JSON: what was compared, and each difference. Of each file NAMES
names are asked for. It reads Logix exports (.L5X) by their XML and the text of their rungs and lines,
PLCopen XML by its ST bodies, SCL sources by their lines, and tag tables of TIA Portal by their XML.
"""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
#: Of each instruction the operands that it writes, by position; all others are read.
WRITES = {
    "OTE": [0], "OTL": [0], "OTU": [0], "MOV": [1], "MOVE": [1], "ADD": [2], "SUB": [2], "MUL": [2], "DIV": [2],
    "COP": [1], "CPS": [1], "FLL": [1], "CLR": [0], "CPT": [0], "TON": [0], "TOF": [0], "RTO": [0], "CTU": [0],
    "CTD": [0], "RES": [0], "ONS": [0], "ABS": [1], "SQR": [1], "NEG": [1], "MOD": [2],
}
TIMERS = {"TIMER", "FBD_TIMER"}


class Said:
    """What the program says of one file."""

    def __init__(self, program, file):
        self.program, self.file = program, str(file)

    def run(self, *arguments):
        command = [self.program, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120)
        try:
            return json.loads(done.stdout)
        except ValueError:
            return {"error": (done.stdout + done.stderr)[:300]}

    def ask(self, question):
        return self.run("ask", self.file, question, "--json")

    def rows(self, *question):
        return self.run("logic", self.file, *question, "--json").get("rows", [])

    def names(self, question):
        """The names that the list of an answer begins its lines with."""
        text = self.ask(question).get("answer", "")
        lines = [it[2:] for it in text.splitlines() if it.startswith("– ")]
        return {re.split(r": | – | \[\d+\]|, set to| \(", it)[0].strip() for it in lines}

    def places(self, *question):
        """The rungs, or the lines of routines, that an answer cites."""
        found = set()
        for row in self.rows(*question):
            cited = row.get("citation")
            if cited:
                found.add((cited["path"], cited.get("rung", row.get("line"))))
        return found


def operands(text):
    """The arguments of an instruction, at the commas outside of brackets."""
    found, depth, word = [], 0, ""
    for char in text:
        depth += char in "([" and 1 or char in ")]" and -1 or 0
        if char == "," and depth == 0:
            found.append(word)
            word = ""
        else:
            word += char
    return [it.strip() for it in found + [word]]


def rung_flow(text):
    """Of each written operand all operands that decide it or that it is made of, from left to right."""
    text = text.rstrip("; \n")
    flow, at = [], 0

    def leg(before, stop):
        nonlocal at
        conditions = set(before)
        while at < len(text) and text[at] not in stop:
            if text[at] == "[":
                at += 1
                ends = set()
                while True:
                    ends |= leg(conditions, ",]")
                    at += 1
                    if text[at - 1] == "]":
                        break
                conditions |= ends
                continue
            match = re.match(r"\s*([A-Za-z_][A-Za-z0-9_]*)\(", text[at:])
            if not match:
                at += 1
                continue
            at += match.end()
            start, depth = at, 1
            while depth:
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
            name, given = match[1], operands(text[start:at - 1])
            written = WRITES.get(name, [])
            reads = {it for place, it in enumerate(given) if place not in written}
            for place in written:
                if place < len(given):
                    flow.append((given[place], conditions | reads))
            if not written:
                conditions |= reads
        return conditions

    leg(set(), "")
    return flow


class Logix:
    """A Logix export."""

    def __init__(self, file):
        root = ET.fromstring(file.read_bytes())
        self.controller = root.find("Controller")
        self.tags = self.tags_of(self.controller)
        self.locals = {}
        self.code = []
        for program in self.controller.iterfind("Programs/Program"):
            name = program.get("Name")
            self.locals[name] = self.tags_of(program)
            self.routines(name, program)
        for block in self.controller.iterfind("AddOnInstructionDefinitions/AddOnInstructionDefinition"):
            name = block.get("Name")
            own = {it.get("Name"): it.get("DataType") for part in ("Parameters/Parameter", "LocalTags/LocalTag")
                   for it in block.iterfind(part)}
            self.locals[name] = own
            self.routines(name, block)

    @staticmethod
    def tags_of(parent):
        return {it.get("Name"): it.get("DataType") for it in parent.iterfind("Tags/Tag")}

    def routines(self, owner, parent):
        for routine in parent.iterfind("Routines/Routine"):
            path = f"{owner}/{routine.get('Name')}"
            for rung in routine.iterfind("RLLContent/Rung"):
                self.code.append((owner, path, int(rung.get("Number")), rung.findtext("Text") or "", "rung"))
            lines = [(it.text or "").strip("\n") for it in routine.iterfind("STContent/Line")]
            bare = without_comments("\n".join(lines)).split("\n")
            for number, line in enumerate(bare, 1):
                self.code.append((owner, path, number, line, "line"))
            if routine.find("FBDContent") is not None or routine.find("SFCContent") is not None:
                # Sheets and charts are drawings: what they name is not compared.
                text = ET.tostring(routine, encoding="unicode")
                self.code.append((owner, path, None, text, "drawing"))

    def drawn(self, name):
        word = re.compile(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", re.I)
        return any(kind == "drawing" and word.search(text) for *_, text, kind in self.code)

    def timers(self):
        found = {name for name, kind in self.tags.items() if kind in TIMERS}
        for owner, tags in self.locals.items():
            is_program = any(it.get("Name") == owner for it in self.controller.iterfind("Programs/Program"))
            mark = f"Program:{owner}." if is_program else f"{owner}."
            found |= {mark + name for name, kind in tags.items() if kind in TIMERS}
        return found

    def tasks(self):
        return {it.get("Name") for it in self.controller.iterfind("Tasks/Task")}

    def count(self):
        return len(self.tags) + sum(
            len(self.locals[it.get("Name")]) for it in self.controller.iterfind("Programs/Program"))

    def used(self, name):
        """Where a tag of the controller is named, and no local tag hides it."""
        word = re.compile(rf"(?<![A-Za-z0-9_.:\\]){re.escape(name)}(?![A-Za-z0-9_:(])", re.I)
        hidden = {owner for owner, tags in self.locals.items() if name.lower() in map(str.lower, tags)}
        return {(path, number) for owner, path, number, text, kind in self.code
                if owner not in hidden and kind != "drawing" and word.search(strip_strings(text))}

    def candidates(self):
        return [it for it in self.tags if ":" not in it and not self.drawn(it)]

    def next(self, name):
        """What rungs make of a tag in one step, by the first name of each operand."""
        word = re.compile(rf"(?<![A-Za-z0-9_.:\\]){re.escape(name)}(?![A-Za-z0-9_:(])", re.I)
        found = set()
        for owner, _, _, text, kind in self.code:
            if kind == "rung" and owner in {it.get("Name") for it in self.controller.iterfind("Programs/Program")}:
                for written, reads in rung_flow(text):
                    if any(word.search(it) for it in reads):
                        found.add(WORD.match(written)[0].lower() if WORD.match(written) else written)
        return found


def without_comments(text):
    """The text with its comments as blanks, so that lines keep their numbers."""
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])
    return re.sub(r"//[^\n]*|\(\*.*?\*\)|/\*.*?\*/", blank, text, flags=re.S)


def strip_strings(text):
    return re.sub(r"'[^']*'", "''", text)


class Scl:
    """An SCL source of one block."""

    def __init__(self, file):
        text = file.read_text("utf-8-sig").replace("\r\n", "\n")
        self.block = re.search(r'^(?:FUNCTION_BLOCK|FUNCTION|ORGANIZATION_BLOCK) "?([^"\s:]+)"?', text, re.M)
        head, _, body = text.partition("BEGIN\n")
        self.lines = without_comments(body).split("\n")
        self.members = re.findall(r'^\s*"?([A-Za-z_]\w*)"?\s*(?:\{[^}]*\})?\s*:\s*[A-Za-z"]', head, re.M)
        self.code = self.block is not None and bool(body)

    def used(self, name):
        word = re.compile(rf'#"?{re.escape(name)}"?(?![A-Za-z0-9_])', re.I)
        path = self.block[1]
        return {(path, number) for number, line in enumerate(self.lines, 1) if word.search(strip_strings(line))}


class PlcOpen:
    """A PLCopen XML export: POUs with ST bodies."""

    def __init__(self, file):
        root = ET.fromstring(file.read_bytes())
        self.pous = {}
        bare = lambda it: it.tag.rpartition("}")[2]
        for pou in (it for it in root.iter() if bare(it) == "pou"):
            body = next((it for it in pou if bare(it) == "body"), None)
            texts = [it for it in (body if body is not None else []) if bare(it) == "ST"]
            text = "".join("".join(it.itertext()) for st in texts for it in st)
            names = [it.get("name") for part in pou if bare(part) == "interface"
                     for it in part.iter() if bare(it) == "variable"]
            self.pous[pou.get("name")] = (names, without_comments(text).split("\n"))
        self.task_names = {it.get("name") for it in root.iter() if bare(it) == "task"}


def compare(out, file, what, own, said):
    out["compared"] += 1
    if own != said:
        lacking, more = sorted(map(str, own - said)), sorted(map(str, said - own))
        out["differences"].append({"file": file.name, "what": what, "lacking": lacking[:8], "more": more[:8]})


def spread(names, count):
    """So many of the names, from all over the list."""
    step = max(1, len(names) // max(1, count))
    return names[::step][:count]


def logix(out, said, file, count):
    own = Logix(file)
    compare(out, file, "timers", own.timers(), said.names("list all timers") - {"", "–"})
    compare(out, file, "tasks", own.tasks(), said.names("list all tasks"))
    for name in spread(own.candidates(), count):
        compare(out, file, f"used {name}", own.used(name), said.places("used", name))
    moving = [it for it in own.candidates() if own.next(it)]
    for name in spread(moving, max(1, count // 2)):
        rows = said.rows("slice", name, "--forward", "--depth", "1")
        reached = {WORD.match(it["place"])[0].lower() for it in rows
                   if it.get("depth") == 1 and it.get("citation", {}).get("location_kind") == "rung"
                   and WORD.match(it["place"]) and not it["place"].startswith(("AOI:", "Program:"))}
        locals_ = {it.lower() for tags in own.locals.values() for it in tags}
        step = {it for it in own.next(name) if it not in locals_}
        compare(out, file, f"impact {name}", step - {name.lower()}, reached - {name.lower()} - locals_)


def scl(out, said, file, count):
    own = Scl(file)
    if own.code:
        used = [it for it in own.members if own.used(it)]
        for name in spread(used, count):
            compare(out, file, f"used #{name}", own.used(name), said.places("used", f"{own.block[1]}#{name}"))


def plcopen(out, said, file, count):
    own = PlcOpen(file)
    compare(out, file, "tasks", own.task_names, said.names("list all tasks"))
    every = [(pou, name) for pou, (names, lines) in own.pous.items() for name in names if any(lines)]

    def used(pou, name):
        word = re.compile(rf"(?<![A-Za-z0-9_.]){re.escape(name)}(?![A-Za-z0-9_])", re.I)
        lines = own.pous[pou][1]
        # What an argument of a call is called is not the variable.
        return {(pou, number) for number, line in enumerate(lines, 1)
                if word.search(re.sub(r"(?<=[(,])\s*[A-Za-z_]\w*\s*(?=:=|=>)", " ", strip_strings(line)))
                and not re.fullmatch(rf"\s*{re.escape(name)}\s*(:=|=>).*[,)]\s*;?\s*", line)}

    for pou, name in spread([it for it in every if used(*it)], count):
        # Methods and actions are POUs of their own.
        places = {it for it in said.places("used", f"{pou}.{name}") if it[0] == pou}
        compare(out, file, f"used {pou}.{name}", used(pou, name), places)


def main():
    program, count, files = sys.argv[1], int(sys.argv[2]), [Path(it) for it in sys.argv[3:]]
    out = {"files": 0, "compared": 0, "differences": []}
    readers = {".l5x": logix, ".scl": scl, ".xml": plcopen}
    for file in files:
        out["files"] += 1
        readers[file.suffix.lower()](out, Said(program, file), file, count)
    print(json.dumps(out))


if __name__ == "__main__":
    main()
