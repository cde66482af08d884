import type { Account } from "@/db/schema/accounts";
import type { File, SignRequest } from "@/db/schema/files";
import type { MailMessage, Messenger } from "@/lib/channels/messenger";
import type { Actor, Ctx } from "@/lib/context/context";
import { makeNotificationHandlers } from "@/lib/delivery/notifications/handlers";
import { getOwnFile } from "@/lib/documents/access";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { drainOnce } from "@/lib/records/outbox/worker";
import { createDocument } from "@/lib/requests/create";
import { revealLink } from "@/lib/requests/signers/signer-language";
import { readActiveSigners } from "@/lib/requests/state/file-state";
import type { NewRequest } from "@/lib/requests/state/schema";
import { actingAs, makeAccount, type AtLeastOne, type EachOf } from "./accounts";
import { lendInstanceKeys } from "./instance-keys";

/** Two pages: Letter, and one turned by 90 degrees. */
export const twoPages = makePdf({ pages: [{}, { rotate: 90 }] });

type Users = NonNullable<NewRequest["users"]>;

/** `U` are the users asked to sign: one signer for each of them, in the order in which they sign. */
export interface MadeRequest<U extends readonly unknown[] = AtLeastOne> {
  requester: Account;
  actor: Actor;
  file: File;
  signers: EachOf<U, SignRequest>;
}

/** A request for signatures as a requester makes it, through the verb; a draft unless `status` is 1. */
export async function makeRequest<U extends Users | [Users[number]] = [Users[number], Users[number]]>(
  ctx: Ctx,
  input: Partial<Omit<NewRequest, "users">> & { users?: U } = {},
): Promise<MadeRequest<U>> {
  const requester = await makeAccount(ctx);
  const actor = actingAs(requester);
  if (input.status === 1) await lendInstanceKeys(ctx);
  const { fileId } = await createDocument(ctx, actor, {
    file: { base64: twoPages.toString("base64") },
    name: "Lease",
    users: [
      { email: "ana@x.example", displayName: "Ana" },
      { email: "bo@x.example", displayName: "Bo" },
    ],
    ...input,
  });
  const { file, signers } = await readRequest(ctx, actor, fileId);
  return { requester, actor, file, signers: signers as MadeRequest<U>["signers"] };
}

export async function readRequest(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
): Promise<{ file: File; signers: SignRequest[] }> {
  return { file: await getOwnFile(ctx, actor, { id: fileId }), signers: await readActiveSigners(ctx, fileId) };
}

/** The secret of a signer's mail. */
export function linkOf(ctx: Ctx, signers: readonly SignRequest[], email: string): string {
  const signer = signers.find((candidate) => candidate.email === email);
  if (!signer) throw new Error(`no signer ${email}`);
  return revealLink(ctx, signer.linkSealed);
}

/**
 * Does every due job; mails end in the answered list. Needs a committed database: inside one transaction no time
 * passes.
 */
export async function deliverMails(ctx: Ctx): Promise<MailMessage[]> {
  const sent: MailMessage[] = [];
  const messenger: Messenger = { send: (message) => Promise.resolve({ providerId: String(sent.push(message)) }) };
  const handlers = {
    ...makeNotificationHandlers({ messenger }),
    finish: () => Promise.resolve(),
    compareReaders: () => Promise.resolve(),
    augment: () => Promise.resolve(),
    evidence: () => Promise.resolve(),
    bulkSend: () => Promise.resolve(),
  };
  while ((await drainOnce(ctx, handlers)) > 0);
  return sent;
}
