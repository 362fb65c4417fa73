"""Seeds faults in real project files, and holds the findings of `tagbridge analyse` against them.

python seeded --binary tagbridge --samples DIR [--count 1200] [--seed 1] [--rules W02,S01] [--keep DIR]

Shares nothing with the rules: it changes the vendors' own files, and knows from them alone where the
fault is. One JSON document: recall by rule and vendor, of nearly-faults how many were taken for one,
and of new findings how many are the fault or what it brings with it.
"""

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

# They register their faults.
import declared, ladder_habits, ladder_runs, packml, whole, words_habits, words_runs  # noqa: E401, F401
from codesys import Export, PlcOpen
from l5x import L5x
from plant import NoPlace
from seed import FAULTS, TWINS
from siemens import Siemens

SOURCES = {
    "allen-bradley": [
        "tnunnink__L5Sharp/Test.L5X",
        "tnunnink__L5Sharp/Simple.L5X",
        "johnpuksta__l5x-lint/v38_minimal.L5X",
        "hutcheb__acd/ACDTestsEmptyRedundant.L5X",
    ],
    "siemens": [
        "czarnak_simaticml_v21",
        "d-ani_scl_unittesting",
        "onnoeberhard_7seg",
        "openpid",
        "ottomeister_pid",
        "psi-func_ikea_vyatka_ladder",
    ],
    "codesys": [
        "AandIF__e-COCKPIT_python_scripting/plc.xml",
        "MichielVanwelsenaere__HomeAutomation.CoDeSys3/FB_OUTPUT_DIMMER_DALI_MQTT.xml",
        "MichielVanwelsenaere__HomeAutomation.CoDeSys3/HomeAutomation.xml",
        "MichielVanwelsenaere__HomeAutomation.CoDeSys3/HomeAutomation.export",
        "hei-synd-autb__autb_pack_hevs_ctrlx_draft/BasePackCtrlX_WithoutAlarms.xml",
        "ironplc__ironplc/simple.xml",
    ],
}


def plant_of(vendor, path, rng):
    if vendor == "allen-bradley":
        return L5x(path, rng)
    if vendor == "siemens":
        return Siemens(path, rng)
    return Export(path, rng) if path.suffix == ".export" else PlcOpen(path, rng)


class Found:
    """A finding, as SARIF tells it."""

    def __init__(self, result):
        self.rule = result["ruleId"].removeprefix("TB-")
        self.message = result["message"]["text"]
        self.id = result["partialFingerprints"]["tagbridge/v1"]
        self.confidence = result["properties"]["confidence"]
        places = result.get("locations", []) + result.get("relatedLocations", [])
        self.places = [place["properties"] for place in places]

    def key(self):
        """What makes two findings of two versions one: no number of a rung or line, which move."""
        numbers = re.sub(r"\d+", "#", self.message) if self.rule in {"C01", "C02", "C03", "G03", "G04", "K01"} else self.message
        return self.rule, numbers, tuple(sorted({place["path"] for place in self.places}))

    def is_about(self, names):
        said = " ".join([self.message] + [place["path"] for place in self.places])
        return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said) for name in names)

    def cites(self, place):
        if place == "any":
            return True
        if place[0] == "said":
            block = place[1].split("/")[0]
            return self.is_about([place[2]]) and any(it["path"] in {place[1], block} for it in self.places)
        return any(is_at(it, place) for it in self.places)


def is_at(it, place):
    kind, *rest = place
    if kind == "rung":
        return it["path"] == rest[0] and it.get("rung") == rest[1]
    if kind == "line":
        return it["path"] == rest[0] and it.get("line") == rest[1]
    if kind == "path":
        return it["path"] in {rest[0], rest[0].split("/")[-1]}
    return rest[0] in re.split(r"[.\"#/:\[\]]+", it["path"])


# So many findings of one rule are listed.
LISTED = 200


