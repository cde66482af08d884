import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { fileSegments, signRequests } from "@/db/schema/files";
import { challenges, outboxJobs } from "@/db/schema/work";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { instanceKeys } from "@/lib/authority/instance-keys";
import { toBlobs } from "@/lib/documents/storage/segments";
import { readCurrentFile } from "@/lib/documents/whole-version";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { DomainError } from "@/lib/platform/errors";
import { trailBreaksAt } from "@/lib/records/audit/events";
import { drainOnce, type OutboxHandlers } from "@/lib/records/outbox/worker";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { finishFile } from "@/lib/signing/finish";
import { requestCode } from "@/lib/signing/proof/request-code";
import { setSigningPassword } from "@/lib/signing/proof/set-signing-password";
import { sign } from "@/lib/signing/sign";
import {
  eventTypes,
  newestCode,
  readBytes,
  readEvents,
  readFile,
  readSignRequest,
  releasedScenario,
} from "@/lib/signing/testing/signing-scenario";
import { exactly } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";

const database = useCommittedDatabase();
const context = useTestContext();
const signPassword = "a quiet green harbour";

function codeOf(error: unknown): string {
  return error instanceof DomainError ? error.code : String(error);
}

/** The port with one method overridden. */
function overriding<Port extends object>(port: Port, method: keyof Port, replacement: unknown): Port {
  return new Proxy(port, {
    get: (target, name): unknown => {
      const value: unknown = name === method ? replacement : Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const onlyFinish: OutboxHandlers = {
  finish: (ctx, { fileId }) => finishFile(ctx, fileId),
  compareReaders: () => Promise.resolve(),
  augment: () => Promise.resolve(),
  evidence: () => Promise.resolve(),
  bulkSend: () => Promise.resolve(),
  notification: async () => undefined,
  code: async () => undefined,
  visitorCode: async () => undefined,
  expire: async () => undefined,
  remind: async () => undefined,
  removeUnproved: async () => undefined,
  opening: () => Promise.resolve(undefined),
  reset: async () => undefined,
  accountMail: async () => undefined,
  phoneNotice: async () => undefined,
  webhookMail: async () => undefined,
  bounceMail: async () => undefined,
};

describe("concurrent signing", () => {
  test("keeps both signatures of two simultaneous signers in each of three rounds, with one completion and an intact trail @exhaustive", async () => {
    const ctx = context(database().db);
    for (let round = 0; round < 3; round++) {
      const {
        fileId,
        signers: [ana, bo],
      } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
      await requestCode(ctx, ana.actor, { fileId });
      const first = await newestCode(ctx);
      await requestCode(ctx, bo.actor, { fileId });
      const second = await newestCode(ctx);
      await Promise.all([
        sign(ctx, ana.actor, { target: { fileId }, code: first }),
        sign(ctx, bo.actor, { target: { fileId }, code: second }),
      ]);
      const file = await readFile(ctx, fileId);
      expect(file.status).toBe("signed");
      expect(pdfsig(await readBytes(ctx, fileId)).map((signature) => signature.isValid)).toEqual([
        true,
        true,
        true,
        true,
      ]);
      const types = await eventTypes(ctx, fileId);
      expect(types.filter((type) => type === "signed")).toHaveLength(2);
      expect(types.filter((type) => type === "file.completed")).toHaveLength(1);
      expect(trailBreaksAt(file, await readEvents(ctx, fileId))).toBeNull();
    }
  });

  test("makes one signature of the same correct code sent twenty times, answers the rest already_signed, and leaves no bytes behind @exhaustive", async () => {
    const ctx = context(database().db);
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    await requestCode(ctx, ana.actor, { fileId });
    const code = await newestCode(ctx);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => sign(ctx, ana.actor, { target: { fileId }, code }).then(() => "signed", codeOf)),
    );
    expect(outcomes.filter((outcome) => outcome === "signed")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "already_signed")).toHaveLength(19);
    expect(pdfsig(await readBytes(ctx, fileId)).filter((signature) => signature.isValid)).toHaveLength(2);
    const { file, segments } = await readCurrentFile(ctx, fileId);
    const named = new Set(toBlobs(file, segments).map((blob) => blob.key));
    const stored: string[] = [];
    for await (const key of ctx.blobs.list(new Date(Date.now() + 60_000)))
      if (key.startsWith(file.uuid)) stored.push(key);
    expect(stored.filter((key) => !named.has(key))).toEqual([]);
  });

  test("accepts three signers with RSA keys and passwords, although equal signatures have equal bytes @exhaustive", async () => {
    const ctx = context(database().db, { signingKeyType: "rsa2048" });
    const { fileId, signers } = await releasedScenario(
      ctx,
      ["Ana", "Bo", "Cy"].map((name) => ({ name, method: "password" as const })),
    );
    for (const { actor } of signers) await setSigningPassword(ctx, actor, { signPassword });
    const twice = signers.flatMap((signer) => [signer, signer]);
    const outcomes = await Promise.all(
      twice.map(({ actor }) =>
        sign(ctx, actor, { target: { fileId }, password: signPassword }).then(() => "signed", codeOf),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "signed")).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === "already_signed")).toHaveLength(3);
    expect((await readFile(ctx, fileId)).status).toBe("signed");
    expect(pdfsig(await readBytes(ctx, fileId)).map((signature) => signature.isValid)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  test("makes one seal in eight concurrent finishing jobs @exhaustive", async () => {
    const ctx = context(database().db);
    const {
      fileId,
      signers: [ana],
      requester,
    } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    const [, bo] = exactly(
      2,
      await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, fileId)).orderBy(signRequests.id),
    );
    await requestCode(ctx, ana.actor, { fileId });
    await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
    await withdrawSigner(ctx, requester, { fileId, signRequestId: bo.id });
    await Promise.all(Array.from({ length: 8 }, () => finishFile(ctx, fileId)));
    const seals = await ctx.db
      .select()
      .from(fileSegments)
      .where(sql`${fileSegments.fileId} = ${fileId} and ${fileSegments.kind} = 'seal'`);
    expect(seals).toHaveLength(1);
    expect((await eventTypes(ctx, fileId)).filter((type) => type === "file.completed")).toHaveLength(1);
  });

  test("creates one shared set of keys for two processes that start on an empty database @exhaustive", async () => {
    const [one, other] = [context(database().db), context(database().db)];
    const [first, second] = await Promise.all([instanceKeys(one), instanceKeys(other)]);
    expect(first.issuer.chain).toEqual(second.issuer.chain);
    expect(first.seal.certificate.equals(second.seal.certificate)).toBe(true);
  });
});

