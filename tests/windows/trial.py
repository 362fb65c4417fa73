"""The programs for Windows and their installer, tried under Wine as a person would use them.

    python3 trial.py FOLDER [INSTALLER]

FOLDER has tagbridge.exe, tagbridge-desktop.exe and WebView2Loader.dll; INSTALLER is what
`cargo xtask dist --windows` makes. TAGBRIDGE_WINE names Wine (10 or newer) unless it is `wine`; where it is
empty, FOLDER's `tagbridge` runs by itself, so that the trial can be tried. Prints a line for each look, and
exits with 1 where one is not as it must be.
"""

import contextlib
import json
import os
import pathlib
import queue
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

WINE = shlex.split(os.environ.get("TAGBRIDGE_WINE", "wine"))
SUFFIX = ".exe" if WINE else ""
PROGRAM = pathlib.Path(sys.argv[1]).resolve() / f"tagbridge{SUFFIX}"
PROJECT = pathlib.Path(__file__).resolve().parent.parent / "projects/constructs/guard.L5X"
VENDORS = ("allen-bradley", "siemens", "codesys")
failed = 0


def look(what, is_so, found=""):
    global failed
    failed += not is_so
    print(f"{'ok  ' if is_so else 'FAIL'}  {what}{'' if is_so else f': {found!r}'}", flush=True)
    return is_so


def environment():
    # What Wine says of itself is not the program's.
    return {**os.environ, "WINEDEBUG": "-all", "LC_ALL": "C.UTF-8"}


