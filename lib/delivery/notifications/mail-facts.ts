import { and, desc, eq, isNull } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { files, fileSegments, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { accountLanguage, accountOfSigner, signerName } from "@/lib/accounts/find";
import { fileNamesOf } from "@/lib/documents/envelopes/parts";
import type { Ctx } from "@/lib/platform/context";
import type { Language } from "@/lib/platform/locale/languages";
import type { OutboxPayloads } from "@/lib/records/outbox/kinds";
import { signerLanguage } from "@/lib/requests/signers/signer-language";

/** The data of a mail about a file, read when the mail is sent. */
export interface MailFacts {
  file: File;
  /** Of an envelope: the names of its files in their order; empty for a single document. */
  fileNames: string[];
  requester: Account;
  /** The signer who gets the mail, or whom it informs the requester about; null for the requester's other mails. */
  signer: SignRequest | null;
  to: string;
  name: string;
  /** The recipient's language. */
  language: Language;
  /** The recipient's time zone, else the requester's; null where neither is known. */
  timeZone: string | null;
  /** Whether the recipient can log in and open the document there. */
  hasAccount: boolean;
  /** When the current preparation was made; null before a release. */
  preparedAt: Date | null;
  /** The signer who declined, if any. */
  decliner: SignRequest | null;
  /** The signer whose place `signer` took, if any. */
  predecessor: SignRequest | null;
  /** Names or addresses of the signers whose turn it is. */
  pending: string[];
}

type Recipient = Pick<OutboxPayloads["notification"], "fileId" | "signRequestId" | "accountId">;

/** Null when a row that the mail needs has been deleted. */
export async function readMailFacts(
  ctx: Ctx,
  { fileId, signRequestId, accountId }: Recipient,
): Promise<MailFacts | null> {
  const [row] = await ctx.db
    .select({ file: files, requester: accounts })
    .from(files)
    .innerJoin(accounts, eq(files.requesterId, accounts.id))
    .where(eq(files.id, fileId));
  if (!row) return null;
  const common = {
    ...row,
    fileNames: await fileNamesOf(ctx, row.file),
    preparedAt: await preparedAt(ctx, fileId),
    decliner: await findDecliner(ctx, fileId),
    pending: [],
    predecessor: null,
  };
  const toRequester = {
    to: row.requester.email,
    name: row.requester.displayName,
    language: accountLanguage(row.requester),
    timeZone: row.requester.timeZone,
    hasAccount: true,
  };
  if (signRequestId === null)
    return { ...common, signer: null, ...toRequester, pending: await pendingNames(ctx, fileId) };
  const [found] = await ctx.db
    .select({
      signer: signRequests,
      accountName: accounts.displayName,
      accountLanguage: accounts.language,
      accountTimeZone: accounts.timeZone,
      provedAt: accounts.emailProvedAt,
    })
    .from(signRequests)
    .leftJoin(accounts, accountOfSigner())
    .where(eq(signRequests.id, signRequestId));
  if (!found) return null;
  const predecessor = await findSigner(ctx, found.signer.replacesId);
  if (accountId !== null) return { ...common, signer: found.signer, ...toRequester, predecessor };
  return {
    ...common,
    // Everybody but the requester sees the name under which the document was sent.
    requester: { ...row.requester, displayName: row.file.senderName ?? row.requester.displayName },
    predecessor,
    signer: found.signer,
    to: found.signer.email,
    name: nameOf(found.signer, found.accountName),
    language: signerLanguage({ ...found, requester: row.requester }),
    timeZone: found.accountTimeZone ?? found.signer.timeZone ?? row.requester.timeZone,
    hasAccount: found.provedAt !== null,
  };
}

/** The name the requester gave, else the account's, else the address. */
export function nameOf(signer: Pick<SignRequest, "displayName" | "email">, accountName: string | null): string {
  return signerName({ givenName: signer.displayName, accountName, email: signer.email });
}

async function preparedAt(ctx: Ctx, fileId: number): Promise<Date | null> {
  const [row] = await ctx.db
    .select({ at: fileSegments.createdAt })
    .from(fileSegments)
    .where(and(eq(fileSegments.fileId, fileId), eq(fileSegments.kind, "preparation")))
    .orderBy(desc(fileSegments.position))
    .limit(1);
  return row?.at ?? null;
}

async function pendingNames(ctx: Ctx, fileId: number): Promise<string[]> {
  const rows = await ctx.db
    .select({ signer: signRequests, accountName: accounts.displayName })
    .from(signRequests)
    .leftJoin(accounts, accountOfSigner())
    .where(and(eq(signRequests.fileId, fileId), eq(signRequests.status, "pending"), isNull(signRequests.removedAt)))
    .orderBy(signRequests.signingOrder, signRequests.id);
  return rows.map(({ signer, accountName }) => nameOf(signer, accountName));
}

async function findSigner(ctx: Ctx, id: number | null): Promise<SignRequest | null> {
  if (id === null) return null;
  const [row] = await ctx.db.select().from(signRequests).where(eq(signRequests.id, id));
  return row ?? null;
}

async function findDecliner(ctx: Ctx, fileId: number): Promise<SignRequest | null> {
  const [row] = await ctx.db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.fileId, fileId), eq(signRequests.status, "declined")));
  return row ?? null;
}