describe("crashes", () => {
  test("before the commit leave the code valid and the file unchanged", async () => {
    const ctx = context(database().db);
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await requestCode(ctx, ana.actor, { fileId });
    const code = await newestCode(ctx);
    const before = await readFile(ctx, fileId);
    const put = async (...blob: Parameters<typeof ctx.blobs.put>): Promise<never> => {
      await ctx.blobs.put(...blob);
      throw new Error("the process died here");
    };
    const dying = context(database().db, { secrets: ctx.secrets, blobs: overriding(ctx.blobs, "put", put) });
    await expect(sign(dying, ana.actor, { target: { fileId }, code })).rejects.toThrow("the process died here");
    expect(await readFile(ctx, fileId)).toEqual(before);
    const [challenge] = await ctx.db.select().from(challenges);
    expect(challenge).toMatchObject({ consumedAt: null, wrongTries: 0 });
    expect((await sign(ctx, ana.actor, { target: { fileId }, code })).file.status).toBe("signed");
  });

  test("after the last signature leave the outbox to seal, complete and mail once @exhaustive", async () => {
    const ctx = context(database().db);
    const {
      fileId,
      signers: [ana],
    } = await releasedScenario(ctx, [{ name: "Ana" }]);
    await requestCode(ctx, ana.actor, { fileId });
    const code = await newestCode(ctx);
    const withoutSeal = context(database().db, {
      secrets: ctx.secrets,
      blobs: ctx.blobs,
      engine: overriding(ctx.engine, "seal", () => Promise.reject(new Error("the process died here"))),
    });
    expect((await sign(withoutSeal, ana.actor, { target: { fileId }, code })).file.status).toBe("signing_in_progress");
    expect(await readSignRequest(ctx, ana.signRequestId)).toMatchObject({ status: "signed" });
    await ctx.db.execute(sql`update outbox_jobs set run_at = now() where kind = 'finish'`);
    await drainOnce(ctx, onlyFinish);
    await drainOnce(ctx, onlyFinish);
    expect((await readFile(ctx, fileId)).status).toBe("signed");
    expect((await verifyFile(ctx, await readFile(ctx, fileId))).verdict).toBe("intact_later_allowed");
    expect((await eventTypes(ctx, fileId)).filter((type) => type === "file.completed")).toHaveLength(1);
  });
});

test("leaves no finishing job to the outbox when the request seals the document @exhaustive", async () => {
  const ctx = context(database().db);
  const {
    fileId,
    signers: [ana],
  } = await releasedScenario(ctx, [{ name: "Ana" }]);
  await requestCode(ctx, ana.actor, { fileId });
  const code = await newestCode(ctx);
  expect((await sign(ctx, ana.actor, { target: { fileId }, code })).file.status).toBe("signed");
  const jobs = await ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "finish"));
  expect(jobs.map(({ doneAt, attempts }) => [doneAt !== null, attempts])).toEqual([[true, 0]]);
});

test("locks a withdrawn signer's empty fields with the seal, and keeps the document intact @exhaustive", async () => {
  const ctx = context(database().db);
  const {
    fileId,
    requester,
    signers: [ana, bo],
  } = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo", fields: [{ type: "text" }, { type: "checkbox" }] }]);
  await requestCode(ctx, ana.actor, { fileId });
  await sign(ctx, ana.actor, { target: { fileId }, code: await newestCode(ctx) });
  await withdrawSigner(ctx, requester, { fileId, signRequestId: bo.signRequestId });
  await finishFile(ctx, fileId);
  const bytes = await readBytes(ctx, fileId);
  const sealed = bytes.subarray(bytes.lastIndexOf("/FieldMDP")).toString("latin1");
  for (const name of [`-s${bo.signRequestId})`, `-s${bo.signRequestId}-e${Math.max(...bo.fieldIds)})`, "-seal)"])
    expect(sealed).toContain(name);
  expect(sealed).not.toContain(`-s${ana.signRequestId})`);
  expect(
    pdfsig(bytes)
      .filter((signature) => signature.isSigned)
      .every((signature) => signature.isValid),
  ).toBe(true);
  expect((await verifyFile(ctx, await readFile(ctx, fileId))).verdict).toBe("intact_later_allowed");
});
