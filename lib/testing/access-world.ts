import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import { attachments, signRequests } from "@/db/schema/files";
import { challenges, settings } from "@/db/schema/work";
import { createToken } from "@/lib/accounts/tokens";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { getOwnFile } from "@/lib/documents/access";
import { sampleHeads } from "@/lib/documents/attachments/testing/sample-files";
import { readPdfs } from "@/lib/documents/envelopes/pdfs";
import { addField } from "@/lib/documents/fields/add";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { pauseBulkSend } from "@/lib/requests/bulk/control";
import { startBulkSend } from "@/lib/requests/bulk/start";
import { createDocument } from "@/lib/requests/create";
import { createEnvelope } from "@/lib/requests/create-envelope";
import { createDirectLink } from "@/lib/requests/direct-links/change";
import type { NewEnvelope } from "@/lib/requests/envelopes/schema";
import { releaseFile } from "@/lib/requests/release";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { createTemplate } from "@/lib/requests/templates/create";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { startGuestSession } from "@/lib/signing/identification/guest";
import { actingAs, makeAccount } from "./accounts";
import { lendInstanceKeys } from "./instance-keys";
import { twoPages } from "./requests";

/**
 * Kinds of callers, by their relation to one document. Every account except the administrator's has the role of a
 * requester.
 */
export const callers = [
  "anonymous",
  "stranger",
  "requester",
  "notified_signer",
  "waiting_signer",
  "removed_signer",
  "guest",
  "administrator",
] as const;
export type CallerKind = (typeof callers)[number];

/** The objects that an operation can refer to. */
export interface Target {
  fileId: number;
  uuid: string;
  signRequestId: number;
  elementId: number;
  email: string;
  link: string;
  /** A template of the same owner. */
  templateId: number;
  /** A paused bulk send from it. */
  bulkSendId: number;
  /** A direct link to it. */
  directLinkId: number;
  /** The newest of the document's revisions; 0 for a draft. */
  revision: number;
  /** The notified signer's. */
  attachmentId: number;
  /** An envelope whose people have the same relation to it as to the document, and one of its files. */
  envelopeUuid: string;
  partUuid: string;
}

export interface AccessWorld {
  /** The Authorization header of each; null for nobody. */
  credentials: Record<CallerKind, string | null>;
  accounts: Record<Exclude<CallerKind, "anonymous" | "guest">, AccountActor>;
  /** The document that defines the callers' relations, released; with the notified signer's link. */
  own: Target;
  guestLink: string;
  guestAttachmentId: number;
  /** A released document of somebody else. */
  foreign: Target;
  /** A draft of somebody else; its signer has a link that was never sent. */
  foreignDraft: Target;
}

/** One document, and a caller of each relation to it. */
export async function makeAccessWorld(ctx: Ctx): Promise<AccessWorld> {
  const account = async (values: Partial<Account> = {}): Promise<AccountActor> =>
    actingAs(await makeAccount(ctx, { email: `${randomUUID()}@x.example`, ...values }));
  const accounts: AccessWorld["accounts"] = {
    stranger: await account(),
    requester: await account(),
    notified_signer: await account(),
    waiting_signer: await account(),
    removed_signer: await account(),
    administrator: await account({ role: "admin" }),
  };
  // So that guests have business here.
  await ctx.db
    .update(settings)
    .set({ value: ["email"] })
    .where(eq(settings.name, "identify_method"));
  const guestEmail = `${randomUUID()}@x.example`;
  const emails = {
    notified: accounts.notified_signer.account.email,
    waiting: accounts.waiting_signer.account.email,
    removed: accounts.removed_signer.account.email,
  };
  const users = [
    { email: emails.notified, signingOrder: 1, attachmentRequests: [askedFile] },
    { email: guestEmail, signingOrder: 1, attachmentRequests: [askedFile] },
    { email: emails.removed, signingOrder: 1 },
    { email: emails.waiting, signingOrder: 2 },
  ];
  const { fileId } = await createDocument(ctx, accounts.requester, {
    file: { base64: twoPages.toString("base64") },
    name: "Lease",
    users,
  });
  const own = {
    ...(await targetOf(ctx, accounts.requester, fileId, emails.notified)),
    ...(await envelopeOf(ctx, accounts.requester, users)),
  };
  await lendInstanceKeys(ctx);
  await releaseFile(ctx, accounts.requester, { id: fileId });
  await releaseFile(ctx, accounts.requester, { uuid: own.envelopeUuid });
  for (const ref of [{ id: fileId }, { uuid: own.envelopeUuid }]) {
    const { id } = await getOwnFile(ctx, accounts.requester, ref);
    const { id: signRequestId } = await signerOf(ctx, id, emails.removed);
    await withdrawSigner(ctx, accounts.requester, { fileId: id, signRequestId });
  }
  const guest = await signerOf(ctx, fileId, guestEmail);
  const attachmentId = await attach(ctx, fileId, own.signRequestId);
  const owner = await account();
  return {
    credentials: {
      ...(await tokensOf(ctx, accounts)),
      anonymous: null,
      guest: `Bearer ${await guestToken(ctx, guest.id, guestEmail)}`,
    },
    accounts,
    own: { ...(await withRevision(ctx, accounts.requester, own)), attachmentId },
    guestLink: revealLink(ctx, guest.linkSealed),
    guestAttachmentId: await attach(ctx, fileId, guest.id),
    foreign: await makeTarget(ctx, owner, 1),
    foreignDraft: await makeTarget(ctx, owner, 0),
  };
}

