import { sql, type SQL } from "drizzle-orm";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { makeCtx, systemActor, type Ctx } from "@/lib/context/context";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { appendAuditEvent, appendWith } from "./append";
import { readTrail, trailBreaksAt, type NewAuditEvent } from "./events";

const database = useCommittedDatabase();
const context = useTestContext();
afterEach(() => vi.restoreAllMocks());

const sent = (providerId: string) =>
  ({ type: "mail.sent", data: { template: "invitation", providerId } }) as const satisfies NewAuditEvent;
const nothing = (_ctx: Ctx, condition: SQL) => sql`select 1 where ${condition}`;
const noted = async (ctx: Ctx, fileId: number) =>
  (await readTrail(ctx, fileId)).flatMap(({ data }) =>
    typeof data["providerId"] === "string" ? [data["providerId"]] : [],
  );

test("reads the chain once for e-mails of one document that are noted together", async () => {
  const ctx = context(database().db, { request: null });
  const { file } = await makeRequest(ctx);
  const queries = vi.spyOn(pg.Client.prototype, "query");
  await Promise.all(["a", "b", "c"].map((id) => appendWith(ctx, systemActor, file.id, sent(id), [nothing])));
  const texts = queries.mock.calls.map(([query]: unknown[]) => JSON.stringify(query));
  expect(texts.filter((text) => text.includes("head.seq"))).toHaveLength(1);
  expect(await noted(ctx, file.id)).toEqual(["a", "b", "c"]);
  expect(trailBreaksAt(file, await readTrail(ctx, file.id))).toBeNull();
});

test("keeps the chain valid when another process adds an event in between", async () => {
  const ctx = context(database().db, { request: null });
  const { file } = await makeRequest(ctx);
  let isFirst = true;
  const overtaken = new Proxy(ctx.db, {
    get(db, name) {
      if (name !== "execute") return Reflect.get(db, name) as unknown;
      return async (...query: Parameters<typeof db.execute>) => {
        if (isFirst) {
          isFirst = false;
          await ctx.tx((tx) => appendAuditEvent(tx, systemActor, file.id, sent("between")));
        }
        return db.execute(...query);
      };
    },
  });
  await Promise.all([
    appendWith(ctx, systemActor, file.id, sent("a"), [nothing]),
    appendWith(makeCtx({ ...ctx, db: overtaken }), systemActor, file.id, sent("b"), [nothing]),
  ]);
  expect(isFirst).toBe(false);
  expect(await noted(ctx, file.id)).toEqual(["a", "between", "b"]);
  expect(trailBreaksAt(file, await readTrail(ctx, file.id))).toBeNull();
});
