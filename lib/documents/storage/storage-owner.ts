/**
 * Whose documents a store holds. `moving`: documents of instance `from` are being copied here; the first start on this store completes the
 * move, and the instance is called `to` from then on, so that a server that still uses the old store no longer fits the database. `restoring`: a
 * backup of instance `id` is being restored here, or its restore was killed.
 */
export type StorageOwner =
  | { kind: "instance"; id: string; formerIds: readonly string[] }
  | { kind: "moving"; from: string; to: string; formerIds: readonly string[] }
  | { kind: "restoring"; id: string };

const noFormerIds: readonly string[] = [];

/** Reads the line that `formatOwner` wrote; null for a store that nobody has claimed. Throws for a line that is neither. */
export function parseOwner(line: string | null): StorageOwner | null {
  if (line === null) return null;
  const [first = "", ...rest] = line.split(" ");
  if (first === "restoring") return { kind: "restoring", id: rest[0] ?? "" };
  if (first !== "moving") return { kind: "instance", id: first, formerIds: formerIdsOf(rest) };
  const [from, word, to, ...more] = rest;
  if (!from || word !== "to" || !to) throw new Error("the store's .instance is not as it was written");
  return { kind: "moving", from, to, formerIds: formerIdsOf(more) };
}

export function formatOwner(owner: StorageOwner): string {
  if (owner.kind === "restoring") return `restoring ${owner.id}`;
  const names = owner.kind === "instance" ? [owner.id] : ["moving", owner.from, "to", owner.to];
  return [...names, ...(owner.formerIds.length > 0 ? ["formerly", ...owner.formerIds] : [])].join(" ");
}

function formerIdsOf([word, ...ids]: readonly string[]): readonly string[] {
  return word === "formerly" ? ids : noFormerIds;
}
