import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";

/** The types of ISO 32000-2, table 201, that do more than move the view. A file may write anything there: what is in neither list is `OtherAction`. */
const ACTIVE = new Set([
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
]);
/** Actions that only move the view or follow a link that the reader shows. */
const PASSIVE = new Set(["GoTo", "GoToR", "GoToE", "GoToDp", "Thread", "URI", "Named"]);
/** The only names that the standard gives to a Named action (12.6.4.12). Readers run menu items for others, such as printing or saving. */
const VIEW_COMMANDS = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
/** Schemes whose address is a program or a page of its own. White space and control characters are removed first, as browsers do. */
const RUNNING_SCHEME = /^(?:javascript|vbscript|data):/i;

/** Whether /S is a type of action, active or passive: enough to distinguish an action from other dictionaries with an /S. */
export function isActionType(document: PdfDocument, dict: Located<PdfDict>): boolean {
  const type = document.name(dict.value.entries.get("S"));
  return type !== null && (ACTIVE.has(type) || PASSIVE.has(type));
}

/**
 * The effect of an action other than moving the view, without chained actions; null for none.
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
    // Its type may be written twice, and another reader takes the other.
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

/** The kinds of an action and of all that /Next chains to it, however long the chain. Sorted by first occurrence, each once. */
export function chainKinds(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): string[] {
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

/** Whether an address would run something. */
export function isRunningAddress(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): boolean {
  const found = document.locate(value, bytes);
  if (found?.value.kind !== "string") {
    return false;
  }
  return RUNNING_SCHEME.test(textOf(decodeString(found.bytes, found.value)).replace(/[\p{C}\s]/gu, ""));
}

/** An address, or the file of a GoToR or GoToE, written as it is or as a file specification (7.11.3). */
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

/** A structure type may have any name, also that of an action (14.7.2); only an action has the entries of one. */
function isStructureElement(document: PdfDocument, { value, bytes }: Located<PdfDict>): boolean {
  const isAlien = value.entries.has("JS") || value.entries.has("Next");
  return !isAlien && document.dict(value.entries.get("P"), bytes) !== null;
}
