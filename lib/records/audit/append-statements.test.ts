import { eq } from "drizzle-orm";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { files } from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { withRequest } from "@/lib/context/context";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { appendAuditEvents, noteFileLock } from "./append";
import { Personal } from "./events";

const db = useRolledBackDatabase();
const context = useTestContext();
afterEach(() => vi.restoreAllMocks());

test("reads the chain in a transaction that has locked the file, and writes events, callers and personal values together at its end", async () => {
  const { file, actor } = await makeRequest(context(db()), { users: [{ email: "ana@x.example" }] });
  const ctx = withRequest(context(db()), { id: "another", address: "192.0.2.7", userAgent: "another browser" });
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await ctx.tx(async (tx) => {
    await tx.db.select().from(files).where(eq(files.id, file.id)).for("update");
    noteFileLock(tx, file.id);
    sent.mockClear();
    await appendAuditEvents(tx, actor, file.id, [
      { type: "file.fetched", data: { host: new Personal("x.example") } },
      { type: "file.changed", data: {} },
    ]);
    expect(sent).toHaveBeenCalledTimes(1);
  });
  // The third statement releases the savepoint, where a real transaction commits.
  expect(sent).toHaveBeenCalledTimes(3);
  const { rows } = await ctx.db.execute(
    `select path, value from audit_personal_values where file_id = ${String(file.id)} and value in ('x.example', '192.0.2.7')
     order by path`,
  );
  expect(rows).toEqual([
    { path: "data.host", value: "x.example" },
    { path: "net.address", value: "192.0.2.7" },
  ]);
});
