import { visibleAnnotations } from "@/lib/pdf/fields/annotation-overlap";
import type { PdfDocument } from "@/lib/pdf/document";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import { isMisplaced } from "@/lib/pades/verify/misplaced/open-misplaced";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";

/** Beyond this many pages nobody is warned of covered ones: looking at all would take as long as hashing the file. */
const mostPages = 50;
const nearlyAll = 0.9;

const activeKeys: readonly [string, string][] = [
  ["OpenAction", "an action runs when the document is opened"],
  ["AA", "actions run while the document is read"],
];

/**
 * What a careful reader should know although no signature was broken: content that can change what is seen without
 * changing a signed byte, signed by whoever signed after it was put in.
 */
export function listShadowContent(document: PdfDocument): string[] {
  const misplaced = isMisplaced(document) ? ["the file's cross-reference data name wrong places; it was read in the order in which it was written"] : [];
  const found = [activeContent, embeddedFiles, hiddenLayers, coveredPages].flatMap((list) => unlessDamaged(() => list(document), []));
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

/** An annotation over nearly the whole page can hide what stands there; many a stamp is one, so that this is a warning. */
function coveredPages(document: PdfDocument): string[] {
  const catalog = document.catalog();
  const tree = document.dict(catalog.value.entries.get("Pages"), catalog.bytes);
  const count = document.number(tree?.value.entries.get("Count")) ?? Infinity;
  const pages = count > mostPages ? [] : readPages(document, { maxPages: mostPages });
  return pages.filter((page) => isCovered(document, page)).map(({ index }) => `an annotation covers nearly all of page ${index + 1}`);
}

function isCovered(document: PdfDocument, { object, box }: PdfPage): boolean {
  const annots = document.array(object.value.entries.get("Annots"), object.bytes);
  const area = (box.x1 - box.x0) * (box.y1 - box.y0);
  return visibleAnnotations(document, annots).some(({ rect }) => {
    const width = Math.min(rect[2], box.x1) - Math.max(rect[0], box.x0);
    const height = Math.min(rect[3], box.y1) - Math.max(rect[1], box.y0);
    return width > 0 && height > 0 && width * height > nearlyAll * area;
  });
}

function hiddenLayers(document: PdfDocument): string[] {
  const catalog = document.catalog();
  const properties = document.dict(catalog.value.entries.get("OCProperties"), catalog.bytes);
  const settings = properties && document.dict(properties.value.entries.get("D"), properties.bytes);
  const off = settings && document.array(settings.value.entries.get("OFF"), settings.bytes);
  const hiddenByDefault = settings && document.name(settings.value.entries.get("BaseState")) === "OFF";
  const hidden = (off?.value.items.length ?? 0) > 0 || hiddenByDefault === true;
  return hidden ? ["the document has layers that are hidden at first"] : [];
}
