import { afterEach, expect } from "vitest";
import type { Db } from "@/db/client";
import { correctStorageTallies } from "@/lib/accounts/stored-bytes";

/**
 * After each test of the file, the tallies of every account must be what its rows add up to. Called after
 * `useRolledBackDatabase`, whose rollback comes last.
 */
export function expectRightStorageTallies(db: () => Db): void {
  afterEach(async () => expect(await correctStorageTallies({ db: db() })).toEqual([]));
}
