"""Bookmarks and links of reports: one JSON line for each PDF.

python report_outline.py report.pdf ...
{"bookmarks": ["title", ...], "chapters": ["title", ...], "links": 12, "nowhere": 0, "pages": 3}
"""

import json
import sys

from pypdf import PdfReader


def titles(outline):
    for entry in outline:
        if isinstance(entry, list):
            yield from titles(entry)
        else:
            yield entry.title


for path in sys.argv[1:]:
    reader = PdfReader(path)
    pages = {page.indirect_reference.idnum for page in reader.pages}
    links = nowhere = 0
    for page in reader.pages:
        for annotation in page.get("/Annots") or []:
            annotation = annotation.get_object()
            target = annotation.get("/Dest") or annotation["/A"]["/D"]
            target = target.get_object()
            links += 1
            nowhere += target[0].idnum not in pages
    found = {"bookmarks": list(titles(reader.outline)), "links": links, "nowhere": nowhere}
    found["chapters"] = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    print(json.dumps(found | {"pages": len(reader.pages)}))
