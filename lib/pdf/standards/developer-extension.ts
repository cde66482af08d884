import type { PdfDocument } from "@/lib/pdf/document";
import { editDict, type Revision } from "@/lib/pdf/revision";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** Signatures with ETSI.CAdES.detached, /DSS and DocTimeStamp are of this level (ETSI EN 319 142-1, 5.6). */
const EXTENSION_LEVEL = 5;
const ESIC = `<</BaseVersion/1.7/ExtensionLevel ${EXTENSION_LEVEL}>>`;
const HEADER_BYTES = 16;

/**
 * Says in the catalog's /Extensions (ISO 32000-2, 7.12) that the file uses what ETSI added to PDF 1.7. PDF 2.0 took all of it over, so files of
 * that version get no entry; nor does a file that names this level or a higher one.
 */
export function declareExtension(revision: Revision): void {
  const { document } = revision;
  const catalog = document.catalog();
  if (isPdf2(document, catalog)) {
    return;
  }
  const extensions = document.dict(catalog.value.entries.get("Extensions"), catalog.bytes);
  if (extensions === null) {
    revision.change(catalog, { Extensions: `<</ESIC${ESIC}>>` });
  } else if (!isDeclared(document, extensions)) {
    const { num } = extensions;
    if (num === null) {
      revision.change(catalog, { Extensions: editDict(extensions, { ESIC }) });
    } else {
      revision.change({ ...extensions, num }, { ESIC });
    }
  }
}

function isDeclared(document: PdfDocument, extensions: Located<PdfDict>): boolean {
  const entry = extensions.value.entries.get("ESIC");
  if (document.array(entry, extensions.bytes) !== null) {
    return true;
  }
  const known = document.dict(entry, extensions.bytes);
  return (document.number(known?.value.entries.get("ExtensionLevel")) ?? 0) >= EXTENSION_LEVEL;
}

/** The catalog's /Version counts where it is the later one (ISO 32000-2, 7.5.2). */
function isPdf2(document: PdfDocument, catalog: Located<PdfDict>): boolean {
  const header = document.source.read(0, HEADER_BYTES).toString("latin1");
  return /^%PDF-[2-9]/.test(header) || /^[2-9]/.test(document.name(catalog.value.entries.get("Version")) ?? "");
}
