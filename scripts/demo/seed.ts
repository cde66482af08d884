import { readFile } from "node:fs/promises";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { files, signRequests } from "@/db/schema/files";
import { settings } from "@/db/schema/work";
import type { AccountActor, Ctx } from "@/lib/context";
import { addElement } from "@/lib/elements/add";
import { requestCode } from "@/lib/sign-methods/request-code";
import { createSignRequests } from "@/lib/sign-requests/create";
import { declineByLink } from "@/lib/sign-requests/decline";
import { revealLink } from "@/lib/sign-requests/link";
import { releaseFile } from "@/lib/sign-requests/release";
import { sign } from "@/lib/signing/sign";
import { demoDocuments, signatureBoxes } from "./documents";
import { demoActor, demoPeople, ensureDemoSigners, type DemoName } from "./people";
import { codeFor, newestMessageId } from "./read-code";
import { demoMarker } from "./seeded";

type DemoDocument = (typeof demoDocuments)[number];

/**
 * Signers and five documents in five states for the demo account, made by the verbs that people use. A start that was stopped in the
 * middle leaves what it had begun, and the next one makes the rest; once all are made, none comes back. Of several servers at once one
 * makes them.
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
    // A slow machine may need longer for them than a transaction may idle.
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
  const { fileId } = await createSignRequests(ctx, requester, {
    file: { base64: lease.toString("base64") },
    name: document.name,
    users,
  });
  const [file] = await ctx.db.select().from(files).where(eq(files.id, fileId));
  if (!file) throw new Error("the document was not stored");
  const rows = await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, fileId));
  for (const [index, name] of document.signers.entries()) {
    const signRequest = rows.find((row) => row.email === demoPeople[name].email);
    const coordinates = signatureBoxes[index];
    if (!signRequest || !coordinates) throw new Error("a signer was not stored");
    await addElement(ctx, requester, {
      uuid: file.uuid,
      type: "signature",
      signRequestId: signRequest.id,
      coordinates,
    });
  }
  for (const step of document.then) {
    if (step.act === "release") await releaseFile(ctx, requester, { id: fileId });
    else if (step.act === "sign") await signByCode(ctx, requester, fileId, step.by);
    else await decline(ctx, fileId, step.by, step.reason);
  }
}

async function signByCode(ctx: Ctx, admin: AccountActor, fileId: number, by: DemoName): Promise<void> {
  const signer = await demoActor(ctx, by);
  const before = await newestMessageId(ctx, admin, signer.account.email);
  await requestCode(ctx, signer, { fileId });
  await sign(ctx, signer, { target: { fileId }, code: await codeFor(ctx, admin, signer.account.email, before) });
}

/** By the link alone, as somebody without an account does. */
async function decline(ctx: Ctx, fileId: number, by: DemoName, reason: string): Promise<void> {
  const rows = await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, fileId));
  const signRequest = rows.find((row) => row.email === demoPeople[by].email);
  if (!signRequest) throw new Error("the signer was not stored");
  await declineByLink(ctx, { kind: "public" }, { u: revealLink(ctx, signRequest.linkSealed), reason });
}
