import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { operations } from "@/lib/api/operations";
import type { Ctx } from "@/lib/context/context";
import { callOperation } from "@/lib/testing/call-operation";
import { oneOfEachClass } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { closedPorts } from "./testing/closed-ports";
import { mutations } from "./testing/mutation-scenarios";

// Other files in this worker have loaded the real modules.
vi.hoisted(() => vi.resetModules());
// The next file must not find the routes with these mocks.
afterAll(() => {
  vi.resetModules();
});

/** While `dead` is true, everything an execution does after its operation is lost, as if its process had died. */
const held: { ctx: Ctx | null; dead: boolean } = { ctx: null, dead: false };
vi.mock("@/lib/runtime", () => ({ runtime: () => ({ ctx: held.ctx }) }));
vi.mock("@/lib/context/idempotency/run-once", async (original) => {
  const real = await original<typeof import("@/lib/context/idempotency/run-once")>();
  const unlessDead =
    <Args extends unknown[]>(run: (...args: Args) => Promise<void>) =>
    async (...args: Args) =>
      held.dead ? undefined : run(...args);
  return { ...real, storeAnswer: unlessDead(real.storeAnswer), freeKey: unlessDead(real.freeKey) };
});

const db = useRolledBackDatabase();
const makeContext = useTestContext();
let ctx: Ctx;
beforeEach(() => {
  ctx = makeContext(db(), closedPorts);
  held.ctx = ctx;
  held.dead = false;
});

/** These may differ: request counters, the keys themselves, and the account's time of last use. */
const uncounted = ["idempotency_keys", "rate_counters", "rate_buckets"];
const times = ["last_used_at", "last_seen_at", "updated_at"];

/** A dump of every row of the database, so that any second effect is visible. */
async function everything(): Promise<Record<string, string>> {
  const tables = await ctx.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const row = sql`(to_jsonb(t) - ${sql.raw(`array['${times.join("','")}']`)})::text`;
  const parts = tables.rows
    .filter((table) => !uncounted.includes(table.name))
    .map(
      ({ name }) =>
        sql`select ${name} as name, count(*) || ' ' || coalesce(md5(string_agg(${row}, ',' order by ${row})), '') as hash from ${sql.identifier(name)} t`,
    );
  const hashes = await ctx.db.execute<{ name: string; hash: string }>(sql.join(parts, sql` union all `));
  return Object.fromEntries(hashes.rows.map(({ name, hash }) => [name, hash]));
}

async function endLeases(): Promise<void> {
  await ctx.db.execute(sql`update idempotency_keys set leased_until = clock_timestamp() - interval '1 second'`);
}

const changing = operations
  .filter(
    ({ method, base, caller, answer }) =>
      method !== "GET" && !(base === "origin" && caller === "public") && !("content" in answer),
  )
  .map(({ id }) => id);

/** These end their own credential, so a repeated call must not reveal anything. */
const endingTheCaller = ["eraseOneself"];

test("covers every operation that changes something", () => {
  expect(Object.keys(mutations).sort()).toEqual([...changing].sort());
});

/** The operations of one resource, such as `/webhooks`, store and render their responses in the same module. */
const repeated = oneOfEachClass(
  Object.entries(mutations)
    .filter(([id]) => !endingTheCaller.includes(id))
    .map(([id, prepare]) => [id, id, prepare] as const),
  ([, id]) => {
    const { path } = operations.find((operation) => operation.id === id) ?? { path: id };
    return path.split("/")[1] ?? "";
  },
);

describe("when the process dies between commit and response, and the call is repeated with the same key", () => {
  test.each(repeated)("%s: returns the same response, with one effect", async (_name, id, prepare) => {
    const call = await prepare(ctx);
    const keyed = {
      ...call,
      headers: { ...call.headers, "idempotency-key": `lost-${id}-7d1f2c7e-3b8a-4c66-9f1e-123456789012` },
    };
    held.dead = true;
    const lost = await callOperation(id, keyed);
    expect([id, lost.status, lost.body["detail"]]).toEqual([id, 200, undefined]);
    const after = await everything();

    held.dead = false;
    await endLeases();
    const again = await callOperation(id, keyed);
    expect(again.body).toEqual(lost.body);

    const replayed = await callOperation(id, keyed);
    expect([replayed.status, replayed.text, replayed.headers.get("idempotent-replayed")]).toEqual([
      200,
      again.text,
      "true",
    ]);
    expect(await everything()).toEqual(after);
  });

  test.each(endingTheCaller)("%s: returns no response to an ended credential, with one effect", async (id) => {
    const call = await mutations[id]?.(ctx);
    const keyed = {
      ...call,
      headers: { ...call?.headers, "idempotency-key": `lost-${id}-7d1f2c7e-3b8a-4c66-9f1e-123456789012` },
    };
    held.dead = true;
    expect((await callOperation(id, keyed)).status).toBe(200);
    const after = await everything();

    held.dead = false;
    await endLeases();
    expect((await callOperation(id, keyed)).status).toBe(401);
    expect(await everything()).toEqual(after);
  });
});
