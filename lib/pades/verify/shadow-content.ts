import { isMisplaced } from "@/lib/pades/verify/misplaced/open-misplaced";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";
import type { PdfDocument } from "@/lib/pdf/document";
import { readFirstPages } from "@/lib/pdf/pages";
import { findShadowContent, VERIFICATION_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import { shadowSentence } from "@/lib/pdf/shadow/shadow-sentence";

const activeKeys: readonly [string, string][] = [
  ["OpenAction", "an action runs when the document is opened"],
  ["AA", "actions run while the document is read"],
];

/**
 * What a careful reader should know although no signature was broken: content that can change what is seen without
 * changing a signed byte, signed by whoever signed after it was put in.
 */
export function listShadowContent(document: PdfDocument): string[] {
  const misplaced = isMisplaced(document)
    ? ["the file's cross-reference data name wrong places; it was read in the order in which it was written"]
    : [];
  const found = [activeContent, embeddedFiles, pageContent].flatMap((list) => unlessDamaged(() => list(document), []));
  return [...misplaced, ...found];
}

function activeContent(document: PdfDocument): string[] {
  const catalog = document.catalog();
  const found = activeKeys.filter(([key]) => isRunning(document, key)).map(([, text]) => text);
  const names = document.dict(catalog.value.entries.get("Names"), catalog.bytes);
  if (names?.value.entries.has("JavaScript")) {
    found.push("the document holds JavaScript");
  }
  const form = document.dict(catalog.value.entries.get("AcroForm"), catalog.bytes);
  if (form?.value.entries.has("XFA")) {
    found.push("the document holds an XFA form, which other readers show differently");
  }
  return found;
}

// A destination to open at is no action.
function isRunning(document: PdfDocument, key: string): boolean {
  const catalog = document.catalog();
  const action = document.dict(catalog.value.entries.get(key), catalog.bytes);
  return action !== null && document.name(action.value.entries.get("S")) !== "GoTo";
}

function embeddedFiles(document: PdfDocument): string[] {
  const catalog = document.catalog();
  const names = document.dict(catalog.value.entries.get("Names"), catalog.bytes);
  const files = names?.value.entries.has("EmbeddedFiles") ?? false;
  const associated = document.array(catalog.value.entries.get("AF"), catalog.bytes)?.value.items.length ?? 0;
  return files || associated > 0 ? ["the document carries other files"] : [];
}

/** Only the first pages of a long document are looked at: more would take as long as hashing the file. A page not looked at is no warning. */
function pageContent(document: PdfDocument): string[] {
  const findings = findShadowContent(document, readFirstPages(document, VERIFICATION_LOOK.pages), VERIFICATION_LOOK);
  return findings.filter(({ code }) => code !== "page_not_looked_at").map(shadowSentence);
}
