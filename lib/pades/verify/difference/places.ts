/** The role in which an object is used, such as "page" or "field". Other roles are named by their path from the catalog. */
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
