import { existsSync } from "node:fs";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { documentTimestamps } from "@/db/schema/evidence";
import { fileSegments } from "@/db/schema/files";
import { outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase, useRolledBackDatabase } from "@/db/testing/test-database";
import type { Ctx } from "@/lib/context/context";
import type { TsaMode } from "@/lib/pades/testing/local-tsa";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { trailBreaksAt } from "@/lib/records/audit/events";
import { drainOnce, type OutboxHandlers } from "@/lib/records/outbox/worker";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import {
  newestCode,
  readBytes,
  readEvents,
  readFile,
  readSignRequest,
  releasedScenario,
} from "@/lib/signing/testing/signing-scenario";
import { placeOf } from "@/lib/testing/blob-place";
import { oneOfEachClass } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { augmentFile, enqueueRenewals, isRenewalDue } from "./augment";
import { askingOf, signAll, useLocalTsa } from "./testing/stamping";

const db = useRolledBackDatabase();
const context = useTestContext();
const tsa = useLocalTsa();

const stamping = (changes: Partial<Ctx> = {}, on: Db = db()): Ctx => context(on, { ...askingOf(tsa()), ...changes });
const levelsOf = (pdf: Buffer) =>
  verifyPdf(fromBuffer(pdf)).signatures.map(({ kind, level, verdict }) => [
    kind === "signature" ? level : kind,
    verdict.startsWith("intact"),
  ]);
const kindsOf = async (ctx: Ctx, fileId: number) =>
  (
    await ctx.db
      .select({ kind: fileSegments.kind })
      .from(fileSegments)
      .where(eq(fileSegments.fileId, fileId))
      .orderBy(fileSegments.position)
  ).map(({ kind }) => kind);
const complete = ["upload", "preparation", "certification", "signature", "seal", "validation", "timestamp"];

describe("an authority that is down, slow or dishonest", () => {
  test.each(
    oneOfEachClass(
      [
        ["down", "down", "unreachable"],
        ["hang", "hang", "timed_out"],
        ["rejection", "rejection", "refused"],
        ["wrong_nonce", "wrong_nonce", "bad_answer"],
        ["other_key", "other_key", "bad_answer"],
      ] as const,
      () => "",
    ),
  )("blocks no signature, which is B-B, as the answer and the trail both report (%s)", async (_title, mode, reason) => {
    const ctx = stamping();
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await requestCode(ctx, ana.actor, { fileId });
    tsa().mode = mode;
    // Only a wait that is bound to fail is short, because an honest answer takes seconds on a busy machine.
    const { timestamper } = askingOf(tsa(), mode === "hang" ? 1000 : undefined);
    const { file, signature } = await sign({ ...ctx, timestamper }, ana.actor, {
      target: { fileId },
      code: await newestCode(ctx),
    });
    expect(file.status).toBe("signed");
    expect(signature).toMatchObject({ timestamp: null, level: "B-B", verdict: "intact" });
    const failed = (await readEvents(ctx, fileId)).filter(({ type }) => type === "timestamp.failed");
    expect(failed.map(({ data }) => data)).toEqual([
      { signature: "signer", signRequestId: ana.signRequestId, reason },
      { signature: "seal", reason },
    ]);
    expect(levelsOf(await readBytes(ctx, fileId))).toEqual([
      ["B-T", true],
      ["B-B", true],
      ["B-B", true],
    ]);
  });

  test("leads to a later document timestamp, which makes every signature B-LTA; the outbox retries for days and records it once @exhaustive", async () => {
    const ctx = stamping();
    tsa().mode = "down";
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    const sealed = await signAll(ctx, scenario);
    const { fileId } = scenario;
    for (let attempt = 0; attempt < 12; attempt++) {
      await ctx.db
        .update(outboxJobs)
        .set({ runAt: new Date(0), turn: new Date(0) })
        .where(eq(outboxJobs.kind, "augment"));
      await drainOnce(ctx, onlyAugment);
    }
    const [job] = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "augment"));
    expect(job).toMatchObject({ attempts: 12, deadAt: null, doneAt: null });
    expect((await readBytes(ctx, fileId)).equals(sealed)).toBe(true);
    expect(
      (await readEvents(ctx, fileId)).filter(
        ({ type, data }) => type === "timestamp.failed" && "documentRevision" in data,
      ),
    ).toHaveLength(1);
    tsa().mode = "honest";
    await ctx.db
      .update(outboxJobs)
      .set({ runAt: new Date(0) })
      .where(eq(outboxJobs.kind, "augment"));
    await drainOnce(ctx, onlyAugment);
    expect(levelsOf(await readBytes(ctx, fileId))).toEqual([
      ["B-LTA", true],
      ["B-LTA", true],
      ["B-LTA", true],
      ["doc_timestamp", true],
    ]);
    expect(await readSignRequest(ctx, scenario.signers[0].signRequestId)).toMatchObject({
      signature: { timestamp: null, level: "B-LTA" },
    });
    const events = await readEvents(ctx, fileId);
    expect(trailBreaksAt(await readFile(ctx, fileId), events)).toBeNull();
  });

  test("with a false document timestamp only leaves the sealed document unchanged @exhaustive", async () => {
    const ctx = stamping();
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    const sealed = await signAll(ctx, scenario);
    for (const mode of ["wrong_imprint", "garbage"] satisfies TsaMode[]) {
      tsa().mode = mode;
      await expect(augmentFile(ctx, scenario.fileId)).rejects.toMatchObject({ failure: "bad_answer" });
    }
    expect((await readBytes(ctx, scenario.fileId)).equals(sealed)).toBe(true);
  });
});

