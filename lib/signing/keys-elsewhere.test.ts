import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { instanceKeys as keyRows } from "@/db/schema/accounts";
import { outboxJobs } from "@/db/schema/work";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import { auditEvents } from "@/db/views";
import type { Ctx } from "@/lib/context/context";
import { prepareEvidence } from "@/lib/evidence/make-evidence";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { drainOnce, type OutboxHandlers } from "@/lib/records/outbox/worker";
import { releaseFile } from "@/lib/requests/release";
import { present } from "@/lib/testing/representatives";
import { useTestContext } from "@/lib/testing/test-context";
import { KeyServiceError } from "@/lib/x509/key-service-error";
import { openConfiguredSigner, type ConfiguredSigner } from "@/lib/x509/key-services/configured-signer";
import { signDigest } from "@/lib/x509/key-services/testing/sign-digest";
import { remoteKey } from "@/lib/x509/signing-key";
import { authorityExtensions, useOperatorFiles } from "@/lib/x509/testing/operator-files";
import { finishFile } from "./finish";
import { requestCode } from "./proof/request-code";
import { sign } from "./sign";
import {
  draftScenario,
  newestCode,
  readBytes,
  readFile,
  releasedScenario,
  type Scenario,
} from "./testing/signing-scenario";

const db = useRolledBackDatabase();
const context = useTestContext();
const { file, make, bundle } = useOperatorFiles();

/** A key service that counts its signatures and can be unavailable. */
class Service {
  signatures = 0;
  isAway = false;
  constructor(private readonly key: KeyObject) {}

  sign(digest: Buffer): Promise<Buffer> {
    if (this.isAway)
      return Promise.reject(new KeyServiceError({ code: "unavailable", service: "the service", status: 503 }));
    this.signatures += 1;
    return Promise.resolve(signDigest(this.key, digest, "der"));
  }
}

let signers: ConfiguredSigner[] = [];
let authority: Service;
let seal: Service;

beforeAll(() => {
  make("Root", { extensions: authorityExtensions });
  make("Authority", { extensions: authorityExtensions, issuer: "Root", kind: "rsa2048" });
  make("Seal", { issuer: "Authority" });
});

beforeEach(async () => {
  const opened = await Promise.all([elsewhere("CA", "Authority"), elsewhere("SEAL", "Seal")]);
  signers = opened.map(({ signer }) => signer);
  [authority, seal] = opened.map(({ service }) => service) as [Service, Service];
});

async function elsewhere(
  name: "CA" | "SEAL",
  certificate: string,
): Promise<{ signer: ConfiguredSigner; service: Service }> {
  const local = await openConfiguredSigner(
    {
      kind: "pair",
      name,
      certificateFile: bundle(certificate, ...(name === "CA" ? ["Root"] : ["Authority", "Root"])),
      key: { kind: "file", file: file(`${certificate}.key`) },
    },
    new Date(Date.now() + 60_000),
  );
  const service = new Service(createPrivateKey(readFileSync(file(`${certificate}.key`))));
  return { service, signer: { ...local, key: remoteKey(local.key.publicKey, service) } };
}

const configured = (): Ctx => context(db(), { configuredSigners: () => Promise.resolve(signers) });
const calls = (): { authority: number; seal: number } => ({ authority: authority.signatures, seal: seal.signatures });

async function signBy(ctx: Ctx, { fileId, signers: people }: Scenario, index: number): Promise<string> {
  const { actor } = present(people[index]);
  await requestCode(ctx, actor, { fileId });
  return (await sign(ctx, actor, { target: { fileId }, code: await newestCode(ctx) })).file.status;
}

describe("a document whose keys are held elsewhere", () => {
  test("requires the number of signatures stated in docs/operations.md, and none of the instance's own keys", async () => {
    const ctx = configured();
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }, { name: "Bo" }]);
    expect(calls()).toEqual({ authority: 0, seal: 1 });
    await signBy(ctx, scenario, 0);
    expect(calls()).toEqual({ authority: 1, seal: 1 });
    expect(await signBy(ctx, scenario, 1)).toBe("signed");
    expect(calls()).toEqual({ authority: 2, seal: 2 });
    await prepareEvidence(ctx, scenario.fileId);
    expect(calls()).toEqual({ authority: 2, seal: 3 });
    expect(await db().select().from(keyRows)).toEqual([]);
    expect(pdfsig(await readBytes(ctx, scenario.fileId)).map(({ signer, isValid }) => [signer, isValid])).toEqual([
      ["Seal", true],
      ["Ana", true],
      ["Bo", true],
      ["Seal", true],
    ]);
  });

  test("stays a draft when the seal's service is unavailable at its release, and can be released later @exhaustive", async () => {
    const ctx = configured();
    const { fileId, requester } = await draftScenario(ctx, [{ name: "Ana" }]);
    seal.isAway = true;
    await expect(releaseFile(ctx, requester, { id: fileId })).rejects.toMatchObject({ code: "key_unavailable" });
    expect((await readFile(ctx, fileId)).status).toBe("draft");
    seal.isAway = false;
    await releaseFile(ctx, requester, { id: fileId });
    expect((await readFile(ctx, fileId)).status).toBe("able_to_sign");
  });

  test("keeps a signer's code usable when the authority's service is unavailable @exhaustive", async () => {
    const ctx = configured();
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    const [ana] = scenario.signers;
    await requestCode(ctx, ana.actor, { fileId: scenario.fileId });
    const code = await newestCode(ctx);
    const act = { target: { fileId: scenario.fileId }, code };
    authority.isAway = true;
    await expect(sign(ctx, ana.actor, act)).rejects.toMatchObject({ code: "key_unavailable" });
    authority.isAway = false;
    expect((await sign(ctx, ana.actor, act)).file.status).toBe("signed");
  });

  test("keeps the last signature when the seal's service is unavailable, and is sealed once by the outbox, after any number of tries @exhaustive", async () => {
    const ctx = configured();
    const scenario = await releasedScenario(ctx, [{ name: "Ana" }]);
    await ctx.db.delete(outboxJobs);
    seal.isAway = true;
    expect(await signBy(ctx, scenario, 0)).toBe("signing_in_progress");
    const finish = (): Promise<{ attempts: number; deadAt: Date | null; doneAt: Date | null }[]> =>
      ctx.db.select().from(outboxJobs).where(eq(outboxJobs.kind, "finish"));
    const handlers = { finish: (inner: Ctx, { fileId }: { fileId: number }) => finishFile(inner, fileId) };
    for (let attempt = 0; attempt < 12; attempt++) {
      await ctx.db
        .update(outboxJobs)
        .set({ runAt: new Date(0) })
        .where(eq(outboxJobs.kind, "finish"));
      await drainOnce(ctx, handlers as unknown as OutboxHandlers);
    }
    expect(await finish()).toMatchObject([{ deadAt: null, doneAt: null }]);
    expect((await finish())[0]?.attempts).toBeGreaterThan(10);
    seal.isAway = false;
    await ctx.db
      .update(outboxJobs)
      .set({ runAt: new Date(0) })
      .where(eq(outboxJobs.kind, "finish"));
    await drainOnce(ctx, handlers as unknown as OutboxHandlers);
    expect((await readFile(ctx, scenario.fileId)).status).toBe("signed");
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.fileId, scenario.fileId));
    expect(events.filter(({ type }) => type === "file.completed")).toHaveLength(1);
  });
});
