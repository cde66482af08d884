import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";

/** The role of a dictionary: some keys are active only in the catalog or in its name dictionary. */
export type Role = "catalog" | "names" | "other";

/** Entries of the name dictionary (7.7.4) that a reader runs, plays, or shows instead of the pages. */
const ACTIVE_NAMES: ReadonlyMap<string, string> = new Map([
  ["JavaScript", "JavaScript"],
  ["AlternatePresentations", "RichMedia"],
  ["Renditions", "RichMedia"],
  ["Pages", "HiddenPages"],
  ["Templates", "HiddenPages"],
]);
/** Opening a document must not leave it. A link is followed only on a click. */
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
 * The active effect of one dictionary entry: the kinds of content, possibly an empty list, if the entry must be
 * removed, or null if it may stay. Scripts, media and chained actions are removed. An action that only moves the view
 * stays, without its chained actions.
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
    // An array is not an action, but some readers run its first item. Structure attributes are arrays too, of
    // dictionaries without /S.
    const hasAction = list.value.items.some((item) => isDictOf(document, item, list.bytes, isActionType));
    return hasAction ? chainKinds(document, list.value, list.bytes) : null;
  }
  const action = document.dict(value, bytes);
  const own =
    action === null ? [] : chainKinds(document, { ...action.value, entries: withoutNext(action.value) }, action.bytes);
  return own.length > 0 ? chainKinds(document, value, bytes) : null;
}

/** Additional actions of the catalog, a page, an annotation or a field (12.6.3). A resource may also be named AA. */
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

/** Considers the types of entries too: a font may be named T, but its value is never a string. */
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

/**
 * The types of ISO 32000-2, table 201, that do more than move the view. A file may use any other name: types in
 * neither list count as `OtherAction`.
 */
export const activeActionTypes = [
  "JavaScript",
  "Launch",
  "SubmitForm",
  "ResetForm",
  "ImportData",
  "Hide",
  "SetOCGState",
  "Sound",
  "Movie",
  "Rendition",
  "Trans",
  "GoTo3DView",
  "RichMediaExecute",
] as const;
const ACTIVE: ReadonlySet<string> = new Set(activeActionTypes);
/** Actions that only move the view or follow a link that the reader displays. */
const PASSIVE = new Set(["GoTo", "GoToR", "GoToE", "GoToDp", "Thread", "URI", "Named"]);
/**
 * The only names that the standard defines for a Named action (12.6.4.12). For others, readers run menu items, such
 * as printing or saving.
 */
const VIEW_COMMANDS = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
/**
 * Schemes whose address is itself a program or a page. White space and control characters are removed first, as
 * browsers do.
 */
const RUNNING_SCHEME = /^(?:javascript|vbscript|data):/i;

/** Whether /S is an action type, active or passive. This distinguishes an action from other dictionaries with an /S. */
function isActionType(document: PdfDocument, dict: Located<PdfDict>): boolean {
  const type = document.name(dict.value.entries.get("S"));
  return type !== null && (ACTIVE.has(type) || PASSIVE.has(type));
}

/**
 * The effect of an action other than moving the view, without chained actions, or null for none.
 * @param isAction the entry must be an action, so that an unknown type counts as `OtherAction`
 */
export function activeKind(document: PdfDocument, action: Located<PdfDict>, isAction: boolean): string | null {
  const { entries } = action.value;
  const type = document.name(entries.get("S"));
  if (type === null) {
    return isAction && entries.has("JS") ? "JavaScript" : null;
  }
  if (ACTIVE.has(type)) {
    return isAction || !isStructureElement(document, action) ? type : null;
  }
  if (PASSIVE.has(type) && entries.has("JS")) {
    // Its type may be written twice, and another reader may use the other one.
    return "JavaScript";
  }
  if (type === "Named") {
    return VIEW_COMMANDS.has(document.name(entries.get("N")) ?? "") ? null : "OtherAction";
  }
  if (PASSIVE.has(type)) {
    return namesProgram(document, action) ? "JavaScript" : null;
  }
  return isAction ? "OtherAction" : null;
}

/**
 * The kinds of an action and of all actions chained by /Next, however long the chain. Sorted by first occurrence,
 * each once.
 */
function chainKinds(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): string[] {
  const kinds = new Set<string>();
  const seen = new Set<number>();
  const waiting: { value: PdfValue | undefined; bytes: Buffer }[] = [{ value, bytes }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const found = document.locate(next.value, next.bytes);
    if (found === null || (found.num !== null && seen.has(found.num))) {
      continue;
    }
    if (found.num !== null) {
      seen.add(found.num);
    }
    if (found.value.kind === "array") {
      waiting.push(...found.value.items.map((item) => ({ value: item, bytes: found.bytes })));
    } else if (found.value.kind === "dict") {
      const action = { ...found, value: found.value };
      const kind = activeKind(document, action, true);
      if (kind !== null) {
        kinds.add(kind);
      }
      waiting.push({ value: action.value.entries.get("Next"), bytes: action.bytes });
    }
  }
  return [...kinds];
}

/** Whether an address would run code. */
function isRunningAddress(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const found = document.locate(value, bytes);
  if (found?.value.kind !== "string") {
    return false;
  }
  return RUNNING_SCHEME.test(textOf(decodeString(found.bytes, found.value)).replace(/[\p{C}\s]/gu, ""));
}

/** An address, or the file of a GoToR or GoToE, written directly or as a file specification (7.11.3). */
function namesProgram(document: PdfDocument, action: Located<PdfDict>): boolean {
  const { entries } = action.value;
  const file = document.dict(entries.get("F"), action.bytes);
  const places = [
    ["URI", action],
    ["F", action],
    ["F", file],
    ["UF", file],
  ] as const;
  return places.some(
    ([key, owner]) => owner !== null && isRunningAddress(document, owner.value.entries.get(key), owner.bytes),
  );
}

/** A structure type may have any name, including that of an action (14.7.2). Only an action has the entries of one. */
function isStructureElement(document: PdfDocument, { value, bytes }: Located<PdfDict>): boolean {
  const isAlien = value.entries.has("JS") || value.entries.has("Next");
  return !isAlien && document.dict(value.entries.get("P"), bytes) !== null;
}
