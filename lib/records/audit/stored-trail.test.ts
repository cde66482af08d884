import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { files } from "@/db/schema/files";
import { storedEvents } from "@/db/schema/webhooks";
import { auditCallers, auditPersonalValues } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { systemActor, withRequest, type Ctx } from "@/lib/context/context";
import { statusNumbers } from "@/lib/records/events/status";
import { actingAs } from "@/lib/testing/accounts";
import { only } from "@/lib/testing/representatives";
import { makeRequest } from "@/lib/testing/requests";
import { useTestContext } from "@/lib/testing/test-context";
import { appendAuditEvent } from "./append";
import { readTrail, trailBreaksAt } from "./events";

const db = useRolledBackDatabase();
const context = useTestContext();

async function trailOf(ctx: Ctx, fileId: number) {
  const file = only(await ctx.db.select().from(files).where(eq(files.id, fileId)));
  const trail = await readTrail(ctx, fileId);
  return { trail, breaksAt: trailBreaksAt(file, trail) };
}

describe("the caller, stored once for many events", () => {
  test("is reused for the same person, place and proof across requests, and the chain verifies", async () => {
    const ctx = context(db());
    const { file, actor } = await makeRequest(ctx);
    const before = await ctx.db.select().from(auditCallers).where(eq(auditCallers.fileId, file.id));
    const again = withRequest(ctx, { id: "another-request", address: "192.0.2.1", userAgent: "test" });
    await appendAuditEvent(again, actor, file.id, { type: "file.downloaded" });
    expect(await ctx.db.select().from(auditCallers).where(eq(auditCallers.fileId, file.id))).toEqual(before);
    const { trail, breaksAt } = await trailOf(ctx, file.id);
    expect(breaksAt).toBeNull();
    expect(trail.map(({ net }) => net["request"])).toEqual([
      ...trail.slice(1).map(() => "test-request"),
      "another-request",
    ]);
    expect(new Set(trail.map(({ actor: { email } }) => email)).size).toBe(1);
  });

  test("differs for another address, another proof, and an anonymous caller in another request", async () => {
    const ctx = context(db());
    const { file, requester, actor } = await makeRequest(ctx);
    const from = (id: string, address: string) => withRequest(ctx, { id, address, userAgent: "test" });
    await appendAuditEvent(from("r1", "192.0.2.9"), actor, file.id, { type: "file.downloaded" });
    await appendAuditEvent(from("r2", "192.0.2.1"), { ...actingAs(requester), proof: "token" }, file.id, {
      type: "file.downloaded",
    });
    for (const id of ["r3", "r3", "r4"])
      await appendAuditEvent(from(id, "192.0.2.1"), { kind: "public" }, file.id, { type: "link.opened" });
    const { trail, breaksAt } = await trailOf(ctx, file.id);
    expect(breaksAt).toBeNull();
    expect(trail.slice(-5).map(({ caller }) => caller)).toEqual([1, 2, 3, 3, 4]);
  });

  test("is stored once per document for the service itself, whatever causes its events", async () => {
    const ctx = context(db());
    const { file } = await makeRequest(ctx);
    const work = { ...ctx, request: null };
    for (let turn = 0; turn < 3; turn++) await appendAuditEvent(work, systemActor, file.id, { type: "file.expired" });
    const { trail, breaksAt } = await trailOf(ctx, file.id);
    expect(breaksAt).toBeNull();
    expect(new Set(trail.slice(-3).map(({ caller }) => caller)).size).toBe(1);
  });

  test("is not reused once its values have been erased", async () => {
    const ctx = context(db());
    const { file, actor } = await makeRequest(ctx);
    await ctx.db.delete(auditPersonalValues).where(eq(auditPersonalValues.fileId, file.id));
    await appendAuditEvent(ctx, actor, file.id, { type: "file.downloaded" });
    const { trail, breaksAt } = await trailOf(ctx, file.id);
    expect([breaksAt, trail.at(-1)?.caller]).toEqual([null, 1]);
    expect(await ctx.db.select().from(auditPersonalValues).where(eq(auditPersonalValues.fileId, file.id))).toHaveLength(
      3,
    );
  });
});

describe("several events of one transaction", () => {
  test("follow each other in the chain with one caller, and give integrators the row's state at that point", async () => {
    const ctx = context(db());
    const { file, actor } = await makeRequest(ctx);
    const from = withRequest(ctx, { id: "one-request", address: "192.0.2.7", userAgent: "test" });
    await from.tx(async (tx) => {
      await appendAuditEvent(tx, actor, file.id, { type: "file.downloaded" });
      await tx.db.update(files).set({ status: "cancelled" }).where(eq(files.id, file.id));
      await appendAuditEvent(tx, actor, file.id, { type: "file.cancelled" });
      await appendAuditEvent(tx, actor, file.id, { type: "file.downloaded" });
    });
    const { trail, breaksAt } = await trailOf(ctx, file.id);
    expect(breaksAt).toBeNull();
    expect(trail.slice(-3).map(({ type }) => type)).toEqual(["file.downloaded", "file.cancelled", "file.downloaded"]);
    expect(new Set(trail.slice(-3).map(({ caller }) => caller)).size).toBe(1);
    const times = trail.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((one, other) => one - other));
    const listed = await ctx.db.select().from(storedEvents).where(eq(storedEvents.fileId, file.id));
    expect(listed.find(({ type }) => type === "file.cancelled")?.status).toBe(statusNumbers.cancelled);
  });

  test("are rolled back with their transaction, and the chain continues from before it", async () => {
    const ctx = context(db());
    const { file, actor } = await makeRequest(ctx);
    const refused = ctx.tx(async (tx) => {
      await appendAuditEvent(tx, actor, file.id, { type: "file.downloaded" });
      await appendAuditEvent(tx, actor, file.id, { type: "file.downloaded" });
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    const before = (await trailOf(ctx, file.id)).trail.length;
    await appendAuditEvent(ctx, actor, file.id, { type: "file.downloaded" });
    const { trail, breaksAt } = await trailOf(ctx, file.id);
    expect([breaksAt, trail.length]).toEqual([null, before + 1]);
  });
});
