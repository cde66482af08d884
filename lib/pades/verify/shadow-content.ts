import type { PdfDocument } from "@/lib/pdf/document";
import { unlessDamaged } from "@/lib/pades/verify/unless-damaged";

const activeKeys: readonly [string, string][] = [
  ["OpenAction", "an action runs when the document is opened"],
  ["AA", "actions run while the document is read"],
];

/**
 * What a careful reader should know although no signature was broken: content that can change what is seen without
 * changing a signed byte, signed by whoever signed after it was put in.
 */
export function listShadowContent(document: PdfDocument): string[] {
  return unlessDamaged(() => [...activeContent(document), ...hiddenLayers(document)], []);
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

function hiddenLayers(document: PdfDocument): string[] {
  const catalog = document.catalog();
  const properties = document.dict(catalog.value.entries.get("OCProperties"), catalog.bytes);
  const settings = properties && document.dict(properties.value.entries.get("D"), properties.bytes);
  const off = settings && document.array(settings.value.entries.get("OFF"), settings.bytes);
  const hiddenByDefault = settings && document.name(settings.value.entries.get("BaseState")) === "OFF";
  const hidden = (off?.value.items.length ?? 0) > 0 || hiddenByDefault === true;
  return hidden ? ["the document has layers that are hidden at first"] : [];
}
