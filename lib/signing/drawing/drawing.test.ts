import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { drawingHandovers } from "@/db/schema/guests";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import { resolveSession } from "@/lib/auth/resolve-actor";
import { endSession, readSessionId } from "@/lib/auth/session";
import type { Actor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { withdrawFile } from "@/lib/requests/withdraw";
import { asGuest, guestScenario, type InvitedSigner } from "@/lib/signing/identification/testing/guest-scenario";
import { sign } from "@/lib/signing/sign";
import { eventTypes, releasedScenario, strokeBase64 } from "@/lib/signing/testing/signing-scenario";
import { logInByCookie } from "@/lib/testing/accounts";
import { oneOfEachClass } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { deliverDrawing, openDrawing, readDrawing, startDrawing, sweepDrawings } from "./phone-drawing";

const db = useRolledBackDatabase();
const context = useTestContext();

const secretIn = (url: string): string => new URL(url).hash.slice(1);
const picture = async () => ({ base64: await strokeBase64() });

async function start(ctx: Ctx) {
  const scenario = await guestScenario(ctx, "email", [{}, {}]);
  const [bo, cy] = scenario.signers;
  const guest = await asGuest(ctx, bo);
  const { id, url } = await startDrawing(ctx, guest, { u: bo.link, type: "signature" });
  return { ...scenario, bo, cy, guest, id, secret: secretIn(url), url };
}

const look = (ctx: Ctx, actor: Actor, { link }: InvitedSigner, id: number) => readDrawing(ctx, actor, { u: link, id });
const missed = { code: "not_found" };

describe("a drawing on a phone", () => {
  test("arrives on the desktop, which shows its progress", async () => {
    const ctx = context(db());
    const { bo, guest, id, secret } = await start(ctx);
    expect(await look(ctx, guest, bo, id)).toMatchObject({ openedAt: null, png: null });
    expect(await openDrawing(ctx, { secret })).toMatchObject({ type: "signature" });
    expect(await look(ctx, guest, bo, id)).toMatchObject({ openedAt: expect.any(Date), png: null });
    await deliverDrawing(ctx, { secret, file: await picture() });
    const { png } = await look(ctx, guest, bo, id);
    expect(png?.subarray(1, 4).toString()).toBe("PNG");
  });

  test("records nothing in the trail, signs nothing and stores no image for the signer @exhaustive", async () => {
    const ctx = context(db());
    const { fileId, secret } = await start(ctx);
    const before = await eventTypes(ctx, fileId);
    await openDrawing(ctx, { secret });
    await deliverDrawing(ctx, { secret, file: await picture() });
    expect(await eventTypes(ctx, fileId)).toEqual(before);
    const stored = await ctx.db.execute("select 1 from guest_signature_elements");
    expect(stored.rows).toEqual([]);
  });

  test("has its secret in the fragment of the address, and stores only a hash", async () => {
    const ctx = context(db());
    const { url, secret } = await start(ctx);
    expect(new URL(url).pathname).toBe("/draw");
    expect(new URL(url).search).toBe("");
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await ctx.db.select().from(drawingHandovers))).not.toContain(secret);
  });

  test("works once", async () => {
    const ctx = context(db());
    const { secret } = await start(ctx);
    await deliverDrawing(ctx, { secret, file: await picture() });
    await expect(deliverDrawing(ctx, { secret, file: await picture() })).rejects.toMatchObject(missed);
    await expect(openDrawing(ctx, { secret })).rejects.toMatchObject(missed);
  });

  test("works for five minutes, and then its picture is deleted", async () => {
    const ctx = context(db());
    const { bo, guest, id, secret } = await start(ctx);
    await ctx.db.execute(sql`update drawing_handovers set expires_at = expires_at - interval '6 minutes'`);
    await expect(deliverDrawing(ctx, { secret, file: await picture() })).rejects.toMatchObject(missed);
    await expect(look(ctx, guest, bo, id)).rejects.toMatchObject(missed);
    await sweepDrawings(ctx);
    expect(await ctx.db.select().from(drawingHandovers)).toEqual([]);
  });

  test("is replaced by a newer one of the same type @exhaustive", async () => {
    const ctx = context(db());
    const { bo, guest, secret } = await start(ctx);
    await startDrawing(ctx, guest, { u: bo.link, type: "initial" });
    await expect(openDrawing(ctx, { secret })).resolves.toBeDefined();
    await startDrawing(ctx, guest, { u: bo.link, type: "signature" });
    await expect(openDrawing(ctx, { secret })).rejects.toMatchObject(missed);
  });

  test.each(
    oneOfEachClass<[string, (ctx: Ctx, at: Awaited<ReturnType<typeof start>>) => Promise<unknown>]>(
      [
        [
          "the guest's session has ended",
          (ctx) => ctx.db.execute("update guest_sessions set expires_at = now() - interval '1 second'"),
        ],
        ["the guest's session is gone", (ctx) => ctx.db.execute("delete from guest_sessions")],
        ["the request was withdrawn", (ctx, { requester, fileId }) => withdrawFile(ctx, requester, { fileId })],
        ["the signer has signed", (ctx, { guest, bo }) => sign(ctx, guest, { target: { link: bo.link } })],
      ],
      () => "",
    ),
  )("ends once %s", async (_case, end) => {
    const ctx = context(db());
    const started = await start(ctx);
    await end(ctx, started);
    await expect(openDrawing(ctx, started)).rejects.toMatchObject(missed);
    await expect(deliverDrawing(ctx, { ...started, file: await picture() })).rejects.toMatchObject(missed);
  });

  test("ends once the account that requested it has logged out @exhaustive", async () => {
    const ctx = context(db());
    const [ana] = (await releasedScenario(ctx, [{ name: "Ana" }])).signers;
    const cookie = await logInByCookie(ctx, ana.actor.account);
    const actor = await resolveSession(ctx, { get: (name) => (name === "cookie" ? cookie : null) });
    const secret = secretIn((await startDrawing(ctx, actor, { u: ana.link, type: "signature" })).url);
    await expect(openDrawing(ctx, { secret })).resolves.toBeDefined();
    await endSession(ctx, (await readSessionId(ctx, cookie)) ?? "");
    await expect(openDrawing(ctx, { secret })).rejects.toMatchObject(missed);
  });

  test("is shown only to the signer who started it @exhaustive", async () => {
    const ctx = context(db());
    const { bo, cy, id, requester, guest } = await start(ctx);
    const other = await asGuest(ctx, cy);
    await expect(look(ctx, other, cy, id)).rejects.toMatchObject(missed);
    await expect(look(ctx, other, bo, id)).rejects.toMatchObject({ code: "not_the_signer" });
    await expect(look(ctx, requester, bo, id)).rejects.toMatchObject({ code: "not_the_signer" });
    await expect(look(ctx, { kind: "public" }, bo, id)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(look(ctx, guest, bo, id + 1)).rejects.toMatchObject(missed);
  });

  test("rejects a file that is not an image, and still accepts one afterwards @exhaustive", async () => {
    const ctx = context(db());
    const { secret } = await start(ctx);
    const text = { base64: Buffer.from("no picture").toString("base64") };
    await expect(deliverDrawing(ctx, { secret, file: text })).rejects.toMatchObject({ code: "image_invalid" });
    await expect(openDrawing(ctx, { secret })).resolves.toBeDefined();
  });

  test("counts made-up secrets with dead sign links, and starts a limited number an hour @exhaustive", async () => {
    const ctx = context(db());
    const { bo, guest } = await start(ctx);
    ctx.limits.linkMissesPerMinute = 1;
    await expect(openDrawing(ctx, { secret: "made-up" })).rejects.toMatchObject(missed);
    await expect(openDrawing(ctx, { secret: "made-up" })).rejects.toMatchObject({ code: "rate_limited" });
    ctx.limits.drawingsPerHour = 2;
    await startDrawing(ctx, guest, { u: bo.link, type: "signature" });
    await expect(startDrawing(ctx, guest, { u: bo.link, type: "signature" })).rejects.toMatchObject({
      code: "rate_limited",
    });
  });
});

describe("ten deliveries of one picture", () => {
  const database = useCommittedDatabase();

  test("accepts one of ten pictures delivered at once @exhaustive", async () => {
    const ctx = context(database().db);
    const { secret } = await start(ctx);
    const file = await picture();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        deliverDrawing(ctx, { secret, file }).then(
          () => "arrived",
          (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "arrived")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["arrived", "not_found"]));
  });
});
