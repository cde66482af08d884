import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { noteBackup } from "@/lib/administration/backup/last-backup";
import { instanceKeys } from "@/lib/authority/instance-keys";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { readServiceFigures } from "./service-figures";

const database = useCommittedDatabase();
const makeContext = useTestContext();

test("reports no certificates, no backup and nothing due for a service without work", async () => {
  expect(await readServiceFigures(makeContext(database().db))).toMatchObject({
    lanes: { mail: { due: 0, oldestSeconds: 0 }, urgent: { due: 0 } },
    messages: { failing: 0, dead: 0 },
    certificates: [],
    retention: { deleted: 0, announced: 0, isStopped: false },
    isSweepStopped: false,
    damaged: 0,
    lastBackupAt: null,
  });
});

test("reports jobs by lane, failing messages, the end of each certificate and the last backup", async () => {
  const ctx = makeContext(database().db);
  await makeRequest(ctx, { status: 1 });
  await instanceKeys(ctx);
  await ctx.db.execute(sql`update outbox_jobs set run_at = now() - interval '90 seconds' where kind = 'notification'`);
  await ctx.db.execute(sql`update outbox_jobs set last_error = 'refused', attempts = 1
    where id = (select min(id) from outbox_jobs where kind = 'notification')`);
  await noteBackup(database().pool);
  const figures = await readServiceFigures(ctx);
  expect(figures.lanes.mail.due).toBe(2);
  // Times are stored to the millisecond.
  expect(figures.lanes.mail.oldestSeconds).toBeGreaterThan(89);
  expect(figures.messages).toEqual({ failing: 1, dead: 0 });
  expect(figures.certificates.map(({ role }) => role)).toEqual(["root", "issuing", "seal"]);
  expect(figures.certificates.every(({ expiresAt }) => expiresAt > new Date())).toBe(true);
  expect(figures.lastBackupAt).toBeInstanceOf(Date);
});