def tagbridge(*arguments, program=PROGRAM, cwd=None, patience=120):
    """Runs a verb to its end: its exit code and what it printed."""
    done = subprocess.run(
        [*WINE, program, *arguments], cwd=cwd, env=environment(), timeout=patience,
        stdin=subprocess.DEVNULL, capture_output=True)
    text = (done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
    return done.returncode, text[0].replace("\r", ""), text[1].replace("\r", "")


def as_it_says(path):
    """A path of this system as the program writes it."""
    return "Z:" + str(path).replace("/", "\\") if WINE else str(path)


def read(endpoint, names, cwd):
    """The exit code of a reading, and what it says of each name."""
    code, out, _ = tagbridge("--json", "read", endpoint, *names, cwd=cwd)
    return code, json.loads(out)["tags"] if out.startswith("{") else {}


def browse(endpoint, cwd):
    """The names of a controller that tells them."""
    _, out, _ = tagbridge("--json", "browse", endpoint, cwd=cwd)
    return [tag["name"] for tag in json.loads(out)["tags"]] if out.startswith("{") else []


@contextlib.contextmanager
def started(*arguments, program=PROGRAM, cwd=None):
    """A verb that runs on: its process, which is ended in the end."""
    process = subprocess.Popen(
        [*WINE, program, *arguments], cwd=cwd, env=environment(), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    # What nobody reads would stop it.
    process.lines = queue.Queue()

    def read():
        for line in process.stdout:
            process.lines.put(line.decode(errors="replace"))
        process.lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    try:
        yield process
    finally:
        kill(process, signal.SIGKILL)


def own(process):
    """The process of the program itself: Wine may have started it beside."""
    named = [PROGRAM.name.encode(), b"\\" + PROGRAM.name.encode()]
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            if entry.name.isdigit() and os.getsid(int(entry.name)) == process.pid:
                line = (entry / "cmdline").read_bytes().split(b"\0")
                if any(part.endswith(tuple(named)) for part in line[:2]):
                    found.append(int(entry.name))
    return found or [process.pid]


def kill(process, by):
    """Sends a signal to the program, and waits for its end."""
    for pid in own(process):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, by)
    try:
        return process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return process.wait(20)


def line_with(process, pattern, patience=60):
    """What a pattern found in the output of a process, or nothing when it ended before."""
    end = time.monotonic() + patience
    while (left := end - time.monotonic()) > 0:
        with contextlib.suppress(queue.Empty):
            line = process.lines.get(timeout=left)
            if line is None:
                return None
            if found := re.search(pattern, line):
                return found
    return None


def wait_for(find, patience=60):
    end = time.monotonic() + patience
    while time.monotonic() < end:
        with contextlib.suppress(Exception):
            if found := find():
                return found
        time.sleep(0.5)
    return None


def try_controllers(folder):
    for vendor in VENDORS:
        with started("--json", "simulate", "--vendor", vendor, "--tags", "5", cwd=folder) as controller:
            found = line_with(controller, r'"endpoint":"([^"]+)"')
            if not look(f"simulate --vendor {vendor}", found is not None, vendor):
                continue
            endpoint = found[1]
            # A made-up S7 station tells no names: its places are known.
            names = browse(endpoint, folder)[:3] or ["DB1.DBD4", "DB1.DBD8"]
            code, values = read(endpoint, names, folder)
            good = [value for value in values.values() if value["quality"] == "good"]
            look(f"read of {vendor}: {len(good)} of {len(names)} values are good",
                 code == 0 and len(good) == len(names), (code, values))
            code, out, err = tagbridge("read", endpoint, "No_such_tag", cwd=folder)
            look(f"read of {vendor}: a name that is not there ends with 1 and a reason",
                 code == 1 and "bad: unknown tag: " in out, (code, out, err))
    code, out, err = tagbridge("read", "logix://127.0.0.1:9/1,0", "Speed", cwd=folder)
    look("read of nobody ends with 3", code == 3, (code, err))


def try_service(folder):
    """Project, key, service and bridge: killed, started again, nothing lost."""
    file = as_it_says(PROJECT)
    code, out, err = tagbridge("project", "inspect", file, cwd=folder)
    look("project inspect", code == 0 and "guard" in out.lower(), (code, err))
    code, out, err = tagbridge("--json", "project", "add", "--data", "Dienst", file, cwd=folder)
    project = re.search(r"prj_\w+", out + err)
    if not look("project add", code == 0 and project is not None, (code, out, err)):
        return
    project = project[0]
    code, out, err = tagbridge("key", "create", "--data", "Dienst", "--name", "bridge", "--permissions",
                               "hmi_view,hmi_push", "--output", "bridge.key", cwd=folder)
    if not look("key create --output", code == 0 and (folder / "bridge.key").exists(), (code, out, err)):
        return
    key = (folder / "bridge.key").read_text().strip()
    # Under Wine everybody may read a file, whatever access list it was given: such a key is refused.
    key_place = '{ env = "TAGBRIDGE_KEY" }' if WINE else "{ file = 'bridge.key' }"
    os.environ["TAGBRIDGE_KEY"] = key
    with started("serve", "--data", "Dienst", "--listen", "127.0.0.1:18750", cwd=folder) as service, \
            started("--json", "simulate", "--vendor", "allen-bradley", "--tags", "20", cwd=folder) as controller:
        def get(path):
            request = urllib.request.Request(
                f"http://127.0.0.1:18750/api/v1{path}", headers={"authorization": f"Bearer {key}"})
            return json.load(urllib.request.urlopen(request, timeout=5))

        look("serve answers", wait_for(lambda: get(f"/projects/{project}/hmi/values")), "no answer")
        endpoint = line_with(controller, r'"endpoint":"([^"]+)"')[1]
        known = browse(endpoint, folder)
        looks = [read(endpoint, known, folder)[1] for _ in range(6)]
        # A scan carries what has changed: one that always changes is in each.
        values = {name: {str(it[name].get("value")) for it in looks} for name in known}
        names = [name for name in known if len(values[name]) == len(looks)][:3]
        if not look("the made-up controller has tags that change with each scan", names, looks[0]):
            return
        tags = ", ".join(f'"{name}"' for name in names)
        (folder / "tagbridge.toml").write_text(f"""
data = 'Brücke'
[service]
url = "http://127.0.0.1:18750/api/v1"
key = {key_place}
[[session]]
name = "line-4"
project = "{project}"
endpoint = "{endpoint}"
interval = "200ms"
tags = [{tags}]
""", encoding="utf-8")
        code, out, err = tagbridge("config", "check", cwd=folder)
        look("config check", code == 0, (code, out, err))
        text = (folder / "tagbridge.toml").read_text(encoding="utf-8")
        (folder / "utf16.toml").write_text(text, encoding="utf-16")
        code, out, err = tagbridge("config", "check", "utf16.toml", cwd=folder)
        look("config check of a file in UTF-16, as PowerShell writes it", code == 0, (code, out, err))

        def stored():
            entries = []
            before = ""
            while True:
                name = urllib.request.quote(names[0])
                page = get(f"/projects/{project}/hmi/history?tag={name}&limit=600{before}")["history"]
                entries += page
                if len(page) < 600:
                    return sorted({entry["sequence"] for entry in entries})
                before = "&before=" + urllib.request.quote(page[-1]["timestamp"])

        last = 0
        for kills in range(3):
            with started("run", cwd=folder) as bridge:
                grown = wait_for(lambda: max(stored(), default=0) >= last + 15)
                if not look(f"run stores more ({kills} kills before)", grown, stored()):
                    return
                if kills == 0:
                    code, out, err = tagbridge("doctor", cwd=folder)
                    look("doctor", code == 0, (code, out, err))
                    code, out, err = tagbridge("--json", "sessions", cwd=folder)
                    look("sessions", code == 0 and "line-4" in out, (code, out, err))
                kill(bridge, signal.SIGKILL)
            last = max(stored(), default=0)
        with started("run", cwd=folder) as bridge:
            wait_for(lambda: max(stored()) >= last + 10)
            code = kill(bridge, signal.SIGINT)
            look("Ctrl-C ends run with 0", code == 0, code)
        code, out, err = tagbridge("--json", "outbox", cwd=folder)
        sequences = stored()
        outbox = json.loads(out)["outboxes"][0] if code == 0 else {}
        kept = [outbox.get(what) for what in ("depth", "lost", "next_sequence")]
        look("outbox: all is delivered, nothing lost", kept == [0, 0, max(sequences) + 1], (code, out, err))
        holes = sorted(set(range(1, max(sequences) + 1)) - set(sequences))
        look(f"after 3 kills {len(sequences)} scans are stored, none is missing", not holes, holes[:10])
        code, out, err = tagbridge("bundle", "--output", "Hilfe.zip", cwd=folder)
        look("bundle", code == 0 and (folder / "Hilfe.zip").stat().st_size > 500, (code, out, err))
        code = kill(service, signal.SIGINT)
        look("Ctrl-C ends serve with 0", code == 0, code)


def try_program(folder):
    code, out, err = tagbridge("--version", cwd=folder)
    look(f"--version: {out.strip()}", code == 0 and out.startswith("tagbridge "), (code, out, err))
    code, out, err = tagbridge("demo", "--for", "15s", cwd=folder)
    look("demo --for 15s", code == 0, (code, out[-400:], err[-400:]))
    code, out, err = tagbridge("service", "install", cwd=folder / "empty")
    look("service install without a configuration is refused", code == (2 if WINE else 4), (code, out, err))
    try_controllers(folder)
    try_service(folder)


def in_wine(path):
    """A path of Windows as one of this system."""
    prefix = pathlib.Path(os.environ.get("WINEPREFIX", pathlib.Path.home() / ".wine"))
    return prefix / "drive_c" / path


def try_installer(installer):
    def run(program, *arguments):
        return tagbridge(*arguments, program=program, patience=300)[0]

    folder = r"C:\Werk 4\Tagbridge"
    here = in_wine("Werk 4/Tagbridge")

    def install_there():
        # Nothing but cmd passes a folder with blanks on as the installer takes it: without quotes.
        line = f'"{as_it_says(installer)}" /S /CurrentUser /D={folder}'
        in_wine("install.bat").write_text(f"@{line}\r\n@exit /b %errorlevel%\r\n")
        return run("cmd", "/c", r"C:\install.bat")

    begun = time.monotonic()
    code = install_there()
    took = time.monotonic() - begun
    programs = [here / name for name in
                ("tagbridge.exe", "tagbridge-desktop.exe", "WebView2Loader.dll", "uninstall.exe")]
    if not look(f"the installer installs silently in {took:.1f} s",
                code == 0 and all(it.exists() for it in programs), code):
        return
    code, out, _ = tagbridge("--version", program=here / "tagbridge.exe")
    look(f"what it installed runs: {out.strip()}", code == 0, code)
    (here / "tagbridge.toml").write_text("# a person's own\n")
    code = run(installer, "/S", "/CurrentUser")
    look("it installs over itself, where it was, and leaves the configuration",
         code == 0 and (here / "tagbridge.toml").read_text() == "# a person's own\n", code)
    with started("simulate", "--vendor", "siemens", program=here / "tagbridge.exe") as running:
        line_with(running, "s7://")
        code = run(installer, "/S", "/CurrentUser")
        look("it is refused with 2 while a program of it runs", code == 2, code)
    subprocess.run([*WINE, "wineboot", "--end-session", "--kill"], env=environment(), capture_output=True)
    time.sleep(2)
    data = next(in_wine("users").glob("*/AppData/Local")) / "tagbridge"
    data.mkdir(exist_ok=True)
    (data / "outbox").write_text("of a person\n")

    def uninstalled(*how):
        run(here / "uninstall.exe", "/S", *how, f"_?={folder}")
        return wait_for(lambda: not (here / "tagbridge.exe").exists(), 30)

    look("silently uninstalled: its programs are gone, configuration and data are left",
         uninstalled() and (here / "tagbridge.toml").exists() and data.exists(), sorted(here.iterdir()))
    install_there()
    look("installed again, and uninstalled with /RemoveData: the data is gone, too",
         uninstalled("/RemoveData") and not data.exists(), data)


def main():
    with tempfile.TemporaryDirectory(prefix="tagbridge-") as scratch:
        folder = pathlib.Path(scratch) / "Werk 4 Süd"
        (folder / "empty").mkdir(parents=True)
        try_program(folder)
    if WINE and len(sys.argv) > 2:
        try_installer(pathlib.Path(sys.argv[2]).resolve())
    print(f"\n{failed} not as it must be" if failed else "\nall as it must be")
    return 1 if failed else 0


sys.exit(main())
