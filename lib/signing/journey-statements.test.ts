import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { inboxMessenger } from "@/lib/channels/messenger";
import type { Ctx } from "@/lib/context/context";
import { makeNotificationHandlers } from "@/lib/delivery/notifications/handlers";
import { storeMail } from "@/lib/delivery/notifications/send";
import { compareFileReaders } from "@/lib/documents/upload/compare-file-readers";
import { prepareEvidence } from "@/lib/evidence/make-evidence";
import { drainOnce, type OutboxHandlers } from "@/lib/records/outbox/worker";
import { releaseFile } from "@/lib/requests/release";
import { useTestContext } from "@/lib/testing/test-context";
import { finishFile } from "./finish";
import { requestCode } from "./proof/request-code";
import { sign } from "./sign";
import { draftScenario, newestCode, readFile, storeStroke } from "./testing/signing-scenario";

const database = useCommittedDatabase();
const context = useTestContext();

afterEach(() => vi.restoreAllMocks());

/**
 * Maximum number of statements per step, including those by which workers claim jobs. Each costs 0.4 ms of CPU
 * (decision 69): justify any addition here.
 */
const most = { compare: 5, release: 23, invite: 7, code: 12, "mail the code": 6, sign: 33, "mail and prove": 26 };

test("runs a bounded number of statements for a document from release to evidence", async () => {
  const ctx: Ctx = context(database().db);
  // Workers do not act for a request.
  const working = context(database().db, { request: null });
  const handlers = handlersOf(working);
  const drain = (): Promise<number> => drainOnce(working, handlers);
  // The instance creates its keys on first use.
  await journey(ctx, drain);
  const counts = await journey(ctx, drain);
  for (const [step, count] of Object.entries(counts))
    expect.soft(count, step).toBeLessThanOrEqual(most[step as keyof typeof most]);
});

async function journey(ctx: Ctx, drain: () => Promise<number>): Promise<Record<keyof typeof most, number>> {
  const scenario = await draftScenario(ctx, [{ name: "Ana Lima", fields: [{ type: "signature" }] }]);
  const { fileId, requester, signers } = scenario;
  const [signer] = signers;
  await storeStroke(ctx, signer.actor);
  const count = counter();
  const counts = {} as Record<keyof typeof most, number>;
  counts.compare = await count(drain);
  counts.release = await count(() => releaseFile(ctx, requester, { id: fileId }));
  counts.invite = await count(drain);
  counts.code = await count(() => requestCode(ctx, signer.actor, { fileId }));
  const code = await newestCode(ctx);
  counts["mail the code"] = await count(drain);
  counts.sign = await count(() => sign(ctx, signer.actor, { target: { fileId }, code }));
  expect((await readFile(ctx, fileId)).status).toBe("signed");
  counts["mail and prove"] = await count(async () => {
    while ((await drain()) > 0) continue;
  });
  return counts;
}

function counter(): (work: () => Promise<unknown>) => Promise<number> {
  const texts = vi.spyOn(pg.Client.prototype, "query");
  return async (work) => {
    const before = texts.mock.calls.length;
    await work();
    return texts.mock.calls.length - before;
  };
}

function handlersOf(ctx: Ctx): OutboxHandlers {
  return {
    ...makeNotificationHandlers({ messenger: inboxMessenger((message) => storeMail(ctx, message)) }),
    finish: (jobCtx, { fileId }) => finishFile(jobCtx, fileId),
    compareReaders: (jobCtx, { fileId }) => compareFileReaders(jobCtx, fileId),
    augment: () => Promise.resolve(),
    evidence: (jobCtx, { fileId }) => prepareEvidence(jobCtx, fileId),
    bulkSend: () => Promise.resolve(),
  };
}
