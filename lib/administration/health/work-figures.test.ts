import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { planOf } from "@/db/testing/plan-of";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { readWorkFigures } from "./judge";
import { readServiceFigures } from "./service-figures";

const db = useRolledBackDatabase();
const makeContext = useTestContext();

test("reports no waiting work for an empty instance", async () => {
  expect(await readWorkFigures(makeContext(db()))).toEqual({
    jobsWaiting: {},
    jobsDead: {},
    jobsDue: 0,
    oldestJobSeconds: 0,
    deliveriesWaiting: 0,
    oldestDeliverySeconds: 0,
    webhooksDisabled: 0,
    files: {},
  });
});

test("counts jobs by kind and by failure, and documents by state", async () => {
  const ctx = makeContext(db());
  await makeRequest(ctx);
  await makeRequest(ctx, { status: 1 });
  await ctx.db.execute(sql`delete from outbox_jobs where kind = 'compareReaders'`);
  await ctx.db.execute(
    sql`update outbox_jobs set dead_at = now() where id = (select min(id) from outbox_jobs where kind = 'notification')`,
  );
  await ctx.db.execute(sql`update outbox_jobs set run_at = now() - interval '90 seconds' where kind = 'notification'`);
  const figures = await readWorkFigures(ctx);
  expect(figures).toMatchObject({
    jobsWaiting: { notification: 1, expire: 1 },
    jobsDead: { notification: 1 },
    jobsDue: 1,
    files: { draft: 1, able_to_sign: 1 },
  });
  // Times are stored to the millisecond.
  expect(figures.oldestJobSeconds).toBeGreaterThan(89);
});

test("counts documents without reading their rows", async () => {
  const ctx = makeContext(db());
  await makeRequest(ctx, { status: 1 });
  await ctx.db.execute(sql`set local enable_seqscan = off`);
  const plan = await planOf(() => readServiceFigures(ctx));
  expect(plan).toContain("Index Only Scan using files_states on files");
  expect(plan).toContain("files_content_due");
  expect(plan).not.toContain("Seq Scan on files");
});
