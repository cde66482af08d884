import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { chainKinds, isActionType, isRunningAddress } from "./action-kinds";

/** The role of a dictionary: some keys are active only in the catalog or in its name dictionary. */
export type Role = "catalog" | "names" | "other";

/** Entries of the name dictionary (7.7.4) that a reader runs, plays, or shows in place of the pages. */
const ACTIVE_NAMES: ReadonlyMap<string, string> = new Map([
  ["JavaScript", "JavaScript"],
  ["AlternatePresentations", "RichMedia"],
  ["Renditions", "RichMedia"],
  ["Pages", "HiddenPages"],
  ["Templates", "HiddenPages"],
]);
/** Opening a document must not leave it: a link is only followed on a click. */
const LEAVING = new Set(["URI", "GoToR", "GoToE", "Thread"]);
/** Entries that only pages, annotations and fields have. */
const OWNER_ENTRIES = [
  ["Rect", "array"],
  ["FT", "name"],
  ["T", "string"],
  ["Kids", "array"],
  ["MediaBox", "array"],
] as const;

/**
 * The active effect of one dictionary entry: kinds of content, possibly an empty list, if the entry must be removed; null if it may stay.
 * Scripts, media and chained actions are removed. An action that only moves the view stays, without its chained actions.
 */
export function activeEntryKinds(
  document: PdfDocument,
  holder: Located<PdfDict>,
  key: string,
  role: Role,
): string[] | null {
  const value = holder.value.entries.get(key);
  switch (key) {
    case "A":
    case "PA":
      return actionKinds(document, value, holder.bytes);
    case "AA":
      return additionalKinds(document, holder);
    case "Next":
      return isActionType(document, holder) && leadsToActions(document, value, holder.bytes)
        ? chainKinds(document, value, holder.bytes)
        : null;
    default:
      return role === "other" ? null : rootKinds(document, holder, key, role);
  }
}

function actionKinds(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): string[] | null {
  const list = document.array(value, bytes);
  if (list !== null) {
    // No action, but some readers run the first. Structure attributes are lists as well, of dictionaries without /S.
    const hasAction = list.value.items.some((item) => isDictOf(document, item, list.bytes, isActionType));
    return hasAction ? chainKinds(document, list.value, list.bytes) : null;
  }
  const action = document.dict(value, bytes);
  const own =
    action === null ? [] : chainKinds(document, { ...action.value, entries: withoutNext(action.value) }, action.bytes);
  return own.length > 0 ? chainKinds(document, value, bytes) : null;
}

/** Additional actions of the catalog, a page, an annotation or a field (12.6.3). A resource may be called AA as well. */
function additionalKinds(document: PdfDocument, holder: Located<PdfDict>): string[] | null {
  const additional = document.dict(holder.value.entries.get("AA"), holder.bytes);
  if (additional === null) {
    return null;
  }
  const { entries } = additional.value;
  const values = [...entries.values()];
  const hasActions = values.some((value) => isDictOf(document, value, additional.bytes, isActionType));
  if (!hasActions && !isOwner(document, holder)) {
    return null;
  }
  const kinds = new Set(values.flatMap((value) => chainKinds(document, value, additional.bytes)));
  return kinds.size > 0 ? [...kinds] : ["AdditionalActions"];
}

function rootKinds(
  document: PdfDocument,
  holder: Located<PdfDict>,
  key: string,
  role: Exclude<Role, "other">,
): string[] | null {
  const value = holder.value.entries.get(key);
  if (role === "names") {
    const kind = ACTIVE_NAMES.get(key);
    return kind === undefined ? null : [kind];
  }
  switch (key) {
    case "OpenAction": {
      const action = document.dict(value, holder.bytes);
      const isLeaving = action !== null && LEAVING.has(document.name(action.value.entries.get("S")) ?? "");
      const kinds = actionKinds(document, value, holder.bytes);
      return kinds === null && !isLeaving ? null : ["OpenAction", ...(kinds ?? [])];
    }
    case "Collection":
      return ["Portfolio"];
    case "Requirements":
      return ["ReaderRequirements"];
    case "URI": {
      const base = document.dict(value, holder.bytes);
      return base !== null && isRunningAddress(document, base.value.entries.get("Base"), base.bytes)
        ? ["JavaScript"]
        : null;
    }
    default:
      return null;
  }
}

/** By the kinds of its entries too: the name of a font may be T, its value is never a string. */
function isOwner(document: PdfDocument, { value }: Located<PdfDict>): boolean {
  const type = document.name(value.entries.get("Type"));
  const isTyped = type === "Catalog" || type === "Page" || type === "Pages" || type === "Annot";
  return isTyped || OWNER_ENTRIES.some(([key, kind]) => document.resolve(value.entries.get(key))?.kind === kind);
}

function leadsToActions(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const found = document.resolve(value);
  return (
    found?.kind === "array" ||
    isDictOf(document, value, bytes, (_, dict) => dict.value.entries.has("S") || dict.value.entries.has("JS"))
  );
}

function isDictOf(
  document: PdfDocument,
  value: PdfValue | undefined,
  bytes: Buffer,
  test: (document: PdfDocument, dict: Located<PdfDict>) => boolean,
): boolean {
  const dict = document.dict(value, bytes);
  return dict !== null && test(document, dict);
}

function withoutNext({ entries }: PdfDict): Map<string, PdfValue> {
  return new Map([...entries].filter(([key]) => key !== "Next"));
}
