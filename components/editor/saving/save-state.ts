import { hasSameContent, type EditorField, type StoredField } from "@/components/editor/state/editor-field";

/** The server's fields, with the ETag of the set. */
export interface StoredSet {
  fields: readonly StoredField[];
  tag: string | null;
}

/** The requests that the queue makes. A rejected call throws a `SaveProblem`. */
export interface SaveTransport {
  /**
   * Stores all changes or none, once per idempotency key. Returns the IDs of created fields in order, and the new tag.
   */
  send(attempt: Attempt): Promise<{ created: readonly number[]; tag: string | null }>;
  read(): Promise<StoredSet>;
}

export type SaveState<Problem extends SaveProblem = SaveProblem> =
  | { kind: "saved"; at: number | null }
  | { kind: "saving" }
  /** Changes are kept in this tab until a person saves them. */
  | { kind: "unsaved" }
  /** `key`: the refused field; null if all changes failed. */
  | { kind: "failed"; problem: Problem; isRetrying: boolean; key: string | null }
  /** Another person changed the same fields; nothing is sent before `resolve`. */
  | { kind: "conflict"; changes: OthersChanges }
  | { kind: "closed"; problem: Problem };

/**
 * The members of a failed request that decide how saving continues; `ApiProblem` has them. A lost connection has
 * status 0.
 */
export interface SaveProblem {
  status: number;
  code: string;
  retryAfterSeconds?: number | null | undefined;
  /** JSON Pointers into the request body, such as `/create/3/coordinates`. */
  violations?: readonly { pointer: string }[];
}

/**
 * - `wait`: a later try can succeed (connection lost, server busy).
 * - `ask`: a person has to act first, such as log in again.
 * - `refuse`: this content will never be accepted.
 * - `look`: another person changed the stored fields.
 * - `close`: nothing in this document can be saved any more.
 */
type SaveVerdict = "wait" | "ask" | "refuse" | "look" | "close";

export function judgeFailure({ status, code, violations = [] }: SaveProblem): SaveVerdict {
  if (code === "file_not_draft") return "close";
  // Without a pointer the document itself is missing; with one, a field that another person removed.
  if (status === 404) return violations.length > 0 ? "look" : "close";
  if (status === 412) return "look";
  if (status === 401 || status === 403) return "ask";
  if (status === 0 || status === 408 || status === 429 || status >= 500 || code === "idempotency_in_progress")
    return "wait";
  return "refuse";
}

/** Milliseconds until the next try: 1, 2, 4, 8, 15, 15, … seconds, and never earlier than `Retry-After`. */
export function retryDelay(problem: SaveProblem, attempts: number): number {
  const own = Math.min(1000 * 2 ** (attempts - 1), 15_000);
  return Math.max(own, (problem.retryAfterSeconds ?? 0) * 1000);
}

/** The changes of one request. `key` is the editor's name of a field. */
export interface ChangeSet {
  create: readonly { key: string; field: EditorField }[];
  update: readonly { key: string; id: number; field: EditorField }[];
  remove: readonly { key: string; id: number }[];
}

/** A request without an answer may have been processed, so it is repeated unchanged with the same idempotency key. */
export interface Attempt {
  changes: ChangeSet;
  idempotencyKey: string;
  /** The ETag that the changes are based on; null to accept any. */
  tag: string | null;
}

export function newAttempt(changes: ChangeSet, tag: string | null): Attempt {
  return { changes, tag, idempotencyKey: crypto.randomUUID() };
}

/** The changes that turn `stored` into `wanted`, without the fields in `except`. */
export function changesBetween(
  stored: ReadonlyMap<string, StoredField>,
  wanted: ReadonlyMap<string, EditorField>,
  except: ReadonlySet<string> = new Set(),
): ChangeSet {
  const names = (key: string): boolean => !except.has(key);
  const kept = [...wanted].filter(([key]) => names(key));
  return {
    create: kept.flatMap(([key, field]) => (stored.has(key) ? [] : [{ key, field }])),
    update: kept.flatMap(([key, field]) => {
      const known = stored.get(key);
      return known && !hasSameContent(known.field, field) ? [{ key, id: known.id, field }] : [];
    }),
    remove: [...stored].flatMap(([key, { id }]) => (names(key) && !wanted.has(key) ? [{ key, id }] : [])),
  };
}