class Judge:
    def __init__(self, arguments):
        self.binary, self.samples = arguments.binary, Path(arguments.samples)
        self.rng = random.Random(arguments.seed)
        self.originals = {}
        self.keep = Path(arguments.keep) if arguments.keep else None
        self.cells = defaultdict(lambda: Counter())
        self.confidence = defaultdict(Counter)
        self.misses, self.strays = [], []
        self.totals = Counter()

    def findings(self, file):
        out = subprocess.run([self.binary, "analyse", str(file), "--sarif"], capture_output=True, text=True, timeout=120)
        if out.returncode not in (0, 1):
            raise RuntimeError(f"{file}: {out.stderr}")
        run = json.loads(out.stdout)["runs"][0]
        unread = set()
        for note in run["invocations"][0].get("toolExecutionNotifications", []):
            if note.get("descriptor", {}).get("id") == "unread":
                for place in note["locations"]:
                    unread.add((place["properties"]["path"], place["properties"].get("rung")))
        return [Found(result) for result in run.get("results", [])], unread

    def original(self, path):
        if path not in self.originals:
            plant = self.plant(path)
            with tempfile.TemporaryDirectory() as folder:
                self.originals[path] = self.findings(plant.save(Path(folder)))
        return self.originals[path]

    def plant(self, path):
        """A file as it is before it is mutated."""
        vendor = path.relative_to(self.samples).parts[0]
        plant = plant_of(vendor, path, random.Random(self.rng.random()))
        plant.make_whole()
        return plant

    def mutate(self, vendor, make):
        """A mutant of some sample that this mutation can be made in."""
        sources = [self.samples / vendor / source for source in SOURCES[vendor]]
        sources = [source for source in sources if source.exists()]
        self.rng.shuffle(sources)
        for source in sources:
            plant = self.plant(source)
            try:
                if vendor != "siemens" and not plant.can_run():
                    continue
                fault = make(plant)
            except NoPlace:
                continue
            if fault is not None:
                return source, plant, fault
        return None

    def one(self, rule, vendor, make):
        made = self.mutate(vendor, make)
        if made is None:
            return
        source, plant, fault = made
        with tempfile.TemporaryDirectory() as folder:
            file = plant.save_with(Path(folder))
            if self.keep:
                self.totals["kept"] += 1
                name = f"{self.totals['kept']:04}_{rule}_{make.__name__}_{file.name}"
                shutil.copy(file, self.keep / name)
                (self.keep / f"{name}.json").write_text(json.dumps(fault.__dict__))
            before = self.findings(plant.before)[0] if plant.before else self.original(source)[0]
            now, unread = self.findings(file)
        # More of one rule are counted, and not listed: what is listed in place of another is not new.
        many = {it for it, count in Counter(found.rule for found in before).items() if count >= LISTED}
        if rule in many:
            self.totals["crowded"] += 1
            return
        cell = self.cells[rule, vendor]
        old = Counter(found.key() for found in before)
        new = []
        for found in now:
            if old[found.key()] > 0:
                old[found.key()] -= 1
            elif found.rule not in many:
                new.append(found)
        hits = [f for f in new if f.rule == rule and any(all(f.cites(p) for p in places) for places in fault.at)]
        right = [f for f in new if f.rule == rule and (f in hits or f.is_about(fault.names))]
        where = {"rule": rule, "vendor": vendor, "mutation": make.__name__, "file": source.name, "at": fault.at}
        if fault.twin:
            cell["twins"] += 1
            taken = [f for f in right if f.is_about(fault.names)]
            cell["taken"] += bool(taken)
            if taken:
                self.strays.append(where | {"says": f"{taken[0].rule}: {taken[0].message}"})
            right = []
        elif any((p[1], p[2] if p[0] == "rung" else None) in unread for ps in fault.at for p in ps if p[0] in {"rung", "line"}) \
                or rule == "G02" and unread:
            cell["unread"] += 1
        else:
            cell["seeded"] += 1
            cell["found"] += bool(hits)
            if hits:
                self.confidence[rule][hits[0].confidence] += 1
            else:
                near = [f"{f.rule}: {f.message} {f.places}" for f in new if f.rule == rule][:2]
                self.misses.append(where | {"near": near})
        for found in new:
            named = fault.also is None or (found.rule in fault.also and found.is_about(fault.names))
            placed = fault.also and found.rule in fault.also and any(found.cites(p) for ps in fault.at for p in ps)
            # What was put in is called by nobody, where the file does not tell what is executed.
            loose = found.rule in {"R01", "R02", "X02"} and found.is_about(plant.new)
            # Or has code now, and had none.
            loose |= found.rule == "R01" and found.is_about(fault.names)
            # A file that had no code has some now.
            loose |= found.rule in {"G02", "G04"}
            grown = found.rule in {"C01", "C02", "C03"} and fault.also and found.rule in fault.also
            good = found in right or named or placed or grown or loose
            self.totals["new"] += 1
            self.totals["right"] += good
            if not good:
                self.strays.append(where | {"says": f"{found.rule}: {found.message} {found.places[:1]}"})

    def fill(self, rule, vendor, wanted):
        """So many faults of a cell, and a nearly-fault for each fourth; fewer where too few can be made."""
        makes, twins = FAULTS[rule, vendor], TWINS.get((rule, vendor))
        for number in range(3 * wanted):
            if self.cells[rule, vendor]["seeded"] >= wanted:
                return
            self.one(rule, vendor, makes[number % len(makes)])
            if twins and number % 4 == 3:
                self.one(rule, vendor, self.rng.choice(twins))

    def document(self):
        table = [
            {"rule": rule, "vendor": vendor, **cell} for (rule, vendor), cell in sorted(self.cells.items())
        ]
        return {
            "mutants": sum(c["seeded"] + c["twins"] + c["unread"] for c in self.cells.values()),
            "seeded": sum(c["seeded"] for c in self.cells.values()),
            "found": sum(c["found"] for c in self.cells.values()),
            "unread": sum(c["unread"] for c in self.cells.values()),
            "twins": sum(c["twins"] for c in self.cells.values()),
            "taken": sum(c["taken"] for c in self.cells.values()),
            "new": self.totals["new"],
            "right": self.totals["right"],
            "confidence": {rule: counts.most_common(1)[0][0] for rule, counts in sorted(self.confidence.items())},
            "cells": table,
            "misses": self.misses,
            "strays": self.strays,
        }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--samples", required=True)
    parser.add_argument("--count", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules")
    parser.add_argument("--vendor")
    parser.add_argument("--keep")
    parser.add_argument("--each", type=int, help="so many faults of each rule and vendor, in place of a count")
    arguments = parser.parse_args()
    judge = Judge(arguments)
    only = set(arguments.rules.split(",")) if arguments.rules else None
    cells = sorted(c for c in FAULTS if (only is None or c[0] in only) and arguments.vendor in (None, c[1]))
    if arguments.each:
        for cell in cells:
            judge.fill(*cell, arguments.each)
        arguments.count = 0
    # Each cell in turn; one in five is a twin where it has any.
    for number in range(arguments.count):
        cell = number % len(cells)
        if arguments.count < len(cells):
            cell = judge.rng.randrange(len(cells))
        rule, vendor = cells[cell]
        twins = TWINS.get((rule, vendor))
        makes = twins if twins and judge.rng.random() < 0.2 else FAULTS[rule, vendor]
        judge.one(rule, vendor, judge.rng.choice(makes))
    json.dump(judge.document(), sys.stdout, indent=1, ensure_ascii=False)


main()
