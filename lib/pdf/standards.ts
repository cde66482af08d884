import type { PdfDocument } from "@/lib/pdf/document";
import { editDict, type Revision } from "@/lib/pdf/revision";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

/** Device colour space of the file's output intent. "none" if there is none, or if it is unreadable. */
type OutputIntent = "none" | "gray" | "rgb" | "cmyk";

/** The standards that a file claims to conform to. Our additions must preserve conformance. */
export interface ClaimedStandards {
  /** The part of ISO 19005, 1 to 4, or null for a file that is not PDF/A. */
  pdfaPart: number | null;
  /** ISO 14289. */
  isPdfUa: boolean;
  outputIntent: OutputIntent;
}

const NO_CLAIM: ClaimedStandards = { pdfaPart: null, isPdfUa: false, outputIntent: "none" };

/** Limit for stored metadata, in bytes. Real metadata is a few KiB, and larger metadata is not searched for claims. */
const MOST_METADATA_BYTES = 4 * 1024 * 1024;

/** Both spellings of a property: `pdfaid:part="2"` and `<pdfaid:part>2<`. ISO 19005 prescribes the prefix. */
const PDFA_PART = /\bpdfaid:part\s*(?:=\s*["']|>)\s*(\d)/;
const PDFUA_PART = /\bpdfuaid:part\s*(?:=\s*["']|>)\s*\d/;

const INTENT_OF_COMPONENTS: Record<number, OutputIntent> = { 1: "gray", 3: "rgb", 4: "cmyk" };

/**
 * Reads the claim from the catalog's metadata (ISO 19005-1, 6.7.11; ISO 19005-2, 6.6.4; ISO 14289-1, 5) and the
 * output intent from its /OutputIntents. Metadata that cannot be read makes no claim. Never throws.
 */
export function readClaimedStandards(document: PdfDocument): ClaimedStandards {
  try {
    const catalog = document.catalog();
    const metadata = readMetadata(document, catalog);
    const part = PDFA_PART.exec(metadata)?.[1];
    const isPdfUa = PDFUA_PART.test(metadata);
    if (part === undefined) {
      return { ...NO_CLAIM, isPdfUa };
    }
    return { pdfaPart: Number(part), isPdfUa, outputIntent: readOutputIntent(document, catalog) };
  } catch (error) {
    if (error instanceof PdfError) {
      return NO_CLAIM;
    }
    throw error;
  }
}

function readMetadata(document: PdfDocument, catalog: Located<PdfDict>): string {
  const reference = catalog.value.entries.get("Metadata");
  const stream = reference?.kind === "ref" ? document.load(reference.num) : null;
  if (stream === null || stream.streamStart < 0 || document.rawStream(stream).length > MOST_METADATA_BYTES) {
    return "";
  }
  return document.decodedStream(stream).toString("latin1");
}

/**
 * The number of components is sufficient, because the colour space of the profile has to agree with it (ISO 32000-2,
 * 8.6.5.5).
 */
function readOutputIntent(document: PdfDocument, catalog: Located<PdfDict>): OutputIntent {
  const intents = document.array(catalog.value.entries.get("OutputIntents"), catalog.bytes);
  for (const item of intents?.value.items ?? []) {
    const intent = intents && document.dict(item, intents.bytes);
    if (intent !== null && document.name(intent.value.entries.get("S")) === "GTS_PDFA1") {
      const profile = document.dict(intent.value.entries.get("DestOutputProfile"), intent.bytes);
      const components = document.number(profile?.value.entries.get("N"));
      return INTENT_OF_COMPONENTS[components ?? 0] ?? "none";
    }
  }
  return "none";
}

/** Signatures with ETSI.CAdES.detached, /DSS and DocTimeStamp are of this level (ETSI EN 319 142-1, 5.6). */
const EXTENSION_LEVEL = 5;
const ESIC = `<</BaseVersion/1.7/ExtensionLevel ${EXTENSION_LEVEL}>>`;
const HEADER_BYTES = 16;

/**
 * Declares in the catalog's /Extensions (ISO 32000-2, 7.12) that the file uses what ETSI added to PDF 1.7. PDF 2.0
 * includes all of it, so files of that version get no entry, nor does a file that declares this level or a higher
 * one.
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

/** The catalog's /Version counts if it is the later one (ISO 32000-2, 7.5.2). */
function isPdf2(document: PdfDocument, catalog: Located<PdfDict>): boolean {
  const header = document.source.read(0, HEADER_BYTES).toString("latin1");
  return /^%PDF-[2-9]/.test(header) || /^[2-9]/.test(document.name(catalog.value.entries.get("Version")) ?? "");
}
