import type { PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";

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

/**
 * The role in which an object is used, such as "page" or "field". Other roles are named by their path from the catalog.
 */
export type Role = string;

/** The role of a place whose content may be anything. */
export const free: Role = "free";

/** Used as the object number of the trailer. */
export const trailerOwner = 0;

// Names decode to characters below U+0100, so a key cannot be mistaken for a step or for the items of an array.
const arrow = "\u2192";
const anyItem = "\u2217";

/** The path to the entry `key` of a dictionary at `path`. */
export function into(path: string, key: string): string {
  return `${path}${arrow}${key}`;
}

/** The path to every item of an array at `path`. */
export function itemsOf(path: string): string {
  return into(path, anyItem);
}

/** A place in the signed revision: a path inside an object that is used in a role. */
export interface Place {
  num: number;
  role: Role;
  path: string;
}

type Leads = Map<string, Role>;

/**
 * Objects covered by the rules. An object is covered in one role only: if it is also reached in any other way, it
 * must be unchanged. Leads from a covered object give the roles of the objects that it references. A reference
 * without a lead points to an object that must be unchanged.
 */
export class Places {
  private readonly judged = new Map<number, Set<Role>>();
  private readonly leads = new Map<number, Map<Role, Leads>>();

  /** Records that a rule compared everything directly inside the object, as far as this role is concerned. */
  judge(num: number, role: Role): void {
    const roles = this.judged.get(num) ?? new Set<Role>();
    roles.add(role);
    this.judged.set(num, roles);
  }

  lead({ num, role }: Place, path: string, next: Role): void {
    const roles = this.leads.get(num) ?? new Map<Role, Leads>();
    const leads: Leads = roles.get(role) ?? new Map<string, Role>();
    roles.set(role, leads.set(path, next));
    this.leads.set(num, roles);
  }

  isJudged(num: number, role: Role): boolean {
    return this.judged.get(num)?.has(role) === true;
  }

  leadsOf(num: number, role: Role): ReadonlyMap<string, Role> | null {
    return this.leads.get(num)?.get(role) ?? null;
  }

  /** Every object that was judged in some role. */
  get objects(): Iterable<number> {
    return this.judged.keys();
  }
}
