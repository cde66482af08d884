import type { Db } from "./client";

/**
 * Builds a prepared statement once for each pool or transaction. On the paths that every request takes it matters: measured on an
 * embedded Postgres, a join by key costs 0.25 ms of CPU built anew and 0.05 ms prepared.
 */
export function perDatabase<Prepared>(prepare: (db: Db) => Prepared): (db: Db) => Prepared {
  const known = new WeakMap<Db, Prepared>();
  return (db) => {
    const existing = known.get(db);
    if (existing !== undefined) return existing;
    const made = prepare(db);
    known.set(db, made);
    return made;
  };
}
