import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { challenges, settings } from "@/db/schema/work";
import { createToken } from "@/lib/accounts/tokens";
import { getOwnFile } from "@/lib/documents/access";
import { addElement } from "@/lib/documents/fields/add";
import type { AccountActor, Ctx } from "@/lib/platform/context";
import { createSignRequests } from "@/lib/requests/create";
import { releaseFile } from "@/lib/requests/release";
import { revealLink } from "@/lib/requests/signer-language";
import { withdrawSigner } from "@/lib/requests/withdraw";
import { startGuestSession } from "@/lib/signing/identification/guest";
import { actingAs, makeAccount } from "./accounts";
import { twoPages } from "./requests";

/** Everybody who may call, as they stand to one document. All accounts but the administrator's are requesters' of their own. */
export const callers = [
  "anonymous",
  "stranger",
  "requester",
  "told signer",
  "waiting signer",
  "removed signer",
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
  /** The newest of the document's revisions; 0 for a draft. */
  revision: number;
}

export interface AccessWorld {
  /** The Authorization header of each; null for nobody. */
  credentials: Record<CallerKind, string | null>;
  accounts: Record<Exclude<CallerKind, "anonymous" | "guest">, AccountActor>;
  /** The document that everybody stands to in their own way, released; with the told signer's link. */
  own: Target;
  guestLink: string;
  /** A released document of somebody else. */
  foreign: Target;
  /** A draft of somebody else; its signer has a link that was never sent. */
  foreignDraft: Target;
}

/** One document, and everybody who may stand to it in some way. */
export async function makeAccessWorld(ctx: Ctx): Promise<AccessWorld> {
  const account = async (values: Partial<Account> = {}): Promise<AccountActor> =>
    actingAs(await makeAccount(ctx, { email: `${randomUUID()}@x.example`, ...values }));
  const accounts: AccessWorld["accounts"] = {
    stranger: await account(),
    requester: await account(),
    "told signer": await account(),
    "waiting signer": await account(),
    "removed signer": await account(),
    administrator: await account({ role: "admin" }),
  };
  // So that guests have business here.
  await ctx.db.insert(settings).values({ name: "identify_method", value: ["email"] });
  const guestEmail = `${randomUUID()}@x.example`;
  const emails = {
    told: accounts["told signer"].account.email,
    waiting: accounts["waiting signer"].account.email,
    removed: accounts["removed signer"].account.email,
  };
  const { fileId } = await createSignRequests(ctx, accounts.requester, {
    file: { base64: twoPages.toString("base64") },
    name: "Lease",
    users: [
      { email: emails.told, signingOrder: 1 },
      { email: guestEmail, signingOrder: 1 },
      { email: emails.removed, signingOrder: 1 },
      { email: emails.waiting, signingOrder: 2 },
    ],
  });
  const own = await targetOf(ctx, accounts.requester, fileId, emails.told);
  await releaseFile(ctx, accounts.requester, { id: fileId });
  await withdrawSigner(ctx, accounts.requester, {
    fileId,
    signRequestId: (await signerOf(ctx, fileId, emails.removed)).id,
  });
  const guest = await signerOf(ctx, fileId, guestEmail);
  const owner = await account();
  return {
    credentials: {
      ...(await tokensOf(ctx, accounts)),
      anonymous: null,
      guest: `Bearer ${await guestToken(ctx, guest.id, guestEmail)}`,
    },
    accounts,
    own: await withRevision(ctx, accounts.requester, own),
    guestLink: revealLink(ctx, guest.linkSealed),
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
  const { fileId } = await createSignRequests(ctx, owner, {
    file: { base64: twoPages.toString("base64") },
    name: "Other",
    users: [{ email }],
  });
  const target = await targetOf(ctx, owner, fileId, email);
  if (status === 1) await releaseFile(ctx, owner, { id: fileId });
  return withRevision(ctx, owner, target);
}

async function withRevision(ctx: Ctx, owner: AccountActor, target: Target): Promise<Target> {
  return { ...target, revision: (await getOwnFile(ctx, owner, { id: target.fileId })).revision };
}

/** A draft of one's own with one box in it. */
async function targetOf(ctx: Ctx, owner: AccountActor, fileId: number, email: string): Promise<Target> {
  const { uuid } = await getOwnFile(ctx, owner, { id: fileId });
  const signer = await signerOf(ctx, fileId, email);
  const { element } = await addElement(ctx, owner, {
    uuid,
    type: "signature",
    signRequestId: signer.id,
    required: false,
    coordinates: { page: 1, left: 10, top: 10, width: 100, height: 40 },
  });
  return {
    fileId,
    uuid,
    signRequestId: signer.id,
    elementId: element.elementId,
    email,
    link: revealLink(ctx, signer.linkSealed),
    revision: 0,
  };
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
