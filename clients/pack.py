"""Packs the clients: a wheel and a source archive for Python, and a package for NuGet.

Usage: pack.py DOCUMENT NEWTONSOFT WORK OUT

DOCUMENT is `service/openapi.json`; NEWTONSOFT is Newtonsoft.Json.dll, version 13; WORK is a folder for what is
built on the way. SOURCE_DATE_EPOCH is the time of all files. The same sources make the same bytes.
"""

import os
import shutil
import subprocess
import sys
import time
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "csharp"), str(HERE / "python")]
from build import build  # noqa: E402
from generate import package  # noqa: E402

TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml" />
  <Default Extension="nuspec" ContentType="application/octet" />
  <Default Extension="dll" ContentType="application/octet" />
  <Default Extension="xml" ContentType="application/octet" />
</Types>
"""
RELATIONS = """<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/Tagbridge.Client.nuspec" Id="R1" />
</Relationships>
"""


def python(document: Path, work: Path, out: Path) -> None:
    folder = work / "python"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    package(document, folder)
    subprocess.run([sys.executable, "-m", "build", "--no-isolation", "--outdir", out, folder],
                   check=True, stdout=subprocess.DEVNULL)


def nuget(document: Path, newtonsoft: Path, work: Path, out: Path) -> None:
    """An archive of NuGet's is a ZIP with a manifest and Open Packaging's two files."""
    version = tomllib.loads((HERE / "python/pyproject.toml").read_text())["project"]["version"]
    dll = build(document, newtonsoft, work / "csharp")
    manifest = (HERE / "csharp/Tagbridge.Client.nuspec").read_text().replace("VERSION", version)
    lib = "lib/netstandard2.0/Tagbridge.Client"
    files = {
        "[Content_Types].xml": TYPES.encode(), "_rels/.rels": RELATIONS.encode(),
        "Tagbridge.Client.nuspec": manifest.encode(),
        f"{lib}.dll": dll.read_bytes(), f"{lib}.xml": dll.with_suffix(".xml").read_bytes(),
    }
    epoch = max(int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")), 315532800)
    with zipfile.ZipFile(out / f"Tagbridge.Client.{version}.nupkg", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)


if __name__ == "__main__":
    document, newtonsoft, work, out = (Path(it).resolve() for it in sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    python(document, work, out)
    nuget(document, newtonsoft, work, out)
