import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { files, signRequests } from "@/db/schema/files";
import { useCommittedDatabase } from "@/db/testing/test-database";
import { ensureDemoAccount } from "@/lib/accounts/ensure-demo-account";
import { inboxMessenger } from "@/lib/channels/messenger";
import type { Ctx } from "@/lib/context/context";
import { listInboxMessages } from "@/lib/delivery/inbox/inbox";
import { makeNotificationHandlers } from "@/lib/delivery/notifications/handlers";
import { storeMail } from "@/lib/delivery/notifications/send";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import type { Worker } from "@/lib/records/leased-work";
import { startOutboxWorker } from "@/lib/records/outbox/worker";
import { finishFile } from "@/lib/signing/finish";
import { readBytes } from "@/lib/signing/testing/signing-scenario";
import { useTestContext } from "@/lib/testing/test-context";
import { verifyFile } from "@/lib/verification/verify-file";
import { demoActor, demoDocuments, isSeeded } from "./people";
import { seedDemo } from "./seed";

const database = useCommittedDatabase();
const context = useTestContext();
const root = path.resolve(".");
const password = "printed at the start of each server";
let worker: Worker | null = null;

afterEach(async () => {
  await worker?.stop();
  worker = null;
});

/** A context whose outbox is processed, as in a server that keeps its messages. */
function served(): Ctx {
  const ctx = context(database().db, { request: null, wakeOutbox: () => worker?.wake() });
  const messenger = inboxMessenger((message) => storeMail(ctx, message));
  worker = startOutboxWorker(ctx, {
    ...makeNotificationHandlers({ messenger }),
    finish: (jobCtx, { fileId }) => finishFile(jobCtx, fileId),
    compareReaders: () => Promise.resolve(),
    augment: () => Promise.resolve(),
    evidence: () => Promise.resolve(),
    bulkSend: () => Promise.resolve(),
  });
  return ctx;
}

async function everything(ctx: Ctx) {
  const documents = await ctx.db
    .select({ id: files.id, name: files.name, status: files.status, sha256: files.sha256 })
    .from(files)
    .orderBy(asc(files.id));
  const signers = await ctx.db
    .select({ email: signRequests.email, status: signRequests.status })
    .from(signRequests)
    .orderBy(asc(signRequests.id));
  const messages = await listInboxMessages(ctx, await demoActor(ctx, "demo"), {});
  return { documents, signers, messages: messages.map(({ id }) => id) };
}

async function untilCompleted(ctx: Ctx): Promise<typeof files.$inferSelect> {
  return expect
    .poll(async () => (await ctx.db.select().from(files).where(eq(files.status, "signed")))[0], { timeout: 20_000 })
    .toBeDefined()
    .then(
      async () =>
        (await ctx.db.select().from(files).where(eq(files.status, "signed")))[0] ??
        expect.fail("it was there just now"),
    );
}

test("makes five documents in five states, a valid completed one among them, and changes nothing at a second start", async () => {
  const ctx = served();
  await ensureDemoAccount(ctx, password);
  await seedDemo(ctx, root, password);
  const completed = await untilCompleted(ctx);
  expect(await isSeeded(ctx)).toBe(true);

  expect((await verifyFile(ctx, completed)).verdict).toMatch(/^intact/);
  const verdicts = pdfsig(await readBytes(ctx, completed.id));
  expect(verdicts.length).toBeGreaterThanOrEqual(3);
  expect(verdicts.every((verdict) => verdict.isValid)).toBe(true);

  await worker?.stop();
  const before = await everything(ctx);
  expect(before.documents.map(({ status }) => status)).toEqual([
    "declined",
    "signed",
    "partially_signed",
    "draft",
    "able_to_sign",
  ]);
  await seedDemo(ctx, root, password);
  expect(await everything(ctx)).toEqual(before);
});

test("continues a start that was stopped halfway, and leaves what it had begun unchanged @exhaustive", async () => {
  const ctx = served();
  await ensureDemoAccount(ctx, password);
  const stopped: Ctx = {
    ...ctx,
    engine: new Proxy(ctx.engine, {
      get: (engine, name): unknown =>
        name === "sign" ? () => Promise.reject(new Error("stopped")) : Reflect.get(engine, name),
    }),
  };
  await seedDemo(stopped, root, password).catch(() => undefined);
  const begun = await everything(ctx);
  await seedDemo(ctx, root, password);
  const after = await everything(ctx);
  expect(after.documents.map(({ name }) => name)).toEqual(demoDocuments.map(({ name }) => name));
  expect(after.documents.slice(0, begun.documents.length).map(({ id }) => id)).toEqual(
    begun.documents.map(({ id }) => id),
  );
  expect(await isSeeded(ctx)).toBe(true);
});

test("makes one set of documents when two servers start at once @exhaustive", async () => {
  const ctx = served();
  await ensureDemoAccount(ctx, password);
  await Promise.all([seedDemo(ctx, root, password), seedDemo(ctx, root, password)]);
  expect((await everything(ctx)).documents).toHaveLength(demoDocuments.length);
});