const onlyAugment = {
  augment: (ctx: Ctx, { fileId }: { fileId: number }) => augmentFile(ctx, fileId),
  notification: () => Promise.resolve(),
  code: () => Promise.resolve(),
  evidence: () => Promise.resolve(),
  expire: () => Promise.resolve(),
  finish: () => Promise.resolve(),
} as unknown as OutboxHandlers;

describe("the document timestamp", () => {
  test.each([
    ["the validation data are stored", 1],
    ["both are stored", 2],
  ] as const)("is still added when the process dies after %s @exhaustive", async (_what, stored) => {
    const ctx = stamping();
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    const sealed = await signAll(ctx, scenario);
    let left = stored;
    const put: typeof ctx.blobs.put = async (...blob) => {
      const stored = await ctx.blobs.put(...blob);
      left -= 1;
      if (left === 0) throw new Error("the process died here");
      return stored;
    };
    const dying = {
      ...ctx,
      blobs: new Proxy(ctx.blobs, {
        get: (target, name): unknown => (name === "put" ? put : Reflect.get(target, name)),
      }),
    };
    await expect(augmentFile(dying, scenario.fileId)).rejects.toThrow("the process died here");
    expect((await readBytes(ctx, scenario.fileId)).equals(sealed)).toBe(true);
    await augmentFile(ctx, scenario.fileId);
    expect(await kindsOf(ctx, scenario.fileId)).toEqual(complete);
  });

  test("is not requested without an authority, before the seal, or for a deleted document @exhaustive", async () => {
    const ctx = stamping();
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    const before = tsa().queries;
    await augmentFile(ctx, scenario.fileId);
    await augmentFile(ctx, 0);
    await augmentFile({ ...ctx, timestamper: null }, scenario.fileId);
    expect(tsa().queries).toBe(before);
  });

  test("is renewed before the authority's certificate expires, and covers the previous one @exhaustive", async () => {
    const ctx = stamping();
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    await signAll(ctx, scenario);
    const { fileId } = scenario;
    await augmentFile(ctx, fileId);
    expect(await isRenewalDue(ctx, fileId)).toBe(false);
    const soon = new Date(Date.now() + 30 * 86_400_000);
    await ctx.db.update(documentTimestamps).set({ certificateEndsAt: soon, at: new Date("2026-01-01T00:00:00Z") });
    await ctx.db.delete(outboxJobs);
    await enqueueRenewals(ctx);
    await enqueueRenewals(ctx);
    expect(await ctx.db.select().from(outboxJobs)).toHaveLength(1);
    await drainOnce(ctx, onlyAugment);
    expect(await kindsOf(ctx, fileId)).toEqual([...complete, "validation", "timestamp"]);
    expect(levelsOf(await readBytes(ctx, fileId))).toEqual([
      ["B-LTA", true],
      ["B-LTA", true],
      ["B-LTA", true],
      ["doc_timestamp", true],
      ["doc_timestamp", true],
    ]);
    await enqueueRenewals(ctx);
    expect((await ctx.db.select().from(outboxJobs)).filter(({ doneAt }) => doneAt === null)).toEqual([]);
  });
});