export function isEmpty({ create, update, remove }: ChangeSet): boolean {
  return create.length + update.length + remove.length === 0;
}

/** The keys of all fields in a change set. */
export function keysOf({ create, update, remove }: ChangeSet): string[] {
  return [...create, ...update, ...remove].map(({ key }) => key);
}

/** The fields that a refusal points at, or all fields of the request if it points at none. */
export function refusedKeys(changes: ChangeSet, { violations = [] }: SaveProblem): string[] {
  const named = violations.flatMap(({ pointer }) => {
    const [, list = "", index = ""] = pointer.split("/");
    if (list !== "create" && list !== "update" && list !== "remove") return [];
    const change = changes[list][Number(index)];
    return change ? [change.key] : [];
  });
  return named.length > 0 ? [...new Set(named)] : keysOf(changes);
}

/** The outcome when another person changed the fields in the meantime. */
export type ConflictChoice = "both" | "theirs" | "mine";

/** Number of fields that another person added, changed and removed. */
export interface OthersChanges {
  added: number;
  changed: number;
  removed: number;
}

interface Versions {
  /** The server's fields when last read. */
  base: readonly StoredField[];
  mine: readonly EditorField[];
  /** The server's fields now. A field of `base` has the same key here and in `mine`. */
  theirs: readonly StoredField[];
}

export function countChanges(base: readonly StoredField[], theirs: readonly StoredField[]): OthersChanges {
  const before = new Map(base.map(({ id, field }) => [id, field]));
  const now = new Set(theirs.map(({ id }) => id));
  const changed = theirs.filter(({ id, field }) => before.has(id) && !isSame(before.get(id), field));
  return {
    added: theirs.filter(({ id }) => !before.has(id)).length,
    changed: changed.length,
    removed: base.filter(({ id }) => !now.has(id)).length,
  };
}

/** The keys of fields that were added, changed or removed. */
export function changedKeys(base: readonly StoredField[], theirs: readonly StoredField[]): string[] {
  const before = new Map(base.map(({ field }) => [field.key, field]));
  const now = new Map(theirs.map(({ field }) => [field.key, field]));
  return [...new Set([...before.keys(), ...now.keys()])].filter((key) => !isSame(before.get(key), now.get(key)));
}

/**
 * Merges the fields. With `both`, all changes apply: a field that one side deleted and the other changed stays, and a
 * field that both moved to different places appears twice, so that no change is lost. `newKey` creates the key of the
 * second one.
 */
export function mergeFields(
  choice: ConflictChoice,
  { base, mine, theirs }: Versions,
  newKey: () => string,
): EditorField[] {
  if (choice === "mine") return [...mine];
  if (choice === "theirs") return theirs.map(({ field }) => field);
  const before = new Map(base.map(({ field }) => [field.key, field]));
  const here = new Map(mine.map((field) => [field.key, field]));
  const there = new Map(theirs.map(({ field }) => [field.key, field]));
  const keys = new Set([...there.keys(), ...here.keys()]);
  return [...keys].flatMap((key) => {
    const [was, my, their] = [before.get(key), here.get(key), there.get(key)];
    if (isSame(my, was)) return their ? [their] : [];
    if (isSame(their, was) || !their) return my ? [my] : [];
    if (!my) return [their];
    return isSamePlace(my, their) ? [my] : [their, { ...my, key: newKey() }];
  });
}

/** Whether both hold the same fields with the same content. */
export function isSameSet(first: readonly StoredField[], second: readonly StoredField[]): boolean {
  const others = new Map(second.map(({ id, field }) => [id, field]));
  return first.length === second.length && first.every(({ id, field }) => isSame(field, others.get(id)));
}

function isSame(first: EditorField | undefined, second: EditorField | undefined): boolean {
  return first && second ? hasSameContent(first, second) : first === second;
}

function isSamePlace(first: EditorField, second: EditorField): boolean {
  return first.page === second.page && JSON.stringify(first.box) === JSON.stringify(second.box);
}
