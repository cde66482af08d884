import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { files, signRequests } from "@/db/schema/files";
import { settings } from "@/db/schema/work";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { listInboxMessages } from "@/lib/delivery/inbox/inbox";
import { addField } from "@/lib/documents/fields/add";
import { createDocument } from "@/lib/requests/create";
import { declineByLink } from "@/lib/requests/decline";
import { releaseFile } from "@/lib/requests/release";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { requestCode } from "@/lib/signing/proof/request-code";
import { sign } from "@/lib/signing/sign";
import {
  demoActor,
  demoDocuments,
  demoMarker,
  demoPeople,
  ensureDemoSigners,
  signatureFields,
  type DemoName,
} from "./people";

type DemoDocument = (typeof demoDocuments)[number];

/**
 * Creates the signers and five documents in five states for the demo account, through the ordinary use cases. An
 * interrupted start leaves the rest to the next one; once all are created, deleted ones are not restored. If several
 * servers start, only one creates them.
 */
export async function seedDemo(ctx: Ctx, root: string, password: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const { rows } = await tx.db.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${demoMarker}, 0)) as mine`,
    );
    if (!rows[0]?.mine) return;
    await ensureDemoSigners(ctx, root, password);
    const requester = await demoActor(ctx, "demo");
    const lease = await readFile(path.join(root, "public", "samples", "lease.pdf"));
    // A slow machine may need longer than the idle limit of a transaction.
    const keepLock = setInterval(() => void tx.db.execute(sql`select 1`).catch(() => undefined), 5000);
    try {
      for (const document of demoDocuments) {
        if (!(await isBegun(ctx, requester, document))) await make(ctx, requester, document, lease);
      }
    } finally {
      clearInterval(keepLock);
    }
    await tx.db.insert(settings).values({ name: demoMarker, value: true }).onConflictDoNothing();
  });
}

async function isBegun(ctx: Ctx, requester: AccountActor, { name }: DemoDocument): Promise<boolean> {
  const own = await ctx.db.select({ name: files.name }).from(files).where(eq(files.requesterId, requester.account.id));
  return own.some((file) => file.name === name);
}

async function make(ctx: Ctx, requester: AccountActor, document: DemoDocument, lease: Buffer): Promise<void> {
  const users = document.signers.map((name) => demoPeople[name]);
  const { fileId } = await createDocument(ctx, requester, {
    file: { base64: lease.toString("base64") },
    name: document.name,
    users,
  });
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  if (!file) throw new Error("the document was not stored");
  const rows = await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, fileId));
  for (const [index, name] of document.signers.entries()) {
    const signRequest = rows.find((row) => row.email === demoPeople[name].email);
    const coordinates = signatureFields[index];
    if (!signRequest || !coordinates) throw new Error("a signer was not stored");
    await addField(ctx, requester, {
      uuid: file.uuid,
      type: "signature",
      signRequestId: signRequest.id,
      coordinates,
    });
  }
  for (const step of document.then) {
    if (step.action === "release") await releaseFile(ctx, requester, { id: fileId });
    else if (step.action === "sign") await signByCode(ctx, requester, fileId, step.by);
    else await decline(ctx, fileId, step.by, step.reason);
  }
}

async function signByCode(ctx: Ctx, admin: AccountActor, fileId: number, by: DemoName): Promise<void> {
  const signer = await demoActor(ctx, by);
  const before = await newestMessageId(ctx, admin, signer.account.email);
  await requestCode(ctx, signer, { fileId });
  await sign(ctx, signer, { target: { fileId }, code: await codeFor(ctx, admin, signer.account.email, before) });
}

/** Declines by the link alone, like a person without an account. */
async function decline(ctx: Ctx, fileId: number, by: DemoName, reason: string): Promise<void> {
  const rows = await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, fileId));
  const signRequest = rows.find((row) => row.email === demoPeople[by].email);
  if (!signRequest) throw new Error("the signer was not stored");
  await declineByLink(ctx, { kind: "public" }, { u: revealLink(ctx, signRequest.linkSealed), reason });
}

const patienceMilliseconds = 30_000;
const pauseMilliseconds = 100;

/** Id of the newest stored message to an address; 0 for none. */
export async function newestMessageId(ctx: Ctx, admin: Actor, to: string): Promise<number> {
  return (await listInboxMessages(ctx, admin, { to }))[0]?.id ?? 0;
}

/**
 * The six digits of the next code to an address, as its recipient reads them. Throws Error when none arrives within 30
 * s.
 */
export async function codeFor(ctx: Ctx, admin: Actor, to: string, after: number): Promise<string> {
  for (let waited = 0; waited < patienceMilliseconds; waited += pauseMilliseconds) {
    const since = (await listInboxMessages(ctx, admin, { to })).filter(({ id }) => id > after);
    // The invitation may arrive after the code, which is sent in a separate lane.
    const code = since.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined);
    if (code) return code;
    await sleep(pauseMilliseconds);
  }
  throw new Error(`no code came for ${to}`);
}