describe("at the same moment", () => {
  const database = useCommittedDatabase();

  test("blocks no other signer: two signers with slow timestamps sign in parallel @exhaustive", async () => {
    const waits: (() => void)[] = [];
    const { timestamper } = askingOf(tsa());
    const ctx = stamping({}, database().db);
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    const codes: string[] = [];
    for (const { actor } of scenario.signers) {
      await requestCode(ctx, actor, { fileId: scenario.fileId });
      codes.push(await newestCode(ctx));
    }
    // Both queries arrive before either is answered.
    const bothAsked = new Promise<void>((resolve) => {
      waits.push(resolve);
    });
    let calls = 0;
    const gathering = {
      url: "",
      stamp: async (hash: Buffer) => {
        calls += 1;
        if (calls === 2) waits[0]?.();
        await bothAsked;
        return timestamper?.stamp(hash) ?? Promise.reject(new Error("no authority"));
      },
    };
    const together = { ...ctx, timestamper: gathering };
    await Promise.all(
      scenario.signers.map(({ actor }, index) =>
        sign(together, actor, { target: { fileId: scenario.fileId }, code: codes[index] ?? "" }),
      ),
    );
    expect((await readFile(ctx, scenario.fileId)).status).toBe("signed");
    expect(levelsOf(await readBytes(ctx, scenario.fileId))).toEqual(Array(4).fill(["B-T", true]));
  });

  test("is added once, however many workers run the job concurrently, and never again @exhaustive", async () => {
    const ctx = stamping({}, database().db);
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    await signAll(ctx, scenario);
    await Promise.all(Array.from({ length: 5 }, () => augmentFile(ctx, scenario.fileId)));
    await augmentFile(ctx, scenario.fileId);
    expect(await kindsOf(ctx, scenario.fileId)).toEqual(complete);
    expect(
      await ctx.db.select().from(documentTimestamps).where(eq(documentTimestamps.fileId, scenario.fileId)),
    ).toHaveLength(1);
    expect(
      (await readEvents(ctx, scenario.fileId)).filter(
        ({ type, data }) => type === "timestamp.added" && data.signature === "document",
      ),
    ).toHaveLength(1);
  });

  test("leaves no bytes behind when another process was faster @exhaustive", async () => {
    const ctx = stamping({}, database().db);
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    await signAll(ctx, scenario);
    const { uuid } = await readFile(ctx, scenario.fileId);
    const put = new Set<string>();
    const first = {
      ...ctx,
      blobs: new Proxy(ctx.blobs, {
        get: (target, name): unknown => (name === "put" ? noting : Reflect.get(target, name)),
      }),
    };
    async function noting(...blob: Parameters<typeof ctx.blobs.put>): ReturnType<typeof ctx.blobs.put> {
      put.add(blob[0]);
      if (put.size === 1) await augmentFile(ctx, scenario.fileId);
      return ctx.blobs.put(...blob);
    }
    await augmentFile(first, scenario.fileId);
    const named = (await ctx.db.select().from(fileSegments).where(eq(fileSegments.fileId, scenario.fileId))).map(
      ({ sha256 }) => blobKey(uuid, sha256),
    );
    expect(named).toHaveLength(complete.length);
    expect([...put].filter((key) => existsSync(placeOf(ctx.blobs, key)) && !named.includes(key))).toEqual([]);
  });
});
