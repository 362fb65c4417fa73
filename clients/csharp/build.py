"""Builds the C# client: generates its core from the service's OpenAPI document, and compiles it with the
facade of `src/` into one assembly, by Mono's compiler.

Usage: build.py DOCUMENT NEWTONSOFT FOLDER

DOCUMENT is `service/openapi.json`, or what a service serves as `/api/v1/openapi.json`; NEWTONSOFT is
Newtonsoft.Json.dll, version 13. FOLDER gets `core/`, `Tagbridge.Client.dll` and its documentation; what is
there already, of the same document and the same sources, stays. Needs openapi-generator-cli, Java and mcs.
"""

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import openapi_generator_cli

HERE = Path(__file__).parent
JAR = Path(openapi_generator_cli.__file__).parent / "openapi-generator.jar"
CORE = "Tagbridge.Generated"
# What the facade has a better one of.
RENAMED = "ApiError=ErrorEnvelope,Export=ExportState"
OPTIONS = f"library=httpclient,targetFramework=netstandard2.0,packageName={CORE},validatable=false"
PARTS = "models,apis,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"
# All of them are in .NET Standard 2.0.
ASSEMBLIES = ["System.Net.Http", "System.Runtime.Serialization", "System.Web"]
RETRIES = re.compile(r" *if \(RetryConfiguration\.AsyncRetryPolicy != null\)\n *\{.*?\n {16}\}\n"
                     r" *else\n *\{\n(.*?)\n {16}\}\n", re.DOTALL)


def generate(document: Path, folder: Path) -> Path:
    """The core's sources, without what needs libraries beside Newtonsoft.Json."""
    shutil.rmtree(folder, ignore_errors=True)
    made = subprocess.run(
        ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", JAR, "generate", "-g", "csharp",
         "-i", document, "-o", folder, "--additional-properties", OPTIONS,
         "--model-name-mappings", RENAMED, f"--global-property={PARTS}"],
        capture_output=True, text=True)
    if made.returncode:
        raise SystemExit(made.stdout + made.stderr)
    core = folder / "src" / CORE
    (core / "Client/RetryConfiguration.cs").unlink()
    for file in core.rglob("*.cs"):
        text = file.read_text(encoding="utf-8-sig")
        mended = re.sub(r"using (Polly|JsonSubTypes);\n", "", RETRIES.sub(r"\1\n", text))
        if mended != text:
            file.write_text(mended)
    return core


def compiled(core: Path, newtonsoft: Path, dll: Path) -> None:
    subprocess.run(
        ["mcs", "-langversion:7.2", "-optimize+", "-target:library", f"-out:{dll}",
         f"-doc:{dll.with_suffix('.xml')}", "-nowarn:1570,1572,1573,1574,1587,1591,1998,219,168",
         "-warnaserror+", f"-r:{newtonsoft}",
         *[f"-r:{name}" for name in ASSEMBLIES],
         f"-recurse:{core}/*.cs", f"-recurse:{HERE / 'src'}/*.cs"], check=True)


def settled(dll: Path, made_of: bytes) -> None:
    """Writes what the sources are where the compiler writes the time and a random number (ECMA-335, II.25.2.2 and
    II.24.2.5), so that the same sources make the same bytes."""
    image = bytearray(dll.read_bytes())
    header = int.from_bytes(image[0x3c:0x40], "little")
    image[header + 8:header + 12] = bytes(4)
    root = image.index(b"BSJB")
    at = root + 16 + int.from_bytes(image[root + 12:root + 16], "little")
    for _ in range(int.from_bytes(image[at + 2:at + 4], "little")):
        stream = at + 4
        name = image[stream + 8:image.index(0, stream + 8)]
        if name == b"#GUID":
            guids = root + int.from_bytes(image[stream:stream + 4], "little")
            image[guids:guids + 16] = made_of[:16]
        at = stream + 8 + (len(name) // 4 + 1) * 4 - 4
    dll.write_bytes(image)


def build(document: Path, newtonsoft: Path, folder: Path) -> Path:
    """Builds what is not there yet; the assembly."""
    made_of = hashlib.sha256(JAR.stat().st_size.to_bytes(8, "big"))
    for file in [document, Path(__file__), *sorted((HERE / "src").glob("*.cs"))]:
        made_of.update(file.read_bytes())
    dll, stamp = folder / "Tagbridge.Client.dll", folder / "made-of.txt"
    if dll.exists() and stamp.exists() and stamp.read_text() == made_of.hexdigest():
        return dll
    folder.mkdir(parents=True, exist_ok=True)
    compiled(generate(document, folder / "core"), newtonsoft, dll)
    settled(dll, made_of.digest())
    stamp.write_text(made_of.hexdigest())
    return dll


if __name__ == "__main__":
    print(build(*(Path(it).resolve() for it in sys.argv[1:])))