async function tokensOf(
  ctx: Ctx,
  accounts: AccessWorld["accounts"],
): Promise<Record<keyof AccessWorld["accounts"], string>> {
  const entries: [string, string][] = [];
  for (const [name, actor] of Object.entries(accounts))
    entries.push([name, `Bearer ${(await createToken(ctx, actor, { name: "matrix" })).token}`]);
  return Object.fromEntries(entries) as Record<keyof AccessWorld["accounts"], string>;
}

async function makeTarget(ctx: Ctx, owner: AccountActor, status: 0 | 1): Promise<Target> {
  const email = `${randomUUID()}@x.example`;
  const { fileId } = await createDocument(ctx, owner, {
    file: { base64: twoPages.toString("base64") },
    name: "Other",
    users: [{ email }],
  });
  const target = {
    ...(await targetOf(ctx, owner, fileId, email)),
    ...(await envelopeOf(ctx, owner, [{ email }])),
  };
  if (status === 1) await releaseFile(ctx, owner, { id: fileId });
  if (status === 1) await releaseFile(ctx, owner, { uuid: target.envelopeUuid });
  return withRevision(ctx, owner, target);
}

/** A draft of two files. */
async function envelopeOf(
  ctx: Ctx,
  owner: AccountActor,
  users: NonNullable<NewEnvelope["users"]>,
): Promise<Pick<Target, "envelopeUuid" | "partUuid">> {
  const file = { base64: twoPages.toString("base64") };
  const { fileId } = await createEnvelope(ctx, owner, {
    name: "Contract",
    files: [
      { name: "Lease", file },
      { name: "House rules", file },
    ],
    users,
  });
  const envelope = await getOwnFile(ctx, owner, { id: fileId });
  const [, second] = await readPdfs(ctx, envelope);
  return { envelopeUuid: envelope.uuid, partUuid: second?.uuid ?? "" };
}

async function withRevision(ctx: Ctx, owner: AccountActor, target: Target): Promise<Target> {
  return { ...target, revision: (await getOwnFile(ctx, owner, { id: target.fileId })).revision };
}

/** A draft of one's own with one field in it, and a template. */
async function targetOf(ctx: Ctx, owner: AccountActor, fileId: number, email: string): Promise<Target> {
  const { uuid } = await getOwnFile(ctx, owner, { id: fileId });
  const signer = await signerOf(ctx, fileId, email);
  const { field } = await addField(ctx, owner, {
    uuid,
    type: "signature",
    signRequestId: signer.id,
    required: false,
    coordinates: { page: 1, left: 10, top: 10, width: 100, height: 40 },
  });
  const { templateId } = await createTemplate(ctx, owner, {
    name: "Lease",
    file: { base64: twoPages.toString("base64") },
    roles: [{ name: "Tenant" }],
  });
  const { bulkSendId } = await startBulkSend(ctx, owner, {
    id: templateId,
    csv: { text: "E-mail\nbatch@x.example\n" },
  });
  await pauseBulkSend(ctx, owner, { id: bulkSendId });
  const { linkId: directLinkId } = await createDirectLink(ctx, owner, {
    id: templateId,
    name: "Website",
    role: "Tenant",
  });
  return {
    fileId,
    uuid,
    templateId,
    bulkSendId,
    directLinkId,
    signRequestId: signer.id,
    elementId: field.elementId,
    email,
    link: revealLink(ctx, signer.linkSealed),
    revision: 0,
    attachmentId: 1,
    envelopeUuid: "",
    partUuid: "",
  };
}

const askedFile = { label: "ID card", required: false, maxCount: 3 };

/** As if the person had uploaded a file. */
async function attach(ctx: Ctx, fileId: number, signRequestId: number): Promise<number> {
  const [uuid, sha256] = [randomUUID(), sha256Hex(sampleHeads.jpeg)];
  await ctx.blobs.put(blobKey(uuid, sha256), sampleHeads.jpeg);
  const [row] = await ctx.db
    .insert(attachments)
    .values({
      ...{ uuid, sha256, fileId, signRequestId, requestId: 1, label: askedFile.label },
      ...{ name: "front.jpg", type: "jpeg", size: sampleHeads.jpeg.length },
    })
    .returning();
  if (!row) throw new Error("the attachment was not stored");
  return row.id;
}

async function signerOf(ctx: Ctx, fileId: number, email: string) {
  const rows = await ctx.db.select().from(signRequests).where(eq(signRequests.fileId, fileId));
  const signer = rows.find((row) => row.email === email);
  if (!signer) throw new Error(`no signer ${email}`);
  return signer;
}

/** As if the signer had entered the right code that was mailed to them. */
async function guestToken(ctx: Ctx, signRequestId: number, recipient: string): Promise<string> {
  const now = await ctx.now();
  const [challenge] = await ctx.db
    .insert(challenges)
    .values({
      signRequestId,
      preparation: 1,
      channel: "email",
      codeHmac: "",
      createdAt: anHourBefore(now),
      expiresAt: now,
      consumedAt: now,
    })
    .returning();
  if (!challenge) throw new Error("the code was not stored");
  return (await startGuestSession(ctx, { signRequestId, method: "email", recipient, challengeId: challenge.id }, now))
    .token;
}

/** Long enough ago to count for no limit on sending codes. */
function anHourBefore(now: Date): Date {
  return new Date(now.getTime() - 3601_000);
}
