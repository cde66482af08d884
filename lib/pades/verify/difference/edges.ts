import type { PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { free, into, itemsOf, type Role } from "./places";

/** One reference of an object. */
export interface Edge {
  num: number;
  /** The role of the target, or null if it must be unchanged. */
  role: Role | null;
  /** The key accepts an array, possibly an indirect object, whose items have the role. */
  mayBeList: boolean;
}

const noLeads: ReadonlyMap<string, Role> = new Map();

interface Target {
  role: Role;
  isList: boolean;
}

const one = (role: Role): Target => ({ role, isList: false });
const list = (role: Role): Target => ({ role, isList: true });

const destinations = new Set(["XYZ", "Fit", "FitH", "FitV", "FitR", "FitB", "FitBH", "FitBV"]);
/** Actions that refer to fields or annotations (ISO 32000-2, 12.6.4.11 and 12.7.6). */
const fieldActions = new Set(["Hide", "SubmitForm", "ResetForm"]);
/** Pages and images that were captured from the web (14.10.4). */
const contentSets = new Set(["SPS", "SIS"]);

/**
 * The references of an object's value, with the roles given by `leads` or by the dictionaries around them. Back
 * references, such as the /P of an annotation, refer to a page, a field or a structure element in that role. Whether
 * a rule judged the target in that role is not checked here.
 */
export function edgesOf(
  value: PdfValue | null,
  leads: ReadonlyMap<string, Role> = noLeads,
  itemRole: Role | null = null,
): Edge[] {
  const edges: Edge[] = [];
  if (value) {
    collect({ value, path: "", leads, target: itemRole === null ? null : one(itemRole) }, edges);
  }
  return edges;
}

interface Visit {
  value: PdfValue;
  path: string;
  leads: ReadonlyMap<string, Role>;
  target: Target | null;
}

function collect({ value, path, leads, target }: Visit, edges: Edge[]): void {
  const lead = leads.get(path);
  if (lead === free) {
    return;
  }
  if (value.kind === "ref") {
    edges.push({
      num: value.num,
      role: lead ?? target?.role ?? null,
      mayBeList: lead !== undefined || target?.isList === true,
    });
  } else if (value.kind === "array") {
    collectItems(value, { path, leads, target }, edges);
  } else if (value.kind === "dict") {
    const targets = targetsOf(value);
    value.entries.forEach((entry, key) =>
      collect({ value: entry, path: into(path, key), leads, target: targets.get(key) ?? null }, edges),
    );
  }
}

function collectItems(array: PdfArray, { path, leads, target }: Omit<Visit, "value">, edges: Edge[]): void {
  const isDestination =
    array.items[0]?.kind === "ref" && array.items[1]?.kind === "name" && destinations.has(array.items[1].value);
  const itemPath = itemsOf(path);
  array.items.forEach((item, index) => {
    const itemTarget = isDestination ? (index === 0 ? one("page") : null) : target && one(target.role);
    collect({ value: item, path: itemPath, leads, target: itemTarget }, edges);
  });
}

/**
 * Keys by which a dictionary of this shape refers to pages, fields and structure elements without showing their
 * content.
 */
function targetsOf({ entries }: PdfDict): Map<string, Target> {
  const has = (key: string): boolean => entries.has(key);
  const targets = new Map<string, Target>();
  const isAnnotation = has("Subtype") && has("Rect");
  if (has("Kids") && has("Count")) {
    targets.set("Kids", list("page"));
  } else if (has("FT") || has("T") || isAnnotation) {
    targets.set("Kids", list("field")).set("Parent", one("field"));
  }
  if (has("Annots")) {
    targets.set("Annots", list("field"));
  }
  if (has("Fields")) {
    targets.set("Fields", list("field")).set("CO", list("field"));
  }
  if (has("Names")) {
    targets.set("Names", list("page"));
  }
  if (isAnnotation || has("FT") || isBead(entries)) {
    targets.set("P", one("page"));
  } else if (has("S") && has("P")) {
    targets.set("P", one("element")).set("K", list("element"));
  }
  if (has("Pg")) {
    targets.set("Pg", one("page"));
  }
  if (has("Obj")) {
    targets.set("Obj", one("field"));
  }
  if (has("TransformMethod")) {
    targets.set("Data", one("catalog"));
  }
  if (has("SE") && has("Title")) {
    targets.set("SE", one("element"));
  }
  const kind = entries.get("S");
  if (kind?.kind === "name" && fieldActions.has(kind.value)) {
    targets.set("T", list("field"));
  } else if (kind?.kind === "name" && contentSets.has(kind.value)) {
    targets.set("O", list("page"));
  }
  return targets;
}

// ISO 32000-2, table 163.
function isBead(entries: PdfDict["entries"]): boolean {
  return ["N", "V", "R", "P"].every((key) => entries.has(key));
}
