import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import type { PdfPage } from "@/lib/pdf/pages";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";

/** An entry of a dictionary that makes a reader act, and what it would do. */
export interface ActiveEntry {
  key: string;
  /** Types of action (ISO 32000-2, table 201): JavaScript, Launch, SubmitForm, … */
  kinds: string[];
}

/** The types of ISO 32000-2, table 201, that do more. A file may write anything there: what is none of these is `OtherAction`. */
const KNOWN = new Set(["JavaScript", "Launch", "SubmitForm", "ResetForm", "ImportData", "Hide", "SetOCGState", "Sound", "Movie", "Rendition", "Trans", "GoTo3DView", "RichMediaExecute"]);
/** Actions that only move the view or follow a link that the reader shows; everything else is removed. */
const PASSIVE = new Set(["GoTo", "GoToR", "GoToE", "GoToDp", "Thread", "URI", "Named"]);
const MAX_ACTIONS = 64;
const MAX_OUTLINE_ITEMS = 50_000;

/**
 * What of a dictionary must go so that opening, printing or clicking runs nothing: every /AA, and /A or /OpenAction
 * unless it only moves the view. A plain destination under /OpenAction stays: it is no action.
 */
export function activeEntries(document: PdfDocument, owner: Located<PdfDict>): ActiveEntry[] {
  const found: ActiveEntry[] = [];
  for (const key of ["A", "OpenAction"]) {
    const kinds = activeKinds(document, owner.value.entries.get(key), owner.bytes);
    if (kinds.length > 0) {
      found.push({ key, kinds: key === "OpenAction" ? ["OpenAction", ...kinds] : kinds });
    }
  }
  const additional = document.dict(owner.value.entries.get("AA"), owner.bytes);
  if (additional !== null) {
    const kinds = [...additional.value.entries.values()].flatMap((action) => activeKinds(document, action, additional.bytes));
    found.push({ key: "AA", kinds: kinds.length > 0 ? kinds : ["AdditionalActions"] });
  }
  return found;
}

/** Everything active in the file, each kind once, sorted: for a report, or for a signed file that must not be touched. */
export function listActiveContent(document: PdfDocument, pages: readonly PdfPage[]): string[] {
  const catalog = document.catalog();
  const kinds = new Set<string>();
  const note = (owner: Located<PdfDict>): void => {
    for (const entry of activeEntries(document, owner)) {
      entry.kinds.forEach((kind) => kinds.add(kind));
    }
  };
  note(catalog);
  if (scriptNames(document, catalog) !== null) {
    kinds.add("JavaScript");
  }
  for (const page of pages) {
    note(page.object);
    annotationsOf(document, page).forEach(note);
  }
  for (const item of outlineItems(document)) {
    note(item);
  }
  return [...kinds].sort();
}

/** The catalog's name dictionary when it names document-level scripts (12.6.4.17). */
export function scriptNames(document: PdfDocument, catalog: Located<PdfDict>): Located<PdfDict> | null {
  const names = document.dict(catalog.value.entries.get("Names"), catalog.bytes);
  return names?.value.entries.has("JavaScript") ? names : null;
}

export function annotationsOf(document: PdfDocument, page: PdfPage): Located<PdfDict>[] {
  const list = document.array(page.object.value.entries.get("Annots"), page.object.bytes);
  return list === null ? [] : list.value.items.flatMap((item) => document.dict(item, list.bytes) ?? []);
}

/** Bookmarks, each once; their tree is a linked list on every level (12.3.3). */
export function* outlineItems(document: PdfDocument): Generator<Located<PdfDict> & { num: number }> {
  const catalog = document.catalog();
  const seen = new Set<number>();
  const waiting: Located<PdfDict>[] = [];
  const push = (value: PdfValue | undefined, bytes: Buffer): void => {
    const item = document.dict(value, bytes);
    if (item !== null && item.num !== null && !seen.has(item.num) && seen.size < MAX_OUTLINE_ITEMS) {
      seen.add(item.num);
      waiting.push(item);
    }
  };
  push(catalog.value.entries.get("Outlines"), catalog.bytes);
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (item.num !== null) {
      yield { ...item, num: item.num };
    }
    push(item.value.entries.get("Next"), item.bytes);
    push(item.value.entries.get("First"), item.bytes);
  }
}

/** The types of an action and of those chained to it by /Next that do more than move the view. */
function activeKinds(document: PdfDocument, value: PdfValue | undefined, bytes: Buffer): string[] {
  const kinds = new Set<string>();
  const waiting = [{ value, bytes }];
  for (let count = 0; count < MAX_ACTIONS; count += 1) {
    const next = waiting.pop();
    if (next === undefined) {
      break;
    }
    const action = document.dict(next.value, next.bytes);
    if (action === null) {
      continue;
    }
    const kind = kindOf(document, action);
    if (kind !== null) {
      kinds.add(kind);
    }
    const chained = document.array(action.value.entries.get("Next"), action.bytes);
    const followers = chained === null ? [action.value.entries.get("Next")] : chained.value.items;
    waiting.push(...followers.map((follower) => ({ value: follower, bytes: (chained ?? action).bytes })));
  }
  return [...kinds];
}

function kindOf(document: PdfDocument, action: Located<PdfDict>): string | null {
  const kind = document.name(action.value.entries.get("S"));
  if (kind === "URI") {
    const target = document.locate(action.value.entries.get("URI"), action.bytes);
    const text = target?.value.kind === "string" ? textOf(decodeString(target.bytes, target.value)) : "";
    return /^\s*javascript:/i.test(text) ? "JavaScript" : null;
  }
  if (kind === null || PASSIVE.has(kind)) {
    return null;
  }
  return KNOWN.has(kind) ? kind : "OtherAction";
}
