import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { challenges, wrongCodes } from "@/db/schema/work";
import { planOf } from "@/db/testing/plan-of";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import { sign } from "@/lib/signing/sign";
import { newestCode, releasedScenario, wrongCode } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { requestCode } from "./request-code";
import { sweepCodes } from "./store-code";

const db = useRolledBackDatabase();
const context = useTestContext();

/** A code, one wrong attempt, and the correct entry if `isSigned`. */
async function codeOf(ctx: Ctx, isSigned: boolean): Promise<number> {
  const {
    fileId,
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana" }]);
  await requestCode(ctx, ana.actor, { fileId });
  const code = await newestCode(ctx);
  await expect(sign(ctx, ana.actor, { target: { fileId }, code: wrongCode(code) })).rejects.toMatchObject({
    code: "code_wrong",
  });
  if (isSigned) await sign(ctx, ana.actor, { target: { fileId }, code });
  return ana.signRequestId;
}

const later = async (ctx: Ctx, hours: number): Promise<void> => {
  await ctx.db
    .update(challenges)
    .set({ expiresAt: sql`${challenges.expiresAt} - make_interval(hours => ${hours}::int)` });
  await ctx.db.execute(sql`update files set completed_at = completed_at - make_interval(hours => ${hours}::int)`);
};
const rowsOf = async (ctx: Ctx, signRequestId: number) => ({
  codes: await ctx.db.select().from(challenges).where(eq(challenges.signRequestId, signRequestId)),
  wrong: (await ctx.db.select().from(wrongCodes).where(eq(wrongCodes.signRequestId, signRequestId))).length,
});

test("wipes an expired code after a day, while its wrong tries still count as long as the document is open", async () => {
  const ctx = context(db());
  const id = await codeOf(ctx, false);
  await sweepCodes(ctx);
  expect((await rowsOf(ctx, id)).codes[0]?.codeHmac).not.toBe("");
  await later(ctx, 25);
  await sweepCodes(ctx);
  const {
    codes: [code],
    wrong,
  } = await rowsOf(ctx, id);
  expect([code?.codeHmac, code?.recipientHmac, code?.network, wrong]).toEqual(["", null, null, 1]);
});

test("deletes a code and its wrong tries a day after its document was completed @exhaustive", async () => {
  const ctx = context(db());
  const id = await codeOf(ctx, true);
  await later(ctx, 25);
  await sweepCodes(ctx);
  expect(await rowsOf(ctx, id)).toEqual({ codes: [], wrong: 0 });
});

test("finds the codes to delete among 20,000 by an index @exhaustive", async () => {
  const ctx = context(db());
  const signRequestId = await codeOf(ctx, true);
  await ctx.db.execute(sql`insert into challenges (sign_request_id, preparation, channel, code_hmac, expires_at)
    select ${signRequestId}, 1, 'email', '', now() - interval '2 days' from generate_series(1, 20000)`);
  await ctx.db.execute(sql`analyze challenges`);
  expect(await planOf(() => sweepCodes(ctx))).toContain("challenges_remembered");
});
